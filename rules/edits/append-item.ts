import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { indentAt, getSourceStyle } from "./source-style.js";

/** A list in brackets: the arguments of a call, the properties of an object. */
export interface BracketedList {
  readonly last: TSESTree.Node | undefined;
  readonly close: TSESTree.Token;
}

/**
 * Adds an item to the end of a list as its author would have: on a line of its own where the last item has one, with a
 * comma behind it where there is one. Comments stay where they are.
 */
export function appendItem(
  fixer: TSESLint.RuleFixer,
  text: string,
  { last, close }: BracketedList,
  sourceCode: TSESLint.SourceCode,
): readonly TSESLint.RuleFix[] {
  if (!last) return [insertFirstItem(fixer, text, close, sourceCode)];
  const end = endOfItem(last, close, sourceCode);
  const next = sourceCode.getTokenAfter(end);
  const comma = next && next !== close ? next : undefined;
  const behind = comma ?? end;
  const indent = indentAt(sourceCode, last.range[0]);
  const start = sourceCode.getTokenBefore(last, { includeComments: true });
  const isOnOwnLine = start !== null && start.loc.end.line < last.loc.start.line;
  if (!isOnOwnLine) return [fixer.insertTextAfter(behind, comma ? ` ${text},` : `, ${text}`)];
  const { lineBreak } = getSourceStyle(sourceCode);
  const line = `${lineBreak}${indent}${text}`;
  const lineEnd = findLastLineComment(behind, close, sourceCode) ?? behind;
  if (comma) return [fixer.insertTextAfter(lineEnd, `${line},`)];
  if (lineEnd === behind) return [fixer.insertTextAfter(behind, `,${line}`)];
  return [fixer.insertTextAfter(behind, ","), fixer.insertTextAfter(lineEnd, line)];
}

function insertFirstItem(
  fixer: TSESLint.RuleFixer,
  text: string,
  close: TSESTree.Token,
  sourceCode: TSESLint.SourceCode,
): TSESLint.RuleFix {
  const before = sourceCode.getTokenBefore(close, { includeComments: true });
  const isObject = close.value === "}";
  if (!before) return fixer.insertTextBefore(close, text);
  const isComment = before.type === "Line" || before.type === "Block";
  if (!isComment) {
    return fixer.replaceTextRange([before.range[1], close.range[0]], isObject ? ` ${text} ` : text);
  }
  if (before.loc.end.line === close.loc.start.line) {
    const isSpaced = before.range[1] < close.range[0];
    return fixer.insertTextAfter(before, isObject && !isSpaced ? ` ${text} ` : ` ${text}`);
  }
  return fixer.insertTextAfter(
    before,
    `${getSourceStyle(sourceCode).lineBreak}${indentAt(sourceCode, before.range[0])}${text}${isObject ? "," : ""}`,
  );
}

/** The last token of an item, the parentheses around it included. */
function endOfItem(item: TSESTree.Node, close: TSESTree.Token, sourceCode: TSESLint.SourceCode): TSESTree.Token {
  let end = sourceCode.getLastToken(item) ?? close;
  for (let next = sourceCode.getTokenAfter(end); next && next !== close && next.value === ")";) {
    end = next;
    next = sourceCode.getTokenAfter(end);
  }
  return end;
}

function findLastLineComment(
  token: TSESTree.Token,
  close: TSESTree.Token,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Token | undefined {
  const { line } = token.loc.end;
  return sourceCode
    .getCommentsBefore(sourceCode.getTokenAfter(token) ?? close)
    .findLast(({ loc }) => loc.start.line === line);
}
