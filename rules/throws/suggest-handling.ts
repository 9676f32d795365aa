import type { TSESLint } from "@typescript-eslint/utils";
import type { DroppedFailure } from "../catches/dropped-failures.js";
import { isExcused } from "../catches/excuses.js";
import { isInLoop } from "../catches/retries.js";
import { findEnclosingHandler } from "../model/failure-handlers.js";
import type { Handler } from "../model/handlers.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { collectReturnedValues, isFunctionNode } from "../syntax/functions.js";
import { leaves } from "../syntax/flow.js";
import { collectNodes, isInside, runsInBrowser } from "../syntax/source-file.js";
import { resolveVariable } from "../syntax/references.js";
import { failProcess, narrowDrop, rethrow, throwLogged } from "./rewrite-handler.js";

/** A suggestion for a dropped failure. */
export interface Handling {
  readonly messageId: "rethrow" | "failProcess" | "narrow";
  readonly data: Record<string, string>;
  readonly fix: TSESLint.ReportFixFunction;
}

/**
 * Collects suggestions for a dropped failure, the likeliest first: throw all but an expected failure, throw each. Where
 * nothing can catch a throw, a script may end with a failure.
 */
export function suggestHandling(handler: Handler, drop: DroppedFailure): readonly Handling[] {
  const { context, sourceCode } = handler;
  if (runsInBrowser(handler.node, sourceCode) || context.contract.definesContract) return [];
  const isLost = !isExcused(handler, drop) && !isMeantDrop(handler, drop);
  const narrowed = drop.how === "partly" ? undefined : narrowDrop(handler, isLost);
  const narrowing = narrowed
    ? [{ messageId: "narrow" as const, data: { code: narrowed.code }, fix: narrowed.fix }]
    : [];
  // A throw would end the other items of a loop, too.
  const endsLoop = isInLoop(handler.node) && drop.how !== "partly";
  return isLost && !endsLoop ? [...narrowing, ...throwFailure(handler, drop)] : narrowing;
}

function throwFailure(handler: Handler, drop: DroppedFailure): readonly Handling[] {
  // A contract's conversion has a message of its own.
  const ways = [rethrow(handler, drop), handler.context.contract.isNone ? throwLogged(handler, drop) : undefined];
  const throwing = ways.flatMap((way) =>
    way ? [{ messageId: "rethrow" as const, data: { thrown: way.thrown }, fix: way.fix }] : [],
  );
  if (throwing.length > 0) return throwing;
  const ending = failProcess(handler, drop);
  return ending ? [{ messageId: "failProcess", data: {}, fix: ending }] : [];
}

/** Returns whether callers count on what a handler gives, so that a throw in its place does harm. */
function isMeantDrop(handler: Handler, drop: DroppedFailure): boolean {
  const { owner, sourceCode } = handler;
  // A throw at the top of a module takes away all that it exports.
  if (!owner && handler.block && sourceCode.ast.body.some(({ type }) => type.startsWith("Export"))) return true;
  return recognises(handler, drop) || isUsualAnswer(drop.told, handler);
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
