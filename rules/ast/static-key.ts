import { ASTUtils, type TSESLint, type TSESTree } from "@typescript-eslint/utils";

/** The name of a member, property or method, where it is known without running the code: `a.b`, `a["b"]`, `{ [K]: 1 }`. */
export function staticKey(
  node: TSESTree.MemberExpression | TSESTree.Property | TSESTree.MethodDefinition | TSESTree.PropertyDefinition,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  return ASTUtils.getPropertyName(node, sourceCode.getScope(node)) ?? undefined;
}
