import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isDeclaredString } from "../syntax/declared-string.js";
import { isStringExpression } from "../syntax/expressions.js";
import { getConstInitializer, readStaticValue, resolveVariable } from "../syntax/references.js";
import type { TypeFacts } from "./type-facts.js";

/** Returns whether an expression is surely a string: by its syntax, a constant, an annotation, JSDoc, or its type. */
export function isString(
  node: TSESTree.Node,
  { sourceCode, facts }: { readonly sourceCode: TSESLint.SourceCode; readonly facts: TypeFacts | undefined },
): boolean {
  const variable = resolveVariable(node, sourceCode);
  const value = getConstInitializer(variable) ?? node;
  if (isStringExpression(value) || isDeclaredString(node, sourceCode)) return true;
  if (typeof readStaticValue(node, sourceCode)?.value === "string") return true;
  if (variable && isOnlyGivenStrings(variable)) return true;
  // Of the whole, the checker would ask for the type of the test too.
  if (value.type === "ConditionalExpression")
    return [value.consequent, value.alternate].every((arm) => isString(arm, { sourceCode, facts }));
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
