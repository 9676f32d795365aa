import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler } from "../model/failure-handlers.js";
import { mayBeLost } from "../model/throw-ends.js";
import { getEnclosingStatement, isFunctionNode } from "../syntax/functions.js";
import { saysDropIsMeant } from "../words/comments.js";

// Where a suggestion may put a throw. One that cannot be followed counts as caught.

/**
 * Returns whether code may act on a throw at a node, and no comment of the handler around it says to ignore the
 * failure.
 */
export function mayThrowAt(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return !mayBeLost(node, sourceCode) && !isDismissedAround(node, sourceCode);
}

/** Returns whether a comment in the handler around a node, behind it or above its statement says to go on. */
function isDismissedAround(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const isBlock = isFunctionNode(node) || node.type === "CatchClause";
  const handler = findEnclosingHandler(isBlock ? node.body : node, sourceCode);
  if (!handler) return false;
  const statement = getEnclosingStatement(handler);
  const behind = sourceCode.getCommentsAfter(statement).filter(({ loc }) => loc.start.line === statement.loc.end.line);
  const comments = [...sourceCode.getCommentsBefore(statement), ...sourceCode.getCommentsInside(handler), ...behind];
  return comments.some(({ value }) => saysDropIsMeant(value));
}
