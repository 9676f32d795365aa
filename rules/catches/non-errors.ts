import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { readCalleeName, readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import { isExecutionBoundary, isShownBefore } from "../syntax/functions.js";
import { findBuiltinErrorName } from "../syntax/built-ins.js";
import { resolveConstant, resolveVariable } from "../syntax/references.js";

const ERROR_TESTS = /^is(?:Native)?Error(?:Like)?$/;

/**
 * Returns whether the tests before an expression tell that its value is no Error, or has no message to show in its
 * place: `error instanceof Error ? error.message : String(error)`, `error?.message ?? String(error)`. Tests inside of
 * `place`, a node around it, do not count.
 */
export function isKnownNonError(node: TSESTree.Node, lint: LintContext, place: TSESTree.Node = node): boolean {
  const value = unwrapExpression(node);
  return isShownBefore(place, isExecutionBoundary, (test, outcome) =>
    isRuledOut(value, resolveConstant(test, lint.sourceCode), outcome, lint),
  );
}

/** Returns whether an outcome of a test tells that a value is no Error, or has no message. */
function isRuledOut(value: TSESTree.Node, test: TSESTree.Node, outcome: boolean, lint: LintContext): boolean {
  const isValue = (each: TSESTree.Node | undefined) => each !== undefined && isSame(each, value, lint);
  if (isValue(findMessageOwner(test, lint) ?? test)) return !outcome;
  if (test.type === "CallExpression")
    return !outcome && ERROR_TESTS.test(readCalleeName(test, lint.sourceCode)) && isValue(test.arguments[0]);
  if (test.type !== "BinaryExpression") return false;
  const { left, right, operator } = test;
  if (operator === "instanceof")
    return !outcome && isValue(left) && findBuiltinErrorName(right, lint.sourceCode) === "Error";
  if (operator === "in") return !outcome && isValue(right) && left.type === "Literal" && left.value === "message";
  const isTypeTest = /^[!=]==?$/.test(operator) && left.type === "UnaryExpression" && left.operator === "typeof";
  if (!isTypeTest || right.type !== "Literal") return false;
  const isEqual = operator.startsWith("=") === outcome;
  const owner = findMessageOwner(unwrapExpression(left.argument), lint);
  if (owner) return right.value === "string" && !isEqual && isValue(owner);
  return (right.value === "object") !== isEqual && isValue(left.argument);
}

/** `error` of `error.message` */
function findMessageOwner(node: TSESTree.Node, { sourceCode }: LintContext): TSESTree.Node | undefined {
  const isMessage = node.type === "MemberExpression" && readStaticKey(node, sourceCode) === "message";
  return isMessage ? node.object : undefined;
}

function isSame(one: TSESTree.Node, other: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const variable = resolveVariable(unwrapExpression(one), sourceCode);
  return variable !== undefined && variable === resolveVariable(other, sourceCode);
}
