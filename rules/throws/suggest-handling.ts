import type { TSESLint } from "@typescript-eslint/utils";
import type { DroppedFailure } from "../catches/dropped-failures.js";
import { findEnclosingHandler } from "../model/failure-handlers.js";
import { isLogging, isQuietLevel, readLogLevel, readLogText } from "../model/logging.js";
import { isInLoop, isTriedAgain } from "../catches/retries.js";
import type { Intent } from "../intents/find-intent.js";
import { markIntended } from "../intents/mark-intended.js";
import type { Handler } from "../model/handlers.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { collectReturnedValues, isFunctionNode, leaves } from "../syntax/functions.js";
import { collectNodes, isInside } from "../syntax/nodes.js";
import { resolveVariable } from "../syntax/references.js";
import { runsInBrowser } from "../syntax/source-file.js";
import { writesLog } from "../words/names.js";
import { failProcess, narrowDrop, rethrow, throwLogged } from "./rewrite-handler.js";

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
  handler: Handler,
  drop: DroppedFailure,
  intent: Reason | undefined,
  allowExpected: boolean,
): readonly Handling[] {
  const { context, sourceCode } = handler;
  const isTried = isTriedAgain(handler.node, drop.at);
  const isGoingOn = isTried || (isInLoop(handler.node) && drop.how !== "partly");
  const isServer = !runsInBrowser(handler.node, sourceCode) && !context.contract.definesContract;
  const mayThrow = isServer && !isTried && !isMeantDrop(handler, drop);
  const throwing = mayThrow ? throwFailure(handler, drop) : [];
  const narrowed = isServer && drop.how !== "partly" ? narrowDrop(handler, mayThrow && !intent) : undefined;
  const narrowing = narrowed
    ? [{ messageId: "narrow" as const, data: { code: narrowed.code }, fix: narrowed.fix }]
    : [];
  // Without the option, a narrowed handler is still reported.
  if (!intent && !isGoingOn && throwing.length > 0)
    return allowExpected ? [...narrowing, ...throwing] : [...throwing, ...narrowing];
  // A drop that its author logs as an error is not marked, and a throw would end the other items too.
  if (!intent && !isTried && !isQuiet(handler)) return narrowing;
  const unclear = isGoingOn ? "next" : drop.how === "replaced" ? "answer" : "dismissed";
  const reason = REASONS[intent && intent !== "dismissed" ? intent : unclear](handler.work || "this");
  const mark = markIntended(handler, reason);
  return [...narrowing, ...(mark ? [{ messageId: "mark" as const, data: { reason }, fix: mark }] : []), ...throwing];
}

function throwFailure(handler: Handler, drop: DroppedFailure): readonly Handling[] {
  const messageId = drop.how === "partly" && !drop.at ? ("throwAtEnd" as const) : ("rethrow" as const);
  // A contract's conversion has a message of its own.
  const ways = [rethrow(handler, drop), handler.context.contract.isNone ? throwLogged(handler, drop) : undefined];
  const throwing = ways.flatMap((way) => (way ? [{ messageId, data: { thrown: way.thrown }, fix: way.fix }] : []));
  if (throwing.length > 0) return throwing;
  const ending = failProcess(handler, drop);
  return ending ? [{ messageId: "failProcess", data: {}, fix: ending }] : [];
}

/**
 * Returns whether the author of a drop has thought of the failure. The drop may be wrong all the same, and is worth a
 * finding: but callers count on the answer, so that a throw in its place is not the first thing to try.
 */
function isMeantDrop(handler: Handler, drop: DroppedFailure): boolean {
  const { owner, functionName, sourceCode } = handler;
  // A throw at the top of a module takes away all that it exports.
  if (!owner && handler.block && sourceCode.ast.body.some(({ type }) => type.startsWith("Export"))) return true;
  if (handler.asksOnly || recognises(handler, drop)) return true;
  return writesLog(functionName) || isQuiet(handler) || isUsualAnswer(drop.told, handler);
}

const ASKS_WHICH = /\.(?:code|errno|name|message|status)\b|instanceof (?!Error\b)/;

/** Returns whether a failure that a test of the handler recognises would be thrown along with the others. */
function recognises({ body, binding, sourceCode }: Handler, { at }: DroppedFailure): boolean {
  const references = (binding && resolveVariable(binding, sourceCode)?.references) ?? [];
  return collectNodes(sourceCode, body, isFunctionNode).some((node) => {
    if (node.type !== "IfStatement" || (at && isInside(at, node)) || leaves(node.consequent)) return false;
    const { test } = node;
    return ASKS_WHICH.test(sourceCode.getText(test)) && references.some((each) => isInside(each.identifier, test));
  });
}

/** `return false`, or an answer that the function also gives where nothing fails, or that its type names. */
function isUsualAnswer(told: DroppedFailure["told"], { block, owner, sourceCode }: Handler): boolean {
  if (!told) return false;
  const answer = unwrapExpression(told);
  if (answer.type === "Literal" && typeof answer.value === "boolean") return true;
  if (!block || !owner) return false;
  const text = sourceCode.getText(answer);
  if (
    owner.returnType &&
    sourceCode
      .getText(owner.returnType)
      .split(/[\s:<>|]+/)
      .includes(text)
  )
    return true;
  return collectReturnedValues(owner, sourceCode)
    .filter((value) => findEnclosingHandler(value, sourceCode)?.type !== "CatchClause")
    .some((value) => sourceCode.getText(unwrapExpression(value)) === text);
}

const WARNING = /^[^\p{L}]*warn/iu;

/** Returns whether the handler logs the failure as a warning or below, by the level or by the text, and not louder. */
function isQuiet({ body, context, sourceCode }: Handler): boolean {
  const levels = collectNodes(sourceCode, body)
    .filter((node) => node.type === "CallExpression")
    .filter((call) => isLogging(call, context))
    .map((call) => (WARNING.test(readLogText(call, sourceCode)) ? "warn" : readLogLevel(call, sourceCode)));
  return levels.some(isQuietLevel) && !levels.some((level) => /^_*error/.test(level));
}
