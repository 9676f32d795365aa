import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { isDeclaredString } from "../syntax/declared-string.js";
import { isStringExpression, unwrapped } from "../syntax/expressions.js";
import { getConstInitializer, variableOf } from "../syntax/references.js";
import type { TypeFacts } from "./type-facts.js";

/** Returns whether an expression is surely a string: by its syntax, a constant, an annotation, JSDoc, or its type. */
export function isString(
  node: TSESTree.Node,
  { sourceCode, facts }: { readonly sourceCode: TSESLint.SourceCode; readonly facts: TypeFacts | undefined },
): boolean {
  const value = getConstInitializer(variableOf(node, sourceCode)) ?? node;
  if (isStringExpression(value) || isDeclaredString(node, sourceCode)) return true;
  if (typeof ASTUtils.getStaticValue(unwrapped(node), sourceCode.getScope(node))?.value === "string") return true;
  return facts?.members(node).every(({ name, value }) => name === "string" || typeof value === "string") ?? false;
}
