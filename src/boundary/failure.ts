import { codeFor } from "./classify.js";
import { withContext } from "./context.js";
import { classFor, type Boundary, type FailureClass } from "./options.js";
import type { Condition } from "../contract/condition-statuses.js";
import type { ContractError } from "../error/contract-error.js";
import { conformingEnvelope, shapeOfError } from "../error/conforming-envelope.js";
import type { JSONObject } from "../json/to-json-safe.js";
import { valueAt } from "../json/path.js";
import type { Shape } from "../contract/compile-contract.js";

/** A failure on its way out: the error, and the envelope that is audited and delivered. */
export interface Failure {
  readonly error: ContractError;
  readonly envelope: JSONObject;
  /** The contract that the envelope belongs to: the boundary's, or one that extends it. */
  readonly shape: Shape;
  /** What was thrown or returned. */
  readonly source: unknown;
}

/**
 * The failure for whatever was thrown. An error of the contract stays what it is; its envelope gets the context where the
 * error left it empty. Never throws.
 *
 * @param known what the circumstances say, best first.
 * @param conditions what the circumstances say about the kind of failure, likeliest first, for a foreign one without a code.
 */
export function failureFrom(
  boundary: Boundary,
  thrown: unknown,
  known: readonly unknown[],
  conditions: readonly Condition[] = [],
): Failure {
  const error = contractError(boundary, thrown, conditions);
  const shape = shapeOfError(error, boundary.errorClass);
  return { error, shape, envelope: withContext(shape, conformingEnvelope(shape, error), known), source: thrown };
}

/** A failure of which only the envelope is known, from what a handler returned. Never throws. */
export function failureFromEnvelope(
  boundary: Boundary,
  { envelope, source }: { readonly envelope: JSONObject; readonly source: unknown },
  known: readonly unknown[],
): Failure {
  const { errorClass, shape } = boundary;
  const fields = Object.fromEntries(shape.fields.map(({ name, parts }) => [name, valueAt(envelope, parts)]));
  const error = made(errorClass, fields) ?? errorFrom(errorClass, envelope);
  return { error, shape, envelope: withContext(shape, envelope, known), source };
}

/** A new error of the boundary's class, `undefined` where the class refuses the fields. */
export function made(errorClass: FailureClass, fields: object): ContractError | undefined {
  try {
    return new errorClass(fields as never);
  } catch {
    // The caller makes it from the envelope instead.
    return undefined;
  }
}

/** The class's error for any value; that of the contract itself where a class of the project's own throws instead. */
export function errorFrom(errorClass: FailureClass, thrown: unknown, context?: object): ContractError {
  try {
    return errorClass.fromUnknown(thrown, context as never);
  } catch {
    // The failure that came first is the one to tell.
    return classFor(errorClass.contract).fromUnknown(thrown, context as never);
  }
}

function contractError(boundary: Boundary, thrown: unknown, conditions: readonly Condition[]): ContractError {
  return errorFrom(boundary.errorClass, thrown, { classify: () => codeFor(boundary, thrown, conditions) });
}
