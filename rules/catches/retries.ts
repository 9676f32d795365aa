// A loop may try again after a failure.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type FunctionNode, isExecutionBoundary } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";

interface RepeatedAttempt {
  readonly node: TSESTree.TryStatement;
  /** Whether success leaves the loop. If not, each attempt only works towards the end and may fail in another way. */
  readonly endsWithSuccess: boolean;
}

/** Finds the `try` in a loop that is entered again: until it succeeds, or until the condition of the loop is met. */
export function findRepeatedAttempt(
  handler: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): RepeatedAttempt | undefined {
  if (handler.type !== "CatchClause") return undefined;
  const node = handler.parent;
  const loop = findEnclosingLoop(node);
  if (!loop) return undefined;
  const endsWithSuccess = leavesLoop(node.block);
  return endsWithSuccess || worksTowardsEnd(node.block, loop, sourceCode) ? { node, endsWithSuccess } : undefined;
}

/** The words that tell that a loop retries. */
const RETRIES = /attempt/i;

/**
 * Returns whether a loop goes on to the next attempt after its handler has dropped a failure at a node. A loop over the
 * elements of a list does so where success leaves it, or where its text speaks of attempts.
 */
export function isTriedAgain(
  handler: TSESTree.CatchClause | FunctionNode,
  at: TSESTree.Node | undefined,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const loop = findEnclosingLoop(handler.parent);
  if (!loop) return false;
  const isClause = handler.type === "CatchClause";
  if (isClause && (at?.type === "ReturnStatement" || at?.type === "BreakStatement")) return false;
  if (loop.type === "WhileStatement" || loop.type === "DoWhileStatement") return true;
  if (loop.type === "ForStatement" && !loop.test) return true;
  const head = sourceCode.text.slice(loop.range[0], loop.body.range[0]);
  const isLeft = isClause && leavesLoop(handler.parent.block);
  return isLeft || RETRIES.test(head) || RETRIES.test(sourceCode.getText(handler.body));
}

/** Returns whether a handler belongs to one of many items or attempts, in a loop of the same function. */
export function isInLoop(handler: TSESTree.Node): boolean {
  return findEnclosingLoop(handler) !== undefined;
}

type Loop =
  | TSESTree.DoWhileStatement
  | TSESTree.ForInStatement
  | TSESTree.ForOfStatement
  | TSESTree.ForStatement
  | TSESTree.WhileStatement;

function findEnclosingLoop(node: TSESTree.Node): Loop | undefined {
  for (let current = node.parent; current; current = current.parent) {
    if (isExecutionBoundary(current)) return undefined;
    if (/^(?:For|While|DoWhile)(?:In|Of)?Statement$/.test(current.type)) return current as Loop;
  }
  return undefined;
}

/** Returns whether success alone changes the condition: `while (queue.length > 0) try { ... queue.shift(); }`. */
function worksTowardsEnd(block: TSESTree.BlockStatement, loop: Loop, sourceCode: TSESLint.SourceCode): boolean {
  if (loop.type !== "WhileStatement" && loop.type !== "DoWhileStatement") return false;
  const names = collectNodes(sourceCode, loop.test).filter(({ type }) =>
    /^(?:Identifier|MemberExpression)$/.test(type),
  );
  const tested = new Set(names.map((each) => sourceCode.getText(each)));
  return collectNodes(sourceCode, block).some((node) => {
    const target = findChanged(node);
    return target !== undefined && tested.has(sourceCode.getText(target));
  });
}

/** Returns the value that an assignment, an update or the call of a method changes. */
function findChanged(node: TSESTree.Node): TSESTree.Node | undefined {
  if (node.type === "AssignmentExpression") return node.left;
  if (node.type === "UpdateExpression") return node.argument;
  const isMethodCall = node.type === "CallExpression" && node.callee.type === "MemberExpression";
  return isMethodCall ? (node.callee as TSESTree.MemberExpression).object : undefined;
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
