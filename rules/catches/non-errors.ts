import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "../syntax/expressions.js";
import { isExecutionBoundary } from "../syntax/functions.js";
import { findBuiltinErrorName, getConstInitializer, readStaticKey, resolveVariable } from "../syntax/references.js";
import { testsBefore } from "../syntax/tests-before.js";

const ERROR_TESTS = /^is(?:Native)?Error(?:Like)?$/;

/**
 * Returns whether the tests before an expression tell that its value is no Error, or has no message to show in its
 * place: `error instanceof Error ? error.message : String(error)`, `error?.message ?? String(error)`. Tests inside of
 * `place`, a node around it, do not count.
 */
export function isKnownNonError(
  node: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
  place: TSESTree.Node = node,
): boolean {
  const value = unwrapExpression(node);
  for (const { test, outcome } of testsBefore(place, isExecutionBoundary)) {
    if (isRuledOut(value, test, outcome, sourceCode)) return true;
  }
  return false;
}

/** Whether an outcome of a test tells that a value is no Error, or has no message. */
function isRuledOut(
  value: TSESTree.Node,
  tested: TSESTree.Node,
  outcome: boolean,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const test = resolveConstant(unwrapExpression(tested), sourceCode);
  if (isSame(findMessageOwner(test, sourceCode) ?? test, value, sourceCode)) return !outcome;
  switch (test.type) {
    case "UnaryExpression":
      return test.operator === "!" && isRuledOut(value, test.argument, !outcome, sourceCode);
    case "LogicalExpression": {
      const sides = [test.left, test.right];
      const canRuleOut = (side: TSESTree.Node) => isRuledOut(value, side, outcome, sourceCode);
      if (test.operator === "??") return false;
      return (test.operator === "&&") === outcome ? sides.some(canRuleOut) : sides.every(canRuleOut);
    }
    case "CallExpression": {
      const [argument] = test.arguments;
      const callee = unwrapExpression(test.callee);
      const name = callee.type === "MemberExpression" ? callee.property : callee;
      const asksForError = name.type === "Identifier" && ERROR_TESTS.test(name.name);
      return !outcome && asksForError && argument !== undefined && isSame(argument, value, sourceCode);
    }
    case "BinaryExpression":
      return isComparisonRuledOut(value, test, outcome, sourceCode);
    default:
      return false;
  }
}

function isComparisonRuledOut(
  value: TSESTree.Node,
  { left, right, operator }: TSESTree.BinaryExpression,
  outcome: boolean,
  sourceCode: TSESLint.SourceCode,
): boolean {
  switch (operator) {
    case "instanceof":
      return !outcome && isSame(left, value, sourceCode) && findBuiltinErrorName(right, sourceCode) === "Error";
    case "in": {
      const isMessage = left.type === "Literal" && left.value === "message";
      return !outcome && isMessage && isSame(right, value, sourceCode);
    }
    case "===":
    case "==":
    case "!==":
    case "!=": {
      const isType = left.type === "UnaryExpression" && left.operator === "typeof";
      if (!isType || right.type !== "Literal") return false;
      const isEqual = operator.startsWith("=") === outcome;
      const owner = findMessageOwner(unwrapExpression(left.argument), sourceCode);
      if (owner) return right.value === "string" && !isEqual && isSame(owner, value, sourceCode);
      return (right.value === "object") !== isEqual && isSame(left.argument, value, sourceCode);
    }
    default:
      return false;
  }
}

/** `error` of `error.message` */
function findMessageOwner(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const isMessage = node.type === "MemberExpression" && readStaticKey(node, sourceCode) === "message";
  return isMessage ? node.object : undefined;
}

function isSame(one: TSESTree.Node, other: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const variable = resolveVariable(unwrapExpression(one), sourceCode);
  return variable !== undefined && variable === resolveVariable(other, sourceCode);
}

/** Returns the initial value of a constant, such as `isError` in `const isError = error instanceof Error`. */
function resolveConstant(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node {
  return unwrapExpression(getConstInitializer(resolveVariable(node, sourceCode)) ?? node);
}
