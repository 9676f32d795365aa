// Tells a failure that is dropped on purpose from one that gets lost.
//
// A handler that logs treats the error as a failure: the operator learns of it, but the caller does not. A silent
// handler treats the error as an answer. So a logged drop is a defect and a silent one is deliberate, unless something
// in the code says otherwise. `INTENTS` holds the excuses for a logged drop, `LOSSES` the signs against a silent one.
import type { AttemptHandler } from "../catches/attempts.js";
import { isTriedAgain } from "../catches/dropped-failures.js";
import { isDebugLevel, isLogger } from "../catches/logging.js";
import type { LintContext } from "../contract/lint-context.js";
import { isDefaultTested } from "../modules/default-expectations.js";
import { readCalleeName } from "../syntax/references.js";
import { answersUnknown, givesStatus, keepsState, tellsOutcome } from "./answers.js";
import { callsHandling, isAboutLogging, isCleanup, isComputation, isExtra } from "./attempted-work.js";
import { callsListener, handlesEvent, isInBackground, isInComponent, isLeftToItself } from "./background.js";
import { type DropFacts, readDropFacts } from "./drop-facts.js";
import { answersQuestion, answersWithoutTokens, isNamedForDefault, makesFolder } from "./function-names.js";
import { givesNoResult, isLeftEmpty, isOverlooked, losesWork } from "./losses.js";
import { handlesAnother, isNamedForFailure, readsRefusal } from "./other-failures.js";
import { answersOtherwise, callsNext, isPeerClosed, isTriedOtherwise, startsAgain } from "./other-ways.js";
import { isDocumented, isReason, isWarnedOf, saysThatWorkGoesOn } from "./written-reasons.js";

/** Why a failure may be dropped. */
export type Intent = "cleanup" | "extra" | "background" | "handling" | "fallback" | "dismissed" | "answer" | "tested";

// The first intent that applies is the reason that a suggested comment gives.
const INTENTS: readonly (readonly [intent: Intent, applies: (drop: DropFacts) => boolean])[] = [
  ["cleanup", isCleanup],
  ["extra", isExtra],
  ["extra", isAboutLogging],
  ["extra", isInComponent],
  ["background", isInBackground],
  ["handling", handlesAnother],
  ["fallback", answersOtherwise],
  ["fallback", isTriedOtherwise],
  ["fallback", callsNext],
  ["fallback", makesFolder],
  ["handling", startsAgain],
  ["answer", answersQuestion],
  ["answer", isNamedForDefault],
  ["answer", isDocumented],
  ["handling", isNamedForFailure],
  ["answer", tellsOutcome],
  ["answer", givesStatus],
  ["answer", keepsState],
  ["answer", answersUnknown],
  ["answer", answersWithoutTokens],
  ["answer", isComputation],
  ["handling", callsHandling],
  ["handling", isPeerClosed],
  ["background", handlesEvent],
  ["background", isLeftToItself],
  ["handling", readsRefusal],
  ["background", callsListener],
  ["dismissed", saysThatWorkGoesOn],
  ["dismissed", isWarnedOf],
];

const LOSSES: readonly ((drop: DropFacts) => boolean)[] = [givesNoResult, isLeftEmpty, losesWork, isOverlooked];

/** Returns why a failure may be dropped as it is; `undefined` where it gets lost. */
export function findIntent(handler: AttemptHandler, context: LintContext): Intent | undefined {
  const drop = readDropFacts(handler, context);
  const intent = INTENTS.find(([, applies]) => applies(drop))?.[0];
  if (intent) return intent;
  if (!isLost(drop)) return "answer";
  return isDefaultTested(drop.functionName, context.filename) ? "tested" : undefined;
}

/** Returns whether a drop without an excuse is logged as a failure, or shows a sign of a loss without explaining it. */
function isLost(drop: DropFacts): boolean {
  const { handler, context } = drop;
  const isExplained = context.sourceCode.getCommentsInside(handler.node).some(isReason);
  if (isLoggedAsFailure(drop, isExplained)) return true;
  return !isExplained && !leadsToRetry(drop) && LOSSES.some((loses) => loses(drop));
}

function isLoggedAsFailure(
  { handler, localHandler, logs, answers, context }: DropFacts,
  isExplained: boolean,
): boolean {
  if (!localHandler) return isLogger(handler.node, context);
  // A log that no operator sees is no sign of a failure, unless the caller gets a default.
  const isQuiet = logs.every((log) => isDebugLevel(readCalleeName(log, context.sourceCode)));
  const isNoted = isQuiet && (isExplained || answers.length === 0);
  return logs.length > 0 && !isNoted;
}

function leadsToRetry({ localHandler, answers, context }: DropFacts): boolean {
  if (!localHandler || answers.length > 0) return false;
  const handler = { node: localHandler, body: localHandler.body, binding: undefined };
  return isTriedAgain(handler, { at: undefined }, context.sourceCode);
}
