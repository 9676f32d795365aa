import { ContractError } from "../error/contract-error.js";
import { createRefusal, readOptions } from "../error/refusal.js";
import type { JSONObject } from "../json/json-value.js";
import { isError, isRecord, readMember } from "../json/read.js";
import { jsonLimits, toJSONSafe, toSafeText } from "../json/to-json-safe.js";

/** How many failures are listed with their details, and how many at all: an envelope has limits, see `jsonLimits`. */
const [mostDetailed, most] = [100, 900] as const;
const mostOutcomes = 1_000_000;

/** What a failure says of itself in the envelope of its contract. */
export interface ItemError {
  readonly code: string;
  readonly message: string;
  readonly details?: JSONObject | null | undefined;
}

/** A failed operation of a batch, by its place among the outcomes. */
interface BatchItem {
  readonly index: number;
  readonly code: string;
  readonly message: string;
  readonly details?: JSONObject;
}

/** What failed in a batch, as the details of its failure say it. */
export interface Batch {
  readonly total: number;
  readonly succeeded: number;
  readonly failed: number;
  /** The failures, at most nine hundred of them. */
  readonly errors: readonly BatchItem[];
}

interface Readers {
  /** Converts what an operation has thrown. */
  readonly convert: (thrown: unknown) => ItemError;
  /** Finds the failure in what an operation has returned. */
  readonly findSent: (value: unknown) => ItemError | undefined;
}

/**
 * Reads the outcomes of a batch; `undefined` where no operation failed.
 *
 * @throws TypeError when the outcomes are no list or more than a million, or an argument cannot be read.
 */
export function readBatch(
  outcomes: readonly unknown[],
  options: { readonly cause?: unknown },
  { convert, findSent }: Readers,
): { readonly batch: Batch; readonly cause: unknown } | undefined {
  const { cause: given } = readOptions(caller, options, { cause: { expected: "any value", fits: () => true } });
  const { total, failures } = readOutcomes(outcomes, findSent);
  const failed = failures.length;
  if (failed === 0) return undefined;
  const isDetailed = failed <= mostDetailed;
  const errors = failures.slice(0, most).map((failure) => {
    const error = "sent" in failure ? failure.sent : convert(failure.thrown);
    return createItem(failure.index, error, isDetailed);
  });
  const thrown = failures.flatMap((failure) => ("thrown" in failure ? [failure.thrown] : []));
  const cause = given ?? (thrown.length > 0 ? new AggregateError(thrown) : undefined);
  return { batch: { total, succeeded: total - failed, failed, errors }, cause };
}

const caller = "createBatchFailure";

type OperationFailure = { readonly index: number } & ({ readonly thrown: unknown } | { readonly sent: ItemError });

function readOutcomes(
  outcomes: Iterable<unknown>,
  findSent: Readers["findSent"],
): { readonly total: number; readonly failures: readonly OperationFailure[] } {
  const failures: OperationFailure[] = [];
  let total = 0;
  try {
    for (const outcome of outcomes) {
      if (total === mostOutcomes) break;
      const failure = findFailure(outcome, total++, findSent);
      if (failure) failures.push(failure);
    }
  } catch (thrown) {
    throw createRefusal(`${caller}: outcomes: cannot be read`, thrown);
  }
  if (total < mostOutcomes) return { total, failures };
  throw createRefusal(`${caller}: outcomes: expected fewer than ${mostOutcomes}`, undefined);
}

function findFailure(outcome: unknown, index: number, findSent: Readers["findSent"]): OperationFailure | undefined {
  const status = readMember(outcome, "status");
  if (status === "rejected" && !ContractError.is(outcome)) return { index, thrown: readMember(outcome, "reason") };
  const value = status === "fulfilled" ? readMember(outcome, "value") : outcome;
  if (ContractError.is(value) || isError(value)) return { index, thrown: value };
  const sent = findSent(value);
  return sent && { index, sent };
}

/** Reads the failure in the member `error` of an envelope; `undefined` where it has no code and no message. */
export function readItemError(error: unknown): ItemError | undefined {
  const [code, message, details] = ["code", "message", "details"].map((member) => readMember(error, member));
  if (typeof code !== "string" || typeof message !== "string" || message === "") return undefined;
  return { code, message, ...(isRecord(details) && { details: details as JSONObject }) };
}

function createItem(index: number, { code, message, details }: ItemError, isDetailed: boolean): BatchItem {
  if (!isDetailed) return { index, code: toSafeText(code, 60), message: toSafeText(message, 100) };
  const safe = details && toJSONSafe(details, { ...jsonLimits, nodes: 60, size: 1000 });
  return {
    index,
    code: toSafeText(code, 60),
    message: toSafeText(message, 500),
    ...(isRecord(safe) && { details: safe }),
  };
}
