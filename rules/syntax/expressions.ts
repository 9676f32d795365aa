import type { TSESTree } from "@typescript-eslint/utils";

/** The expressions that can be the value of an expression: the arms of a conditional, the last of a sequence, ... */
export function possibleValues(node: TSESTree.Node): readonly TSESTree.Node[] {
  const expression = unwrapped(node);
  switch (expression.type) {
    case "ConditionalExpression":
      return [...possibleValues(expression.consequent), ...possibleValues(expression.alternate)];
    case "LogicalExpression":
      // The left side of `&&` is the value only when it is falsy, and then it is no failure anybody made.
      return expression.operator === "&&"
        ? possibleValues(expression.right)
        : [...possibleValues(expression.left), ...possibleValues(expression.right)];
    case "SequenceExpression": {
      const last = expression.expressions.at(-1);
      return last ? possibleValues(last) : [];
    }
    case "AssignmentExpression":
      return /^(?:=|\?\?=|\|\|=|&&=)$/.test(expression.operator) ? possibleValues(expression.right) : [expression];
    default:
      return [expression];
  }
}

/** Whether an expression is `null` or `undefined` as it is written. */
export function isNothing(node: TSESTree.Node): boolean {
  const value = unwrapped(node);
  if (value.type === "Identifier") return value.name === "undefined";
  return value.type === "Literal" && value.raw === "null";
}

/** The expression inside type assertions, `satisfies`, `!` and optional chains: what has the value at run time. */
export function unwrapped(node: TSESTree.Node): TSESTree.Node {
  switch (node.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSTypeAssertion":
    case "TSNonNullExpression":
    case "TSInstantiationExpression":
    case "ChainExpression":
      return unwrapped(node.expression);
    default:
      return node;
  }
}
