import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { unwrapExpression } from "./expressions.js";
import { isFunctionNode } from "./functions.js";

/**
 * Whether an expression is a parameter or variable that its annotation, or the JSDoc of its function, says to be a
 * string.
 */
export function isDeclaredString(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const expression = unwrapExpression(node);
  if (expression.type !== "Identifier") return false;
  const { name } = expression;
  const variable = ASTUtils.findVariable(sourceCode.getScope(expression), name);
  const [definition, ...others] = variable?.defs ?? [];
  if (!definition || others.length > 0) return false;
  const binding = definition.name;
  if (binding.type === "Identifier" && binding.typeAnnotation) {
    const isOptional = binding.optional || binding.parent.type === "AssignmentPattern";
    return binding.typeAnnotation.typeAnnotation.type === "TSStringKeyword" && !isOptional;
  }
  const isWritten = variable?.references.some((reference) => reference.isWrite());
  return !isWritten && isFunctionNode(definition.node) && isDocumentedAsString(definition.node, name, sourceCode);
}

function isDocumentedAsString(made: TSESTree.Node, name: string, sourceCode: TSESLint.SourceCode): boolean {
  const pattern = new RegExp(String.raw`@param\s+\{string\}\s+${name.replaceAll("$", String.raw`\$`)}(?![\w$.])`);
  // The JSDoc stands before the function, or before its declaration or export.
  for (let node: TSESTree.Node | undefined = made; node; node = declares(node.parent) ? node.parent : undefined) {
    if (sourceCode.getCommentsBefore(node).some(({ value }) => value.startsWith("*") && pattern.test(value)))
      return true;
  }
  return false;
}

function declares(node: TSESTree.Node | null | undefined): node is TSESTree.Node {
  return (
    node?.type === "ExportNamedDeclaration" ||
    node?.type === "ExportDefaultDeclaration" ||
    node?.type === "VariableDeclarator" ||
    node?.type === "VariableDeclaration" ||
    node?.type === "MethodDefinition"
  );
}
