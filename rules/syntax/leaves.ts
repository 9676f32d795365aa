import type { TSESTree } from "@typescript-eslint/utils";

/** Whether a statement ends by leaving the block that it stands in. */
export function leaves(statement: TSESTree.Statement): boolean {
  const last = statement.type === "BlockStatement" ? statement.body.at(-1) : statement;
  return (
    last?.type === "ThrowStatement" ||
    last?.type === "ReturnStatement" ||
    last?.type === "ContinueStatement" ||
    last?.type === "BreakStatement"
  );
}
