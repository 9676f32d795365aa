import type { TSESTree } from "@typescript-eslint/utils";

/** The innermost class whose body or head a node stands in. */
export function enclosingClass(node: TSESTree.Node): TSESTree.ClassDeclaration | TSESTree.ClassExpression | undefined {
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === "ClassDeclaration" || current.type === "ClassExpression") return current;
  }
  return undefined;
}
