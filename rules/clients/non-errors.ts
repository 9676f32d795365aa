import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapped } from "../syntax/expressions.js";
import { isExecutionBoundary } from "../syntax/functions.js";
import { builtinErrorClass, getConstInitializer, staticKey, variableOf } from "../syntax/references.js";
import { testsBefore } from "../syntax/tests-before.js";

const ERROR_TESTS = /^is(?:Native)?Error(?:Like)?$/;

/**
 * Returns whether the tests before an expression tell that its value is no Error, or has no message to show in its place:
 * `error instanceof Error ? error.message : String(error)`, `error?.message ?? String(error)`.
 */
export function isKnownNonError(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapped(node);
  for (const { test, outcome } of testsBefore(node, isExecutionBoundary)) {
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
  const test = constantValue(unwrapped(tested), sourceCode);
  if (isSame(messageOwner(test, sourceCode) ?? test, value, sourceCode)) return !outcome;
  switch (test.type) {
    case "UnaryExpression":
      return test.operator === "!" && isRuledOut(value, test.argument, !outcome, sourceCode);
    case "LogicalExpression": {
      const sides = [test.left, test.right];
      const rulesOut = (side: TSESTree.Node) => isRuledOut(value, side, outcome, sourceCode);
      if (test.operator === "??") return false;
      return (test.operator === "&&") === outcome ? sides.some(rulesOut) : sides.every(rulesOut);
    }
    case "CallExpression": {
      const [argument] = test.arguments;
      const callee = unwrapped(test.callee);
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
      return !outcome && isSame(left, value, sourceCode) && builtinErrorClass(right, sourceCode) === "Error";
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
      const owner = messageOwner(unwrapped(left.argument), sourceCode);
      if (owner) return right.value === "string" && !isEqual && isSame(owner, value, sourceCode);
      return (right.value === "object") !== isEqual && isSame(left.argument, value, sourceCode);
    }
    default:
      return false;
  }
}

/** `error` of `error.message` */
function messageOwner(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const isMessage = node.type === "MemberExpression" && staticKey(node, sourceCode) === "message";
  return isMessage ? node.object : undefined;
}

function isSame(one: TSESTree.Node, other: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const variable = variableOf(unwrapped(one), sourceCode);
  return variable !== undefined && variable === variableOf(other, sourceCode);
}

/** Returns the initial value of a constant, such as `isError` in `const isError = error instanceof Error`. */
function constantValue(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node {
  return unwrapped(getConstInitializer(variableOf(node, sourceCode)) ?? node);
}
