import { getShared } from "../contract/shared.js";
import type { JSONObject } from "../json/json-value.js";
import { callSafely, handleRejection, isObject } from "../json/read.js";
import type { Boundary, Failure } from "./boundary.js";

/** The failures that a listener knows, by the object that carries the failure out: nested boundaries tell it once. */
const notices = /* @__PURE__ */ getShared(
  "notices",
  () => new WeakMap<object, { readonly listener: unknown; readonly text: string }>(),
);

/** Calls the option `onFailure` with a failure. What it throws, or rejects with, is ignored. Never throws. */
export function notify({ onFailure: listener }: Boundary, { error, source, text }: Failure): void {
  if (!listener) return;
  const earlier = isObject(source) ? notices.get(source) : undefined;
  if (earlier?.listener === listener && earlier.text === text) return;
  // A change that it makes to the envelope must not reach the caller.
  handleRejection(callSafely(listener, [JSON.parse(text) as JSONObject, error]));
}

export function rememberNotice({ onFailure: listener }: Boundary, { text }: Failure, carrier: object): void {
  if (listener) notices.set(carrier, { listener, text });
}
