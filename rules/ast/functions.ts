import { AST_NODE_TYPES, type TSESTree } from "./tree.js";

export type FunctionNode =
  TSESTree.ArrowFunctionExpression | TSESTree.FunctionDeclaration | TSESTree.FunctionExpression;

export function isFunctionNode(node: TSESTree.Node | undefined | null): node is FunctionNode {
  return (
    node?.type === AST_NODE_TYPES.ArrowFunctionExpression ||
    node?.type === AST_NODE_TYPES.FunctionDeclaration ||
    node?.type === AST_NODE_TYPES.FunctionExpression
  );
}

/** The parameters that a call fills: TypeScript's `this` is none of them. */
export function parametersOf({ params }: { readonly params: TSESTree.Parameter[] }): TSESTree.Parameter[] {
  const [first] = params;
  return first?.type === AST_NODE_TYPES.Identifier && first.name === "this" ? params.slice(1) : params;
}

/** A node whose body runs at another time than the code around it. */
export function isExecutionBoundary(node: TSESTree.Node): boolean {
  return (
    isFunctionNode(node) ||
    node.type === AST_NODE_TYPES.StaticBlock ||
    node.type === AST_NODE_TYPES.PropertyDefinition ||
    node.type === AST_NODE_TYPES.AccessorProperty
  );
}

/** The innermost function around a node. */
export function enclosingFunction(node: TSESTree.Node): FunctionNode | undefined {
  for (let current = node.parent; current; current = current.parent) {
    if (isFunctionNode(current)) return current;
  }
  return undefined;
}
