import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getLastOwnToken } from "./source-style.js";

/** The ranges to cut so that the statements go with their lines, and no blank line is left over. */
export function collectLineRanges(
  sourceCode: Readonly<TSESLint.SourceCode>,
  statements: readonly TSESTree.Node[],
): TSESTree.Range[] {
  const { text } = sourceCode;
  const ranges = statements.map((statement): TSESTree.Range => {
    return [statement.range[0], (getLastOwnToken(sourceCode, statement) ?? statement).range[1]];
  });
  return mergeAdjacentRanges(text, ranges).map((range) => expandToLines(text, range));
}

/** Statements with nothing but white space between them are cut together, so that their blank lines are seen as one. */
function mergeAdjacentRanges(text: string, ranges: TSESTree.Range[]): TSESTree.Range[] {
  const joined: TSESTree.Range[] = [];
  for (const range of ranges.sort((left, right) => left[0] - right[0])) {
    const previous = joined.at(-1);
    const continues = previous && text.slice(previous[1], range[0]).trim() === "";
    if (continues) previous[1] = range[1];
    else joined.push(range);
  }
  return joined;
}

function expandToLines(text: string, [start, end]: TSESTree.Range): TSESTree.Range {
  const lineStart = start - measureMatch(/[ \t]*$/, text.slice(0, start));
  const lineEnd = end + measureMatch(/^[ \t]*/, text.slice(end));
  const lineBreak = measureMatch(/^\r?\n/, text.slice(lineEnd));
  const isFirstOnLine = lineStart === 0 || text[lineStart - 1] === "\n";
  const isLastOnLine = lineEnd === text.length || lineBreak > 0;

  if (!isLastOnLine) return [start, lineEnd];
  if (!isFirstOnLine) return [lineStart, end];
  if (lineBreak === 0) return [lineStart - measureMatch(/\r?\n$/, text.slice(0, lineStart)), lineEnd];

  const followsBlank = /(?:^|\n[ \t]*\r?\n)$/.test(text.slice(0, lineStart));
  const blankLines = followsBlank ? measureMatch(/^(?:[ \t]*\r?\n)+/, text.slice(lineEnd + lineBreak)) : 0;
  return [lineStart, lineEnd + lineBreak + blankLines];
}

function measureMatch(pattern: RegExp, text: string): number {
  return pattern.exec(text)?.[0].length ?? 0;
}
