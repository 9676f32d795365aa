import { toLoneForm } from "../contract/added-fields.js";
import type { ContractData } from "../contract/contract-data.js";
import { features } from "../contract/features.js";
import { listLeafFields } from "../contract/schema.js";
import type { JSONObject, JSONValue } from "../json/json-value.js";
import { putAt, readAt } from "../json/read.js";
import { writeJSON } from "../json/to-json-safe.js";
import { getHttpStatus } from "./status.js";

/** A failure as an HTTP server responds with it. */
export interface HttpFailure {
  readonly status: number;
  readonly headers: { readonly "content-type": "application/json" };
  /** The envelope as JSON, as clients of every version know it, or the contract's own form for HTTP. */
  readonly body: string;
}

/**
 * Converts a failure to the response of an HTTP server, under the status of its code.
 *
 * @param text the JSON text of the envelope.
 */
export function toHttpFailure(contract: ContractData, envelope: JSONObject, text: string): HttpFailure {
  const { status, body } = toHttpAnswer(contract, toLoneForm(contract, envelope));
  const headers = { "content-type": "application/json" } as const;
  return { status, headers, body: body === envelope ? text : writeJSON(body) };
}

/**
 * Returns the status of an envelope's code, and the body that goes with it: the envelope, or the form of the contract's
 * `http` schema. Its members are those of the envelope with the same name, a `type` being the reason phrase of the
 * status.
 */
export function toHttpAnswer(
  contract: ContractData,
  envelope: JSONObject,
): { readonly status: number; readonly body: JSONObject } {
  const status = getHttpStatus(contract, readAt(envelope, contract.fields.code) as string | number);
  const { http, failure } = contract.envelopes;
  if (!http) return { status, body: envelope };

  const own = listLeafFields(failure);
  const body: Record<string, JSONValue> = {};
  for (const { name, path, required } of listLeafFields(http)) {
    const source = own.find((leaf) => leaf.name === name);
    const reason = name === "type" ? features.getHttpReason?.(status) : undefined;
    const value = source ? readAt(envelope, source.path) : reason;
    if (value !== undefined || required) putAt(body, path.split("."), value ?? null);
  }
  return { status, body };
}
