import { parseEnvelope } from "../../contract/envelope-schema.js";
import { readBatch, readItemError, type Batch, type ItemError } from "../batch-outcomes.js";
import { standard } from "./contract.js";
import { ToolError, toolError, type ToolErrorCode } from "./tool-error.js";

/**
 * Creates the error for a batch with failed operations, or `undefined` without one. Its details say how many operations
 * there were (`total`, `succeeded`, `failed`), and list the failures (`errors`: `index`, `code`, `message`, `details`).
 * Where some operations succeeded, the code is INTERNAL, and `next` says to repeat the others alone; where none did, it
 * is the code that all failures share. Of more than a hundred failures the details are left out, of more than nine
 * hundred the rest is counted.
 *
 * @param outcomes one for each operation: a result of `Promise.allSettled`, an envelope, an error; else a success.
 * @throws TypeError when the outcomes are no list or more than a million, or an argument cannot be read.
 * @example
 * ```js
 * import { createBatchFailure } from "error-contract/standard";
 *
 * const outcomes = await Promise.allSettled([Promise.resolve("saved"), Promise.reject(new Error("It is gone."))]);
 * console.log(createBatchFailure(outcomes)?.code); // INTERNAL
 * ```
 */
export function createBatchFailure(
  outcomes: readonly unknown[],
  options: { readonly cause?: unknown } = {},
): ToolError | undefined {
  const convert = (thrown: unknown): ItemError => ToolError.fromUnknown(thrown).toEnvelope().error;
  const findSent = (value: unknown): ItemError | undefined => readItemError(parseEnvelope(standard, value)?.error);
  const found = readBatch(outcomes, options, { convert, findSent });
  if (!found) return undefined;
  const { batch, cause } = found;
  const message = `${batch.failed} of ${batch.total} operations failed`;
  const isPartial = batch.succeeded > 0;
  const next = "Read the code of each failed operation and repeat those alone.";
  const more = { details: { ...batch }, cause, ...(isPartial && { retryable: false, next }) };
  return toolError(isPartial ? "INTERNAL" : findSharedCode(batch), message, more);
}

function findSharedCode({ errors }: Batch): ToolErrorCode {
  const [first] = errors;
  const isShared = errors.every(({ code }) => code === first?.code) && first!.code in ToolError.codes;
  return isShared ? (first!.code as ToolErrorCode) : "INTERNAL";
}
