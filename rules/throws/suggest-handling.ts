import type { TSESLint } from "@typescript-eslint/utils";
import { isAskedFor, isInLoop } from "../catches/attempts.js";
import { nameOfWork } from "../catches/describe-loss.js";
import type { DroppedFailure } from "../catches/dropped-failures.js";
import type { FailureHandler } from "../catches/failure-handlers.js";
import { isTriedAgain } from "../catches/retries.js";
import type { LintContext } from "../contract/lint-context.js";
import type { Intent } from "../intents/find-intent.js";
import { markIntended } from "../intents/mark-intended.js";
import { isMeantDrop, isQuiet } from "../intents/meant-drop.js";
import { touchesBrowser } from "../syntax/source-file.js";
import { failProcess } from "./fail-process.js";
import { narrowDrop } from "./narrow-drop.js";
import { rethrow } from "./rethrow.js";

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
  const throwing: Handling[] = [];
  const narrowing: Handling[] = [];
  if (!touchesBrowser(sourceCode) && !contract.definesContract) {
    const thrown = isTried || isMeantDrop(handler, drop, context) ? undefined : throwFailure(handler, drop, context);
    if (thrown) throwing.push(thrown);
    const narrowed = drop.how === "partly" ? undefined : narrowDrop(handler, context);
    if (narrowed) narrowing.push({ messageId: "narrow", data: { code: narrowed.code }, fix: narrowed.fix });
  }
  // Without the option, a narrowed handler is still reported.
  if (!intent && !isGoingOn && throwing.length > 0)
    return allowExpected ? [...narrowing, ...throwing] : [...throwing, ...narrowing];
  // A drop that its author logs as an error is not marked, and a throw would end the other items too.
  if (!intent && !isTried && (!isQuiet(handler, context) || isAskedFor(handler, sourceCode))) return narrowing;
  const reason = describeReason(
    !intent || intent === "dismissed" ? findReason(drop, isGoingOn) : intent,
    nameOfWork(handler, sourceCode),
  );
  const mark = markIntended(handler, reason, sourceCode);
  return [...narrowing, ...(mark ? [{ messageId: "mark" as const, data: { reason }, fix: mark }] : []), ...throwing];
}

function throwFailure(handler: FailureHandler, drop: DroppedFailure, context: LintContext): Handling | undefined {
  const { contract, sourceCode } = context;
  const fix = rethrow(handler, drop, context);
  if (fix) {
    const messageId = drop.how === "partly" && !drop.at ? "throwAtEnd" : "rethrow";
    const factory = contract.factories.find(({ purpose }) => purpose === "unknown")?.name ?? contract.errorClass;
    return { messageId, data: { converter: `${factory}(...)` }, fix };
  }
  const ending = failProcess(handler, drop, sourceCode);
  return ending && { messageId: "failProcess", data: {}, fix: ending };
}

/** Why a drop may be meant that its author logged at a level below an error. */
function findReason({ how }: DroppedFailure, isGoingOn: boolean): Reason {
  if (isGoingOn) return "next";
  return how === "replaced" ? "answer" : "dismissed";
}

function describeReason(intent: Reason, name: string): string {
  const work = name === "" ? "this" : name;
  switch (intent) {
    case "cleanup":
      return `${work} only cleans up.`;
    case "extra":
      return `${work} is an extra, and the work goes on without it.`;
    case "background":
      return "no caller waits for this code.";
    case "handling":
      return "another failure is being handled.";
    case "tested":
      return "a test expects that the work goes on.";
    case "fallback":
      return "there is another way to the answer.";
    case "dismissed":
      return "the work goes on without it.";
    case "answer":
      return "a failure is an answer here.";
    case "next":
      return "the next one is tried.";
    case "expected":
      return "this failure is expected, and the others are thrown.";
  }
}
