import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";

/** The name of a member, property or method, where it is known without running the code: `a.b`, `a["b"]`, `{ [K]: 1 }`. */
export function staticKey(
  node: TSESTree.MemberExpression | TSESTree.Property | TSESTree.MethodDefinition | TSESTree.PropertyDefinition,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  // Nearly all names are plain, and looking up a scope is slow.
  const key = node.type === "MemberExpression" ? node.property : node.key;
  if (!node.computed && key.type === "Identifier") return key.name;
  if (key.type === "Literal" && typeof key.value === "string") return key.value;
  const isWritten = !node.computed || key.type === "Literal";
  return ASTUtils.getPropertyName(node, isWritten ? undefined : sourceCode.getScope(node)) ?? undefined;
}
