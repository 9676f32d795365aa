import { readMember } from "../../json/read.js";
import { readBatch, readItemError, type ItemError } from "../batch-outcomes.js";
import { AqlError, aqlError } from "./aql-error.js";

/**
 * Creates the error for a batch with failed operations (specification 004 section 8.4), or `undefined` without one. Of
 * more than a hundred failures the details are left out, of more than nine hundred the rest is counted.
 *
 * @param outcomes one for each operation: a result of `Promise.allSettled`, an envelope, an error; else a success.
 * @throws TypeError when the outcomes are no list or more than a million, or an argument cannot be read.
 * @example
 * ```js
 * import { createBatchFailure } from "error-contract/mcp-aql";
 *
 * const outcomes = await Promise.allSettled([Promise.resolve("saved"), Promise.reject(new Error("It is gone."))]);
 * console.log(createBatchFailure(outcomes)?.code); // BATCH_PARTIAL_FAILURE
 * ```
 */
export function createBatchFailure(
  outcomes: readonly unknown[],
  options: { readonly cause?: unknown } = {},
): AqlError | undefined {
  const convert = (thrown: unknown): ItemError => AqlError.fromUnknown(thrown).toEnvelope().error;
  const findSent = (value: unknown): ItemError | undefined => {
    if (readMember(value, "success") !== false) return undefined;
    const error = readMember(value, "error");
    return (
      readItemError(error) ?? convert({ message: typeof error === "string" ? error : readMember(error, "message") })
    );
  };
  const found = readBatch(outcomes, options, { convert, findSent });
  return found && aqlError("BATCH_PARTIAL_FAILURE", found.batch, { cause: found.cause });
}
