import { isObject, readMember } from "../../json/read.js";
import type { Handler } from "../options.js";
import { findCallable, type Registered } from "./registries.js";

export type Ending = { readonly thrown: unknown } | { readonly result: unknown };

export interface Attempt {
  readonly signal: object | undefined;
  request: Ending | undefined;
  tool: Ending | undefined;
}

/** By the signal that the SDK creates for each request. A weak map would cost more than all the rest. */
const attempts = /* @__PURE__ */ new Map<object, Attempt>();

export function beginAttempt(context: unknown): Attempt {
  const attempt: Attempt = { signal: readSignal(context), request: undefined, tool: undefined };
  if (attempt.signal) attempts.set(attempt.signal, attempt);
  return attempt;
}

export function endAttempt({ signal }: Attempt): void {
  if (signal) attempts.delete(signal);
}

function readSignal(context: unknown): object | undefined {
  const signal = readMember(readMember(context, "mcpReq"), "signal") ?? readMember(context, "signal");
  return isObject(signal) ? signal : undefined;
}

const observers = /* @__PURE__ */ new WeakSet<object>();

/** Remembers how a handler ended, because an SDK keeps only the message of what it throws. */
export function observe(level: "request" | "tool", handler: Handler): Handler {
  const observer = async function (this: unknown, ...args: unknown[]): Promise<unknown> {
    const signal = readSignal(args.at(-1));
    const attempt = signal && attempts.get(signal);
    try {
      const result = (await Reflect.apply(handler, this, args)) as unknown;
      if (attempt) attempt[level] = { result };
      return result;
    } catch (thrown) {
      if (attempt) attempt[level] = { thrown };
      throw thrown;
    }
  };
  observers.add(observer);
  return observer;
}

/** The tool is about to be called: it may have been registered before the server was wrapped, and replaced since. */
export function observeTool(tool: Registered): void {
  const name = findCallable(tool);
  if (name === undefined) return;
  // A tool of SDK 1.x that creates tasks is an object.
  const [owner, key] = isObject(tool[name]) ? [tool[name], "createTask"] : [tool, name];
  const handler = (owner as Registered)[key];
  if (typeof handler !== "function" || observers.has(handler)) return;
  Reflect.set(owner, key, observe("tool", handler as Handler));
}
