import { AST_NODE_TYPES, ASTUtils, type TSESLint, type TSESTree } from "../ast/tree.js";

/** Whether `|| more` can follow an expression where it stands, without parentheses. */
export function joins(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return ASTUtils.isParenthesized(node, sourceCode) || takesDisjunction(node);
}

function takesDisjunction(node: TSESTree.Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case AST_NODE_TYPES.LogicalExpression:
      return parent.operator === "||";
    case AST_NODE_TYPES.ConditionalExpression:
      return true;
    case AST_NODE_TYPES.BinaryExpression:
    case AST_NODE_TYPES.UnaryExpression:
    case AST_NODE_TYPES.AwaitExpression:
    case AST_NODE_TYPES.MemberExpression:
    case AST_NODE_TYPES.TSAsExpression:
    case AST_NODE_TYPES.TSSatisfiesExpression:
    case AST_NODE_TYPES.TSNonNullExpression:
    case AST_NODE_TYPES.TSTypeAssertion:
    case AST_NODE_TYPES.ClassDeclaration:
    case AST_NODE_TYPES.ClassExpression:
      return false;
    case AST_NODE_TYPES.CallExpression:
    case AST_NODE_TYPES.NewExpression:
      return parent.callee !== node;
    default:
      return true;
  }
}
