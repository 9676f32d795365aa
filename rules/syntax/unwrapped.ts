import type { TSESTree } from "@typescript-eslint/utils";

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
