import type { TSESLint } from "@typescript-eslint/utils";
import { isAskedFor } from "../catches/attempts.js";
import { nameOfWork } from "../catches/describe-loss.js";
import type { DroppedFailure } from "../catches/dropped-failures.js";
import type { FailureHandler } from "../catches/failure-handlers.js";
import { isInLoop, isTriedAgain } from "../catches/retries.js";
import type { LintContext } from "../contract/lint-context.js";
import type { Intent } from "../intents/find-intent.js";
import { markIntended } from "../intents/mark-intended.js";
import { isMeantDrop, isQuiet } from "../intents/meant-drop.js";
import { runsInBrowser } from "../syntax/source-file.js";
import { failProcess, narrowDrop, rethrow } from "./rewrite-handler.js";

/** A suggestion for a dropped failure. */
export interface Handling {
  readonly messageId: "rethrow" | "throwAtEnd" | "failProcess" | "narrow" | "mark";
  readonly data: Record<string, string>;
  readonly fix: TSESLint.ReportFixFunction;
}

/**
 * Why a drop is meant. `expected`: the handler throws each failure that it does not recognise; `next`: it stands in a
 * loop.
 */
type Reason = Intent | "expected" | "next";

/** The ends of the comments that mark a drop. */
const REASONS: Readonly<Record<Reason, (work: string) => string>> = {
  cleanup: (work) => `${work} only cleans up.`,
  extra: (work) => `${work} is an extra, and the work goes on without it.`,
  background: () => "no caller waits for this code.",
  handling: () => "another failure is being handled.",
  fallback: () => "there is another way to the answer.",
  dismissed: () => "the work goes on without it.",
  answer: () => "a failure is an answer here.",
  next: () => "the next one is tried.",
  expected: () => "this failure is expected, and the others are thrown.",
};

/**
 * Collects suggestions for a dropped failure, the likeliest first: an unintended drop becomes a throw, and an intended
 * one is narrowed to the expected failure, or marked. Where nothing can catch a throw, a script may end with a
 * failure.
 */
export function suggestHandling(
  handler: FailureHandler,
  drop: DroppedFailure,
  intent: Reason | undefined,
  context: LintContext,
  allowExpected: boolean,
): readonly Handling[] {
  const { sourceCode, contract } = context;
  const isTried = isTriedAgain(handler.node, drop.at, sourceCode);
  const isGoingOn = isTried || (isInLoop(handler.node) && drop.how !== "partly");
  const isServer = !runsInBrowser(handler.node, sourceCode) && !contract.definesContract;
  const mayThrow = isServer && !isTried && !isMeantDrop(handler, drop, context);
  const throwing = mayThrow ? throwFailure(handler, drop, context) : [];
  const narrowed = isServer && drop.how !== "partly" ? narrowDrop(handler, context, mayThrow && !intent) : undefined;
  const narrowing = narrowed
    ? [{ messageId: "narrow" as const, data: { code: narrowed.code }, fix: narrowed.fix }]
    : [];
  // Without the option, a narrowed handler is still reported.
  if (!intent && !isGoingOn && throwing.length > 0)
    return allowExpected ? [...narrowing, ...throwing] : [...throwing, ...narrowing];
  // A drop that its author logs as an error is not marked, and a throw would end the other items too.
  if (!intent && !isTried && (!isQuiet(handler, context) || isAskedFor(handler, sourceCode))) return narrowing;
  const isUnclear = !intent || intent === "dismissed";
  const shown = isUnclear ? findReason(drop, isGoingOn) : intent;
  const reason = REASONS[shown](nameOfWork(handler, sourceCode) || "this");
  const mark = markIntended(handler, reason, sourceCode);
  return [...narrowing, ...(mark ? [{ messageId: "mark" as const, data: { reason }, fix: mark }] : []), ...throwing];
}

function throwFailure(handler: FailureHandler, drop: DroppedFailure, context: LintContext): readonly Handling[] {
  const { contract, sourceCode } = context;
  const fix = rethrow(handler, drop, context);
  if (fix) {
    const messageId = drop.how === "partly" && !drop.at ? "throwAtEnd" : "rethrow";
    return [{ messageId, data: { converter: `${contract.converter}(...)` }, fix }];
  }
  const ending = failProcess(handler, drop, sourceCode);
  return ending ? [{ messageId: "failProcess", data: {}, fix: ending }] : [];
}

/** Why a drop may be meant that its author logged at a level below an error. */
function findReason({ how }: DroppedFailure, isGoingOn: boolean): Reason {
  if (isGoingOn) return "next";
  return how === "replaced" ? "answer" : "dismissed";
}
