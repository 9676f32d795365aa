import { ContractError } from "../contract-error.js";
import { readable } from "../json.js";
import { AqlError, aqlError, type AqlDetails } from "./aql-error.js";

type BatchDetails = AqlDetails<"BATCH_PARTIAL_FAILURE">;
type BatchItem = BatchDetails["errors"][number];

/**
 * The error for a batch of which operations failed (specification 004 section 8.4), or `undefined` where none did. Each failure
 * keeps its code, message and details, and the index of its operation.
 *
 * @param outcomes one for each operation, in order: what `Promise.allSettled` answers, an envelope, an error. Anything else is
 *   the result of an operation that succeeded.
 * @param options the `cause`, which stays on the server; by default an `AggregateError` of what was thrown.
 *
 * @example
 * const failure = batchFailure(await Promise.allSettled(operations.map(run)));
 * if (failure) throw failure;
 */
export function batchFailure(
  outcomes: readonly unknown[],
  options: { readonly cause?: unknown } = {},
): AqlError | undefined {
  const thrown: unknown[] = [];
  const errors = outcomes.flatMap((outcome, index): readonly BatchItem[] => {
    const failure = failureOf(outcome, thrown);
    return failure ? [{ index, ...failure }] : [];
  });
  if (errors.length === 0) return undefined;
  const [total, failed] = [outcomes.length, errors.length];
  const cause = options.cause ?? (thrown.length > 0 ? new AggregateError(thrown) : undefined);
  return aqlError("BATCH_PARTIAL_FAILURE", { total, succeeded: total - failed, failed, errors }, { cause });
}

function failureOf(outcome: unknown, thrown: unknown[]): Omit<BatchItem, "index"> | undefined {
  const status = readable(outcome, "status");
  if (status === "rejected" && !ContractError.is(outcome)) return caught(readable(outcome, "reason"), thrown);
  const value = status === "fulfilled" ? readable(outcome, "value") : outcome;
  if (ContractError.is(value) || value instanceof Error) return caught(value, thrown);
  const error = readable(value, "success") === false ? readable(value, "error") : undefined;
  // Also those whose codes another contract registers, such as an adapter's.
  return isItem(error) ? item(error) : undefined;
}

function caught(value: unknown, thrown: unknown[]): Omit<BatchItem, "index"> {
  thrown.push(value);
  return item(AqlError.fromUnknown(value).toEnvelope().error);
}

type ErrorDetail = Pick<BatchItem, "code" | "message" | "details">;

function item({ code, message, details }: ErrorDetail): Omit<BatchItem, "index"> {
  return { code, message, ...(details && { details }) };
}

function isItem(error: unknown): error is ErrorDetail {
  const [code, message, details] = ["code", "message", "details"].map((name) => readable(error, name));
  return (
    typeof code === "string" &&
    typeof message === "string" &&
    (details === undefined || (typeof details === "object" && details !== null))
  );
}
