import type { Failure } from "../boundary/failure.js";
import type { ContractData } from "../contract/contract-data.js";
import { httpStatus } from "./status.js";
import type { JSONObject, JSONValue } from "../json/to-json-safe.js";
import { brought } from "../contract/features.js";
import { leafFields } from "../contract/leaf-fields.js";
import { putAt, valueAt } from "../json/path.js";

/** A failure as an HTTP server answers it. */
export interface HttpFailure {
  readonly status: number;
  readonly headers: { readonly "content-type": "application/json" };
  /** The canonical envelope as JSON, or the contract's own form for HTTP. */
  readonly body: string;
}

/** What an HTTP server answers for a failure: its body, under the status of its code. */
export function httpFailure({ envelope, shape }: Failure): HttpFailure {
  const { status, body } = httpAnswer(shape.contract, envelope);
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
}

/** The same for servers that speak in web standards. */
export function responseFor(failure: Failure): Response {
  const { body, ...init } = httpFailure(failure);
  return new Response(body, init);
}

/**
 * The status of an envelope's code, and the body that goes with it: the envelope, or what the contract's `http` schema asks
 * for. Its members are those of the envelope with the same name, a `type` being the reason phrase of the status.
 */
export function httpAnswer(
  contract: ContractData,
  envelope: JSONObject,
): { readonly status: number; readonly body: JSONObject } {
  const status = httpStatus(contract, valueAt(envelope, contract.fields.code) as string | number);
  const { http, failure } = contract.envelopes;
  if (!http) return { status, body: envelope };

  const own = leafFields(failure);
  const body: Record<string, JSONValue> = {};
  for (const { name, path, required } of leafFields(http)) {
    const source = own.find((leaf) => leaf.name === name);
    const value = source ? valueAt(envelope, source.path) : name === "type" ? brought.httpReason?.(status) : undefined;
    if (value !== undefined || required) putAt(body, path.split("."), value ?? null);
  }
  return { status, body };
}
