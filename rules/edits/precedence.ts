import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";

/** Whether `|| more` can follow an expression where it stands, without parentheses. */
export function joins(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return ASTUtils.isParenthesized(node, sourceCode) || takesDisjunction(node);
}

function takesDisjunction(node: TSESTree.Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case "LogicalExpression":
      return parent.operator === "||";
    case "ConditionalExpression":
      return true;
    case "BinaryExpression":
    case "UnaryExpression":
    case "AwaitExpression":
    case "MemberExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "ClassDeclaration":
    case "ClassExpression":
      return false;
    case "CallExpression":
    case "NewExpression":
      return parent.callee !== node;
    default:
      return true;
  }
}
