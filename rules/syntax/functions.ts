import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { nodesIn } from "./nodes.js";

/** The innermost class whose body or head a node stands in. */
export function enclosingClass(node: TSESTree.Node): TSESTree.ClassDeclaration | TSESTree.ClassExpression | undefined {
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === "ClassDeclaration" || current.type === "ClassExpression") return current;
  }
  return undefined;
}

/** The expressions that a function returns, in order of their places; those of functions inside it are not its own. */
export function returnedValues(node: FunctionNode, sourceCode: TSESLint.SourceCode): readonly TSESTree.Expression[] {
  if (node.body.type !== "BlockStatement") return [node.body];
  return [...nodesIn(sourceCode, node.body)]
    .filter((each): each is TSESTree.ReturnStatement => each.type === "ReturnStatement")
    .filter((each) => enclosingFunction(each) === node)
    .flatMap(({ argument }) => argument ?? [])
    .sort((one, other) => one.range[0] - other.range[0]);
}

export type FunctionNode =
  TSESTree.ArrowFunctionExpression | TSESTree.FunctionDeclaration | TSESTree.FunctionExpression;

export function isFunctionNode(node: TSESTree.Node | undefined | null): node is FunctionNode {
  return (
    node?.type === "ArrowFunctionExpression" ||
    node?.type === "FunctionDeclaration" ||
    node?.type === "FunctionExpression"
  );
}

/** The parameters that a call fills: TypeScript's `this` is none of them. */
export function parametersOf({ params }: { readonly params: TSESTree.Parameter[] }): TSESTree.Parameter[] {
  const [first] = params;
  return first?.type === "Identifier" && first.name === "this" ? params.slice(1) : params;
}

/** A node whose body runs at another time than the code around it. */
export function isExecutionBoundary(node: TSESTree.Node): boolean {
  return (
    isFunctionNode(node) ||
    node.type === "StaticBlock" ||
    node.type === "PropertyDefinition" ||
    node.type === "AccessorProperty"
  );
}

/** The innermost function around a node. */
export function enclosingFunction(node: TSESTree.Node): FunctionNode | undefined {
  for (let current = node.parent; current; current = current.parent) {
    if (isFunctionNode(current)) return current;
  }
  return undefined;
}
