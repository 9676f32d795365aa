import type { Condition } from "../contract/condition-statuses.js";
import { createOptionError, readOptions, type OptionRows } from "../error/refusal.js";
import { hasFunctions, isFunction } from "../json/read.js";
import { detectError } from "./detect-error.js";
import type { DetectedFailure } from "./failure.js";

/** What is asked of a failure before its call is repeated. */
export interface RetriedFailure {
  /** What has gone wrong; `undefined` where the code leads to no condition. */
  readonly condition: Condition | undefined;
  /** Whether the same call may succeed when it is repeated. */
  readonly retryable: boolean;
  /** Seconds. */
  readonly retry_after?: number;
}

/** A call that will be repeated: the number of the attempt that has failed, from 1, and the wait in milliseconds. */
export interface Retry<F> {
  /** The failure of the last attempt. */
  readonly failure: F;
  /** The number of the attempt that has failed, from 1. */
  readonly attempt: number;
  /** Milliseconds until the next attempt. */
  readonly wait: number;
}

/** The part of an `AbortSignal` that is used: its type is not everywhere. */
export interface AbortSignalLike {
  /** Whether the signal is aborted. */
  readonly aborted: boolean;
  /** The reason of the abort; `undefined` before it. */
  readonly reason: unknown;
  /** Throws the reason where the signal is aborted. */
  throwIfAborted(): void;
  /** Adds a listener, which is called once at most with `once`. */
  addEventListener(type: "abort", listener: () => void, options?: { readonly once?: boolean }): void;
  /** Removes a listener. */
  removeEventListener(type: "abort", listener: () => void): void;
}

/** The options of `retryCall`. */
export interface RetryOptions<F extends RetriedFailure = DetectedFailure> {
  /** How often the call is made in all. Default: 4. */
  readonly attempts?: number | undefined;
  /**
   * Milliseconds before the first repetition where the failure has no `retry_after`; twice as long before each further
   * one. A random part of it, at most half, is left out. Default: 1,000.
   */
  readonly wait?: number | undefined;
  /** Milliseconds after the first attempt within which the last one begins; or `Infinity`. Default: 60,000. */
  readonly budget?: number | undefined;
  /**
   * Whether a call that ran twice does no more than one that ran once. Where it is false, only a failure that is a
   * limit, or that says when to repeat the call, leads to another attempt. Default: false.
   */
  readonly isIdempotent?: boolean | undefined;
  /** An `AbortSignal` that ends a wait, and the repetition. Pass it to the call as well. Default: none. */
  readonly signal?: AbortSignalLike | undefined;
  /** Finds the failure in an answer, or in what was thrown. Default: `detectError` with the built-in contracts. */
  readonly detect?: ((answer: unknown) => F | undefined) | undefined;
  /** Is called before each wait. What it throws ends the repetition, and is thrown. Default: none. */
  readonly onRetry?: ((retry: Retry<F>) => void) | undefined;
}

/**
 * Repeats a call to a server while its failure says that the same call may succeed: after `retry_after`, else after a
 * wait that doubles. A call that was cancelled is not repeated, nor one whose wait would pass the budget.
 *
 * @param call makes the call; its argument is the number of the attempt, from 1.
 * @returns what the last attempt returned: a success, or a failing result for `detectError` to read.
 * @throws what the last attempt threw; the reason of `signal` where it is aborted before an attempt; a TypeError naming
 *   the option that is unknown or wrong.
 * @example
 * ```js
 * import { retryCall } from "error-contract/detect";
 * import { toolError } from "error-contract/standard";
 *
 * const call = async (attempt) => {
 *   if (attempt === 1) throw toolError("UNAVAILABLE", "The store restarts.");
 *   return "the note";
 * };
 * console.log(await retryCall(call, { wait: 10, isIdempotent: true })); // the note
 * ```
 */
export async function retryCall<T, F extends RetriedFailure = DetectedFailure>(
  call: (attempt: number) => T | Promise<T>,
  options?: RetryOptions<F>,
): Promise<T> {
  if (!isFunction(call)) throw createOptionError("retryCall", "call", "a function", call);
  const policy = readOptions("retryCall", options ?? {}, optionRows) as Policy;
  const { signal, detect, onRetry } = policy;
  const begin = performance.now();
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    let isThrown = false;
    let answer: unknown;
    try {
      answer = await call(attempt);
    } catch (error) {
      isThrown = true;
      answer = error;
    }
    const failure = detect(answer);
    const wait = failure && findWait(policy, failure, attempt, performance.now() - begin);
    if (wait === undefined || !failure) {
      if (isThrown) throw answer;
      return answer as T;
    }
    onRetry?.({ failure, attempt, wait });
    await sleep(wait, signal);
  }
}

/** The options with their defaults. */
interface Policy {
  readonly attempts: number;
  readonly wait: number;
  readonly budget: number;
  readonly isIdempotent: boolean;
  readonly signal?: AbortSignalLike | undefined;
  readonly detect: (answer: unknown) => RetriedFailure | undefined;
  readonly onRetry?: ((retry: Retry<RetriedFailure>) => void) | undefined;
}

/** Returns the milliseconds to wait, `undefined` where the call is not repeated. */
function findWait(policy: Policy, failure: RetriedFailure, attempt: number, spent: number): number | undefined {
  const { condition, retryable, retry_after } = failure;
  const { attempts, budget, isIdempotent, signal } = policy;
  if (!retryable || condition === "cancelled" || attempt >= attempts || signal?.aborted === true) return undefined;
  if (!isIdempotent && condition !== "rate_limited" && retry_after === undefined) return undefined;
  const wait =
    retry_after === undefined ? policy.wait * 2 ** (attempt - 1) * (1 - Math.random() / 2) : retry_after * 1000;
  return spent + wait <= budget && wait < longestTimer ? Math.max(0, wait) : undefined;
}

/** A timer of more milliseconds ends at once. */
const longestTimer = 2 ** 31;

function sleep(wait: number, signal: AbortSignalLike | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- a reason may be any value
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, wait);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted === true) stop();
  });
}

const isDuration = (value: unknown): boolean => typeof value === "number" && value >= 0;

const optionRows: OptionRows<RetryOptions> = {
  attempts: {
    expected: "a whole number from 1 on",
    fits: (value) => value === Infinity || (Number.isSafeInteger(value) && Number(value) >= 1),
    usual: 4,
  },
  wait: { expected: "milliseconds", fits: (value) => isDuration(value) && Number(value) < longestTimer, usual: 1000 },
  budget: { expected: "milliseconds, or Infinity", fits: isDuration, usual: 60_000 },
  isIdempotent: { expected: "true or false", fits: (value) => typeof value === "boolean", usual: false },
  signal: { expected: "an AbortSignal", fits: (value) => hasFunctions(value, "addEventListener", "throwIfAborted") },
  detect: { expected: "a function", fits: isFunction, usual: detectError },
  onRetry: { expected: "a function", fits: isFunction },
};
