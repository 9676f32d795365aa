import type { FailureClass } from "../boundary/options.js";
import type { ContractError } from "./contract-error.js";
import { envelopeProblems } from "../contract/envelope-schema.js";
import { filledEnvelope, hasReliableEnvelope } from "./fill-envelope.js";
import { contractOf } from "./foreign-condition.js";
import type { JSONObject } from "../json/to-json-safe.js";
import { shapeFor, type Shape } from "../contract/compile-contract.js";

/**
 * The envelope that an error gives of itself. A class of the project's own may answer anything, or have fallen out of its
 * contract since; then the fields are read instead, of which each that does not conform falls back. Never throws.
 */
export function conformingEnvelope(shape: Shape, error: ContractError): JSONObject {
  if (hasReliableEnvelope(error)) return filledEnvelope(shape, error) as JSONObject;
  try {
    const envelope = JSON.parse(JSON.stringify(error.toEnvelope())) as JSONObject;
    if (envelopeProblems(shape.contract, envelope).length === 0) return envelope;
  } catch {
    // As good as an envelope that does not conform.
  }
  return filledEnvelope(shape, error) as JSONObject;
}

/** The shape of the contract that an error was made for, which may extend the given class's and have codes of its own. */
export function shapeOfError(error: ContractError, errorClass: FailureClass): Shape {
  return shapeFor(contractOf(error) ?? errorClass.contract);
}

/**
 * The canonical wire string of a failure: its conforming envelope as JSON without spaces, keys in the order of the schema.
 * What is no error of the class becomes one first. Never throws.
 */
export function serialized(errorClass: FailureClass, thrown: unknown): string {
  const error = errorClass.fromUnknown(thrown);
  return JSON.stringify(conformingEnvelope(shapeOfError(error, errorClass), error));
}
