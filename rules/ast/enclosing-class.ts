import { AST_NODE_TYPES, type TSESTree } from "./tree.js";

/** The innermost class whose body or head a node stands in. */
export function enclosingClass(node: TSESTree.Node): TSESTree.ClassDeclaration | TSESTree.ClassExpression | undefined {
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === AST_NODE_TYPES.ClassDeclaration || current.type === AST_NODE_TYPES.ClassExpression)
      return current;
  }
  return undefined;
}
