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
  const value = getConstInitializer(resolveVariable(node, sourceCode)) ?? node;
  if (isStringExpression(value) || isDeclaredString(node, sourceCode)) return true;
  if (typeof readStaticValue(node, sourceCode)?.value === "string") return true;
  // Of the whole, the checker would ask for the type of the test too.
  if (facts && value.type === "ConditionalExpression") {
    return [value.consequent, value.alternate].every((arm) => isString(arm, { sourceCode, facts }));
  }
  return facts?.members(node).every(({ name, value }) => name === "string" || typeof value === "string") ?? false;
}
