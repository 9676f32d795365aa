import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isExecutionBoundary } from "./functions.js";

/** Whether a statement ends in a throw on every path, as far as its structure shows. */
export function alwaysThrows(statement: TSESTree.Statement): boolean {
  switch (statement.type) {
    case "ThrowStatement":
      return true;
    case "BlockStatement":
      return blockThrows(statement.body);
    case "IfStatement":
      return statement.alternate != null && alwaysThrows(statement.consequent) && alwaysThrows(statement.alternate);
    case "TryStatement":
      return (
        (statement.finalizer != null && alwaysThrows(statement.finalizer)) ||
        (statement.handler != null && alwaysThrows(statement.block) && alwaysThrows(statement.handler.body))
      );
    default:
      return false;
  }
}

function blockThrows(statements: readonly TSESTree.Statement[]): boolean {
  const index = statements.findIndex(alwaysThrows);
  return index >= 0 && !statements.slice(0, index).some(mayLeave);
}

// A `return`, `break` or `continue` in front of the throw is a path around it.
function mayLeave(statement: TSESTree.Statement): boolean {
  switch (statement.type) {
    case "ReturnStatement":
    case "BreakStatement":
    case "ContinueStatement":
      return true;
    case "BlockStatement":
      return statement.body.some(mayLeave);
    case "IfStatement":
      return mayLeave(statement.consequent) || (statement.alternate != null && mayLeave(statement.alternate));
    case "ExpressionStatement":
    case "VariableDeclaration":
    case "FunctionDeclaration":
    case "EmptyStatement":
    case "ThrowStatement":
      return false;
    default:
      return true;
  }
}

/**
 * Whether what is thrown at a node ends in a catch clause of the same function that never looks at it: control flow,
 * not a failure.
 */
export function isJump(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const receiver = receivingCatch(node);
  if (!receiver) return false;
  return sourceCode.getDeclaredVariables(receiver).every(({ references }) => references.length === 0);
}

/** The catch clause of the same function that receives what is thrown at a node, if there is one. */
export function receivingCatch(node: TSESTree.Node): TSESTree.CatchClause | undefined {
  for (let child = node, current = node.parent; current; child = current, current = current.parent) {
    if (isExecutionBoundary(current)) return undefined;
    if (current.type === "TryStatement" && current.block === child && current.handler) return current.handler;
  }
  return undefined;
}

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
