import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { isStringExpression, readStaticValue, unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { getConstInitializer, resolveVariable } from "../syntax/references.js";
import { escapeName } from "../syntax/source-file.js";
import type { TypedFile } from "./type-facts.js";

/** Returns whether an expression is surely a string: by its syntax, a constant, an annotation, JSDoc, or its type. */
export function isString(node: TSESTree.Node, file: TypedFile): boolean {
  const { sourceCode, facts } = file;
  const variable = resolveVariable(node, sourceCode);
  const value = getConstInitializer(variable) ?? node;
  if (isStringExpression(value) || isDeclaredString(node, sourceCode)) return true;
  if (typeof readStaticValue(node, sourceCode)?.value === "string") return true;
  if (variable && isOnlyGivenStrings(variable)) return true;
  // Of the whole, the checker would ask for the type of the test too.
  if (value.type === "ConditionalExpression")
    return [value.consequent, value.alternate].every((arm) => isString(arm, file));
  return facts?.members(node).every(({ name, value }) => name === "string" || typeof value === "string") ?? false;
}

/** `let text = "It failed"; text += more;`: whatever is added to a string makes a string. */
function isOnlyGivenStrings({ defs: [definition], references }: TSESLint.Scope.Variable): boolean {
  if (definition?.type !== "Variable" || definition.node.id.type !== "Identifier" || !definition.node.init)
    return false;
  return references.every(({ identifier: { parent }, writeExpr }) => {
    const isAdded = parent.type === "AssignmentExpression" && parent.operator === "+=";
    return !writeExpr || isAdded || isStringExpression(writeExpr);
  });
}

/**
 * Whether an expression is a parameter or variable that its annotation, or the JSDoc of its function, says to be a
 * string.
 */
function isDeclaredString(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
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
  const pattern = new RegExp(String.raw`@param\s+\{string\}\s+${escapeName(name)}(?![\w$.])`);
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
