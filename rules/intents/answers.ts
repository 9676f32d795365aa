// The answer of a function may tell the caller by itself that the work failed.
import type { TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler } from "../catches/failure-handlers.js";
import { isFalse } from "../catches/failure-values.js";
import { isFailedExit } from "../catches/propagation.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { collectReturnedValues, findEnclosingFunction, isFunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { type DropFacts, hasOnly } from "./drop-facts.js";

/**
 * Returns whether the function returns `true` where the work is done, and `false` from the handlers of its failures
 * alone: the log tells the operator why, and the answer tells the caller that it failed.
 */
export function tellsOutcome({ handler: { node }, logs, answers, context: { sourceCode } }: DropFacts): boolean {
  const owner = findEnclosingFunction(node);
  if (!owner || logs.length === 0 || !hasOnly(answers, isFalse)) return false;
  const values = collectReturnedValues(owner, sourceCode);
  const successes = values.filter(isTrue);
  const failures = values.filter((value) => isFalse(value) && findEnclosingHandler(value, sourceCode));
  return successes.length > 0 && successes.length + failures.length === values.length;
}

/** Returns whether the answer is the status of a process: `return 1` in a function that otherwise returns 0. */
export function givesStatus({ handler: { node }, answers, context: { sourceCode } }: DropFacts): boolean {
  const owner = findEnclosingFunction(node);
  if (!owner || !hasOnly(answers, isFailedExit)) return false;
  return collectReturnedValues(owner, sourceCode).some((value) => value.type === "Literal" && value.value === 0);
}

/** `try { ...; this.isReady = true; } catch { this.isReady = false; }` */
export function keepsState({ handler: { node }, context: { sourceCode } }: DropFacts): boolean {
  if (node.type !== "CatchClause") return false;
  const listTargets = (block: TSESTree.BlockStatement, isWanted: (value: TSESTree.Node) => boolean) =>
    collectNodes(sourceCode, block, isFunctionNode).flatMap((each) =>
      each.type === "AssignmentExpression" && isWanted(each.right) ? [sourceCode.getText(each.left)] : [],
    );
  const failed = listTargets(node.body, isFalse);
  return failed.length > 0 && listTargets(node.parent.block, isTrue).some((target) => failed.includes(target));
}

function isTrue(value: TSESTree.Node): boolean {
  return value.type === "Literal" && value.value === true;
}

const UNKNOWN = /^(?:unknown|n\/a|not available|unavailable)$/i;

/** `return "unknown"`, `return -1` */
export function answersUnknown({ answers }: DropFacts): boolean {
  return hasOnly(answers, (answer) => {
    const value = unwrapExpression(answer);
    if (value.type === "UnaryExpression" && value.operator === "-") return true;
    return value.type === "Literal" && UNKNOWN.test(String(value.value));
  });
}
