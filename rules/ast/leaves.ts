import { AST_NODE_TYPES, type TSESTree } from "./tree.js";

/** Whether a statement ends by leaving the block that it stands in. */
export function leaves(statement: TSESTree.Statement): boolean {
  const last = statement.type === AST_NODE_TYPES.BlockStatement ? statement.body.at(-1) : statement;
  return (
    last?.type === AST_NODE_TYPES.ThrowStatement ||
    last?.type === AST_NODE_TYPES.ReturnStatement ||
    last?.type === AST_NODE_TYPES.ContinueStatement ||
    last?.type === AST_NODE_TYPES.BreakStatement
  );
}
