import { ContractError } from "../../error/contract-error.js";
import { createRefusal, readOptions } from "../../error/refusal.js";
import type { JSONObject } from "../../json/json-value.js";
import { isError, isRecord, readMember } from "../../json/read.js";
import { jsonLimits, toJSONSafe, toSafeText } from "../../json/to-json-safe.js";
import { AqlError, aqlError, type AqlDetails } from "./aql-error.js";

type BatchItem = AqlDetails<"BATCH_PARTIAL_FAILURE">["errors"][number];
type ItemError = Pick<BatchItem, "code" | "message" | "details">;

/** How many failures are listed with their details, and how many at all: an envelope has limits, see `jsonLimits`. */
const [mostDetailed, most] = [100, 900] as const;
const mostOutcomes = 1_000_000;

/**
 * Creates the error for a batch with failed operations (specification 004 section 8.4), or `undefined` without one. Of
 * more than a hundred failures the details are left out, of more than nine hundred the rest is counted.
 *
 * @param outcomes one for each operation: a result of `Promise.allSettled`, an envelope, an error; else a success.
 * @throws TypeError when the outcomes are no list or more than a million, or an argument cannot be read.
 */
export function createBatchFailure(
  outcomes: readonly unknown[],
  options: { readonly cause?: unknown } = {},
): AqlError | undefined {
  const { cause: given } = readOptions("createBatchFailure", options, [["cause", "any value", () => true]]);
  const { total, failures } = readOutcomes(outcomes);
  const failed = failures.length;
  if (failed === 0) return undefined;
  const errors = failures.slice(0, most).map((failure) => createItem(failure, failed <= mostDetailed));
  const thrown = failures.flatMap((failure) => ("thrown" in failure ? [failure.thrown] : []));
  const cause = given ?? (thrown.length > 0 ? new AggregateError(thrown) : undefined);
  return aqlError("BATCH_PARTIAL_FAILURE", { total, succeeded: total - failed, failed, errors }, { cause });
}

type OperationFailure = { readonly index: number } & ({ readonly thrown: unknown } | { readonly sent: unknown });

function readOutcomes(outcomes: Iterable<unknown>): {
  readonly total: number;
  readonly failures: readonly OperationFailure[];
} {
  const failures: OperationFailure[] = [];
  let total = 0;
  try {
    for (const outcome of outcomes) {
      if (total === mostOutcomes) break;
      const failure = findFailure(outcome, total++);
      if (failure) failures.push(failure);
    }
  } catch (thrown) {
    throw createRefusal("createBatchFailure: outcomes: cannot be read", thrown);
  }
  if (total < mostOutcomes) return { total, failures };
  throw createRefusal(`createBatchFailure: outcomes: expected fewer than ${mostOutcomes}`, undefined);
}

function findFailure(outcome: unknown, index: number): OperationFailure | undefined {
  const status = readMember(outcome, "status");
  if (status === "rejected" && !ContractError.is(outcome)) return { index, thrown: readMember(outcome, "reason") };
  const value = status === "fulfilled" ? readMember(outcome, "value") : outcome;
  if (ContractError.is(value) || isError(value)) return { index, thrown: value };
  return readMember(value, "success") === false ? { index, sent: readMember(value, "error") } : undefined;
}

function readEnvelopeError(error: unknown): ItemError {
  const [code, said, details] = [readMember(error, "code"), readMember(error, "message"), readMember(error, "details")];
  const message = typeof error === "string" ? error : said;
  if (typeof code !== "string" || typeof message !== "string" || message === "") {
    return AqlError.fromUnknown({ message }).toEnvelope().error;
  }
  return { code, message, ...(isRecord(details) && { details: details as JSONObject }) };
}

function createItem(failure: OperationFailure, isDetailed: boolean): BatchItem {
  const { index } = failure;
  const { code, message, details } =
    "thrown" in failure ? AqlError.fromUnknown(failure.thrown).toEnvelope().error : readEnvelopeError(failure.sent);
  if (!isDetailed) return { index, code: toSafeText(code, 60), message: toSafeText(message, 100) };
  const safe = details && toJSONSafe(details, { ...jsonLimits, nodes: 60, size: 1000 });
  return {
    index,
    code: toSafeText(code, 60),
    message: toSafeText(message, 500),
    ...(isRecord(safe) && { details: safe }),
  };
}
