import { AST_NODE_TYPES, ASTUtils, type TSESLint, type TSESTree } from "./tree.js";

/** The name of a member, property or method, where it is known without running the code: `a.b`, `a["b"]`, `{ [K]: 1 }`. */
export function staticKey(
  node: TSESTree.MemberExpression | TSESTree.Property | TSESTree.MethodDefinition | TSESTree.PropertyDefinition,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  // Nearly all names are plain, and looking up a scope is slow.
  const key = node.type === AST_NODE_TYPES.MemberExpression ? node.property : node.key;
  if (!node.computed && key.type === AST_NODE_TYPES.Identifier) return key.name;
  if (key.type === AST_NODE_TYPES.Literal && typeof key.value === "string") return key.value;
  const isWritten = !node.computed || key.type === AST_NODE_TYPES.Literal;
  return ASTUtils.getPropertyName(node, isWritten ? undefined : sourceCode.getScope(node)) ?? undefined;
}
