// Tells a failure that is dropped on purpose from one that gets lost.
//
// A handler that logs treats the error as a failure: the operator learns of it, but the caller does not. A silent
// handler treats the error as an answer. So a logged drop is a defect and a silent one is deliberate, unless something
// in the code says otherwise. `INTENTS` holds the excuses for a logged drop, `isLost` the signs against a silent one.
import type { TSESLint } from "@typescript-eslint/utils";
import type { AttemptHandler } from "../catches/attempts.js";
import { isEmptyList, tellsFailureAsSuccess } from "../model/sayings.js";
import { isDebugLevel, isLogger, readLogLevel } from "../catches/logging.js";
import { isTriedAgain } from "../catches/retries.js";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { readCalleeName } from "../syntax/references.js";
import {
  answersAsUsual,
  answersOtherwise,
  answersQuestion,
  answersUnknown,
  isDocumented,
  keepsState,
  tellsOutcome,
} from "./answers.js";
import { callsHandling, isAboutLogging, isCleanup, isComputation, isExtra } from "./attempted-work.js";
import { isInBackground, isInComponent, isLeftToItself } from "./background.js";
import { type DropFacts, hasOnly, readDropFacts } from "./drop-facts.js";
import { handlesAnother, isPeerClosed, isTriedOtherwise, readsRefusal } from "./other-ways.js";
import { isReason, isWarnedOf, saysThatWorkGoesOn } from "./written-reasons.js";

/** Why a failure may be dropped. */
export type Intent = "cleanup" | "extra" | "background" | "handling" | "fallback" | "dismissed" | "answer";

// `formatError`, `readErrorBody`
const DESCRIBES_FAILURE = /^(?:parse|throw)(?:[A-Z]\w*)?Error(?:Message)?$/;
// The first intent that applies is the reason that a suggested comment gives.
const INTENTS: readonly (readonly [intent: Intent, applies: (drop: DropFacts) => boolean])[] = [
  ["cleanup", isCleanup],
  ["extra", isExtra],
  ["extra", isAboutLogging],
  ["extra", isInComponent],
  ["background", isInBackground],
  ["handling", handlesAnother],
  ["handling", isNamed(/^(?:rollback|rollBack|undo)$/)],
  ["fallback", answersOtherwise],
  ["fallback", isTriedOtherwise],
  ["answer", answersQuestion],
  // The caller asks for the default, or for an attempt: `createPreviewOrNull`, `maybeFindUser`, `readBodySafe`.
  ["answer", isNamed(/^_*(?:try|safe|maybe)[A-Z]|Safe(?:ly)?$/)],
  ["answer", answersAs(/OrNull$/)],
  ["answer", isDocumented],
  ["handling", isNamed(DESCRIBES_FAILURE)],
  ["answer", tellsOutcome],
  ["answer", answersAsUsual],
  ["answer", keepsState],
  ["answer", answersUnknown],
  ["answer", isComputation],
  ["handling", callsHandling],
  ["handling", isPeerClosed],
  ["background", isLeftToItself],
  ["handling", readsRefusal],
  ["dismissed", saysThatWorkGoesOn],
  ["dismissed", isWarnedOf],
];

/** Returns why a failure may be dropped as it is; `undefined` where it gets lost. */
export function findIntent(handler: AttemptHandler, context: LintContext): Intent | undefined {
  const drop = readDropFacts(handler, context);
  return INTENTS.find(([, applies]) => applies(drop))?.[0] ?? (isLost(drop) ? undefined : "answer");
}

function isNamed(pattern: RegExp): (drop: DropFacts) => boolean {
  return ({ functionName }) => pattern.test(functionName);
}

function answersAs(pattern: RegExp): (drop: DropFacts) => boolean {
  return ({ functionName, answers }) => answers.length > 0 && pattern.test(functionName);
}

/** Returns whether a drop without an excuse is logged as a failure, or shows a sign of a loss without explaining it. */
function isLost(drop: DropFacts): boolean {
  const isExplained = drop.sourceCode.getCommentsInside(drop.handler.node).some(isReason);
  if (isLoggedAsFailure(drop, isExplained)) return true;
  if (isExplained || leadsToRetry(drop)) return false;
  return givesNoResult(drop) || isLeftEmpty(drop) || drop.purposes.includes("action") || isOverlooked(drop);
}

function isLoggedAsFailure(drop: DropFacts, isExplained: boolean): boolean {
  const { handler, localHandler, logs, answers, sourceCode } = drop;
  if (!localHandler) return isLogger(handler.node, drop);
  // A log that no operator sees is no sign of a failure, unless the caller gets a default.
  const isQuiet = logs.every((log) => isDebugLevel(readLogLevel(log, sourceCode)));
  const isNoted = isQuiet && (isExplained || answers.length === 0);
  return logs.length > 0 && !isNoted;
}

function leadsToRetry({ localHandler, answers, sourceCode }: DropFacts): boolean {
  if (!localHandler || answers.length > 0) return false;
  return isTriedAgain(localHandler, undefined, sourceCode);
}

const BEGINS_WITH_FAILURE = /^$|^failed\b/i;

/** An empty list or text looks like an answer, and a text that begins with the failure looks like a result. */
function givesNoResult({ answers, calls, sourceCode }: DropFacts): boolean {
  // The parts of a text that is no URL are empty.
  if (hasOnly(calls, (call) => call.type === "NewExpression" && readCalleeName(call, sourceCode) === "URL"))
    return false;
  return answers.some((answer) => {
    if (isEmptyList(answer) || tellsFailureAsSuccess(answer, sourceCode)) return true;
    const value = unwrapExpression(answer);
    const text =
      value.type === "TemplateLiteral" ? value.quasis[0]?.value.raw : value.type === "Literal" && value.value;
    return typeof text === "string" && BEGINS_WITH_FAILURE.test(text);
  });
}

/** Returns whether the handler is empty, and more was tried than to answer a question or to clean up. */
function isLeftEmpty({ localHandler, purposes }: DropFacts): boolean {
  if (localHandler?.body.type !== "BlockStatement" || localHandler.body.body.length > 0) return false;
  return purposes.some((purpose) => purpose !== "question" && purpose !== "cleanup");
}

/** Returns whether a callback takes the result and does not look at the failure. */
function isOverlooked({ handler: { kind, node }, sourceCode }: DropFacts): boolean {
  if (kind !== "callback" || !isFunctionNode(node)) return false;
  const [failure, ...results] = sourceCode
    .getDeclaredVariables(node)
    .filter(({ defs }) => defs[0]?.type === "Parameter");
  const isRead = (variable: TSESLint.Scope.Variable) => variable.references.some((reference) => reference.isRead());
  return failure !== undefined && !isRead(failure) && results.some(isRead);
}
