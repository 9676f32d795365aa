// A loop may try again after a failure.
import type { TSESTree } from "@typescript-eslint/utils";
import { isExecutionBoundary } from "../syntax/flow.js";

type Loop =
  | TSESTree.DoWhileStatement
  | TSESTree.ForInStatement
  | TSESTree.ForOfStatement
  | TSESTree.ForStatement
  | TSESTree.WhileStatement;

/** Finds the `try` in a loop that is entered again until it succeeds. */
export function findRepeatedAttempt(handler: TSESTree.Node): TSESTree.TryStatement | undefined {
  if (handler.type !== "CatchClause" || !isInLoop(handler)) return undefined;
  return leavesLoop(handler.parent.block) ? handler.parent : undefined;
}

/**
 * Returns whether a loop goes on to the next attempt after its handler has dropped a failure at a node: one without a
 * list, or one that success leaves.
 */
export function isTriedAgain(handler: TSESTree.Node, at: TSESTree.Node | undefined): boolean {
  const loop = findEnclosingLoop(handler);
  if (!loop || at?.type === "ReturnStatement" || at?.type === "BreakStatement") return false;
  const hasList = loop.type === "ForStatement" ? loop.test !== null : loop.type.startsWith("For");
  return !hasList || findRepeatedAttempt(handler) !== undefined;
}

/** Returns whether a handler belongs to one of many items or attempts, in a loop of the same function. */
export function isInLoop(handler: TSESTree.Node): boolean {
  return findEnclosingLoop(handler) !== undefined;
}

function findEnclosingLoop(node: TSESTree.Node): Loop | undefined {
  for (let current = node.parent; current; current = current.parent) {
    if (isExecutionBoundary(current)) return undefined;
    if (/^(?:For|While|DoWhile)(?:In|Of)?Statement$/.test(current.type)) return current as Loop;
  }
  return undefined;
}

/** Returns whether a `return` or `break` stands in a block, outside of functions, loops and `switch`. */
export function leavesLoop(statement: TSESTree.Statement): boolean {
  switch (statement.type) {
    case "ReturnStatement":
    case "BreakStatement":
      return true;
    case "BlockStatement":
      return statement.body.some(leavesLoop);
    case "IfStatement":
      return [statement.consequent, statement.alternate].some((each) => each != null && leavesLoop(each));
    case "TryStatement":
      return leavesLoop(statement.block);
    default:
      return false;
  }
}
