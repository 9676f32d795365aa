import { fromLoneForm } from "../contract/added-fields.js";
import { compileContract } from "../contract/compile-contract.js";
import { isEnvelope } from "../contract/envelope-schema.js";
import type { JSONObject } from "../json/json-value.js";
import { isError, parseJSON, readAt, readMember } from "../json/read.js";
import { toJSONSafe } from "../json/to-json-safe.js";
import type { ContractError, FailureClass } from "./contract-error.js";
import { createConvertedError } from "./create-error-class.js";

/** From an object, its JSON text, or an error that has it as its `data` or message. Never throws. */
export function createReceivedError(errorClass: FailureClass, received: unknown): ContractError | undefined {
  const { contract } = errorClass;
  const places = isError(received) ? [readMember(received, "data"), readMember(received, "message")] : [received];
  const held = places
    .map((place) => (typeof place === "string" ? parseJSON(place) : toJSONSafe(place)))
    .find((place) => isEnvelope(contract, place));
  if (held === undefined) return undefined;

  const envelope = fromLoneForm(contract, held as JSONObject);
  const { settable, cause, stack } = compileContract(contract);
  const fields = Object.fromEntries(settable.map(({ name, parts }) => [name, readAt(envelope, parts)]));
  const error = createConvertedError(errorClass, fields, cause && readAt(envelope, cause.parts));
  const sentStack = stack && readAt(envelope, stack.parts);
  return error && sentStack !== undefined ? Object.assign(error, { [stack!.name]: sentStack }) : error;
}
