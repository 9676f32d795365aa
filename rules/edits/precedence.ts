import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";

// The nodes in which any expression may stand.
const TAKES_ANY = new RegExp(
  "^(?:Conditional|Assignment|ArrowFunction|Array)Expression$|^(?:If|While|Return|Expression)Statement$|" +
    "^(?:VariableDeclarator|Property)$",
);

/** Whether `|| more` can follow an expression where it stands, without parentheses. */
export function joins(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const { parent } = node;
  if (!parent || ASTUtils.isParenthesized(node, sourceCode)) return true;
  if (parent.type === "LogicalExpression") return parent.operator === "||";
  return TAKES_ANY.test(parent.type) || (parent.type === "CallExpression" && parent.callee !== node);
}
