import { AST_NODE_TYPES, type TSESTree } from "./tree.js";

/** The expression inside type assertions, `satisfies`, `!` and optional chains: what has the value at run time. */
export function unwrapped(node: TSESTree.Node): TSESTree.Node {
  switch (node.type) {
    case AST_NODE_TYPES.TSAsExpression:
    case AST_NODE_TYPES.TSSatisfiesExpression:
    case AST_NODE_TYPES.TSTypeAssertion:
    case AST_NODE_TYPES.TSNonNullExpression:
    case AST_NODE_TYPES.TSInstantiationExpression:
    case AST_NODE_TYPES.ChainExpression:
      return unwrapped(node.expression);
    default:
      return node;
  }
}
