import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getSourceStyle, indentAt } from "../edits/source-style.js";
import type { Handler } from "../model/handlers.js";
import { isInside } from "../syntax/nodes.js";
import { isReason, saysDropIsMeant } from "../words/comments.js";

const MARK = /^[\s*]*Intended: *\S/;

/** Returns whether a comment in a handler begins with `Intended:` and a reason. */
export function isMarkedIntended({ node, sourceCode }: Handler): boolean {
  return sourceCode.getCommentsInside(node).some(({ value }) => MARK.test(value));
}

/**
 * Returns the edit that marks a drop as intended: in front of the comment that says why already, else as a comment with
 * this reason. `undefined` where a handler holds neither a block nor a comment.
 */
export function markIntended(handler: Handler, reason: string): TSESLint.ReportFixFunction | undefined {
  const { node, body, sourceCode } = handler;
  if (body.type !== "BlockStatement") return markExpression(handler, reason);
  const comment = findReason(body, sourceCode);
  if (comment) {
    const start = comment.range[0] + 2 + (/^[\s*]*/.exec(comment.value)?.[0].length ?? 0);
    const mark = comment.value.startsWith(" ") ? "Intended: " : " Intended: ";
    return (fixer) => fixer.insertTextBeforeRange([start, start], mark);
  }
  const open = sourceCode.getFirstToken(body);
  if (!open) return undefined;
  const isOneLine = body.loc.start.line === body.loc.end.line;
  if (isOneLine && body.body.length > 0) return (fixer) => fixer.insertTextAfter(open, ` /* Intended: ${reason} */`);
  // A comment behind the brace may be a directive for its line.
  const behind = sourceCode.getCommentsAfter(open).findLast(({ loc }) => loc.start.line === open.loc.end.line);
  const indent = indentAt(sourceCode, node.range[0]);
  const line = `\n${indent}${getSourceStyle(sourceCode).indentStep}// Intended: ${reason}`;
  return (fixer) => fixer.insertTextAfter(behind ?? open, isOneLine ? `${line}\n${indent}` : line);
}

/** `() => null` becomes a block with a comment and a `return`. */
function markExpression({ node, body, sourceCode }: Handler, reason: string): TSESLint.ReportFixFunction | undefined {
  const arrow = sourceCode.getTokenBefore(body, { filter: ({ value }) => value === "=>" });
  if (!arrow || sourceCode.getCommentsInside(node).length > 0) return undefined;
  const { indentStep, semicolon } = getSourceStyle(sourceCode);
  const indent = indentAt(sourceCode, node.range[0]);
  const value = sourceCode.getText(body);
  const returned = value === "undefined" ? "" : `\n${indent}${indentStep}return ${value}${semicolon}`;
  const text = ` {\n${indent}${indentStep}// Intended: ${reason}${returned}\n${indent}}`;
  return (fixer) => fixer.replaceTextRange([arrow.range[1], node.range[1]], text);
}

/**
 * Finds the first comment of a block itself that stands before its end or a jump, where a reason for doing nothing
 * stands.
 */
function findReason(body: TSESTree.BlockStatement, sourceCode: TSESLint.SourceCode): TSESTree.Comment | undefined {
  return sourceCode
    .getCommentsInside(body)
    .filter((comment) => isReason(comment) && !body.body.some((statement) => isInside(comment, statement)))
    .find((comment) => {
      const next = sourceCode.getTokenAfter(comment)?.value ?? "";
      return /^(?:\}|return|continue)$/.test(next) || saysDropIsMeant(comment.value);
    });
}
