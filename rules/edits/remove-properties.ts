import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isInside } from "../syntax/source-file.js";

type SourceCode = Readonly<TSESLint.SourceCode>;
type Member = TSESTree.ObjectExpression["properties"][number];

/**
 * The edits that take properties out of an object literal, with their commas and lines. Comments stay, also those
 * inside of a property, except in its value: that goes elsewhere with all that it holds.
 */
export function removeProperties(
  fixer: TSESLint.RuleFixer,
  sourceCode: SourceCode,
  { properties }: TSESTree.ObjectExpression,
  removed: readonly TSESTree.Property[],
): TSESLint.RuleFix[] {
  const isRemoved = (member: Member | undefined) =>
    member !== undefined && (removed as readonly Member[]).includes(member);
  const runs: Member[][] = [];
  for (const [index, member] of properties.entries()) {
    if (!isRemoved(member)) continue;
    const run = isRemoved(properties[index - 1]) ? runs.at(-1) : undefined;
    if (run) run.push(member);
    else runs.push([member]);
  }
  return runs.flatMap((run) => removeRun(fixer, sourceCode, run));
}

/** Neighbours are cut in one piece, unless that would take a comment along. */
function removeRun(fixer: TSESLint.RuleFixer, sourceCode: SourceCode, run: readonly Member[]): TSESLint.RuleFix[] {
  const [first] = run;
  const last = run.at(-1);
  if (!first || !last) return [];
  const range = runRange(sourceCode, first, last);
  if (!hasComment(sourceCode, range, run)) return [fixer.removeRange(range)];
  return run.flatMap((member) => removeTokens(fixer, sourceCode, member));
}

function runRange(sourceCode: SourceCode, first: Member, last: Member): [number, number] {
  const before = sourceCode.getTokenBefore(first);
  const after = sourceCode.getTokenAfter(last);
  const comma = after?.value === "," ? after : undefined;
  if (!comma && before?.value === ",") return [before.range[0], last.range[1]];
  const end = comma?.range[1] ?? last.range[1];
  const next = sourceCode.getTokenAfter(comma ?? last, { includeComments: true });
  const previous = sourceCode.getTokenBefore(first, { includeComments: true });
  if (!next || !previous) return [first.range[0], end];
  // From the end of the line before, where properties have lines of their own; else up to the next token or comment.
  const ownsLines = previous.loc.end.line < first.loc.start.line && next.loc.start.line > (comma ?? last).loc.end.line;
  if (!ownsLines) return [first.range[0], next.loc.start.line === (comma ?? last).loc.end.line ? next.range[0] : end];
  return [findLineEnd(sourceCode, first.range[0]), end];
}

function findLineEnd({ text }: SourceCode, offset: number): number {
  const start = text.lastIndexOf("\n", offset - 1);
  return text[start - 1] === "\r" ? start - 1 : start;
}

function hasComment(sourceCode: SourceCode, [start, end]: [number, number], run: readonly Member[]): boolean {
  return sourceCode
    .getAllComments()
    .some(({ range }) => range[0] >= start && range[1] <= end && !run.some((member) => isInValue(member, { range })));
}

function isInValue(member: Member, part: Pick<TSESTree.Comment, "range">): boolean {
  return "value" in member && isInside(part, member.value);
}

/** Removes only the property's own tokens and its comma; the text around and between them stays where it is. */
function removeTokens(fixer: TSESLint.RuleFixer, sourceCode: SourceCode, member: Member): TSESLint.RuleFix[] {
  const after = sourceCode.getTokenAfter(member);
  const tokens: { readonly range: TSESTree.Range }[] =
    "value" in member && !member.shorthand
      ? [...sourceCode.getTokens(member).filter(({ range }) => !isInValue(member, { range })), member.value]
      : [member];
  if (after?.value === ",") tokens.push(after);
  return tokens.map(({ range }) => {
    const space = /^[ \t]*/.exec(sourceCode.text.slice(range[1]))?.[0].length ?? 0;
    return fixer.removeRange([range[0], range[1] + space]);
  });
}
