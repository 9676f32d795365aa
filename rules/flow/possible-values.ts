import { AST_NODE_TYPES, type TSESTree } from "../ast/tree.js";
import { unwrapped } from "../ast/unwrapped.js";

/** The expressions that can be the value of an expression: the arms of a conditional, the last of a sequence, ... */
export function possibleValues(node: TSESTree.Node): readonly TSESTree.Node[] {
  const expression = unwrapped(node);
  switch (expression.type) {
    case AST_NODE_TYPES.ConditionalExpression:
      return [...possibleValues(expression.consequent), ...possibleValues(expression.alternate)];
    case AST_NODE_TYPES.LogicalExpression:
      // The left side of `&&` is the value only when it is falsy, and then it is no failure anybody made.
      return expression.operator === "&&"
        ? possibleValues(expression.right)
        : [...possibleValues(expression.left), ...possibleValues(expression.right)];
    case AST_NODE_TYPES.SequenceExpression: {
      const last = expression.expressions.at(-1);
      return last ? possibleValues(last) : [];
    }
    case AST_NODE_TYPES.AssignmentExpression:
      return /^(?:=|\?\?=|\|\|=|&&=)$/.test(expression.operator) ? possibleValues(expression.right) : [expression];
    default:
      return [expression];
  }
}
