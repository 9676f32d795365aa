import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { type FunctionNode, isFunctionNode } from "../syntax/functions.js";

/** The failure that another failure comes from, and the binding that has to be made before it can be named. */
export interface KnownCause {
  readonly name: string;
  /** The handler that gets the binding. */
  readonly unbound?: TSESTree.CatchClause | FunctionNode;
}

/** Adds the binding that a cause needs. */
export function addBinding(
  fixer: TSESLint.RuleFixer,
  { name, unbound }: KnownCause,
  { sourceCode }: LintContext,
): readonly TSESLint.RuleFix[] {
  if (!unbound) return [];
  if (!isFunctionNode(unbound)) return [fixer.insertTextBefore(unbound.body, `(${name}) `)];
  const from = unbound.typeParameters?.range[1] ?? unbound.range[0];
  const open = sourceCode.getFirstToken(unbound, ({ value, range }) => value === "(" && range[0] >= from);
  return open ? [fixer.insertTextAfter(open, name)] : [];
}
