/*
 * Lines of tests are found by their text. Tests are formatted, so the indentation says which block stands around a
 * line.
 */

/** A line of a test that compares a failing result as a whole, or expects a call of a tool to reject. */
export interface Comparison {
  readonly line: number;
  readonly isRejection: boolean;
  /** The texts of the blocks around it, the innermost first. */
  readonly blocks: readonly string[];
}

const REJECTION = /\brejects\b|\brejected(?:With)?\b/;
const FAILING_RESULT = /["']?\bisError["']?\s*:\s*true\b/;
/** An assertion that takes members beside the expected ones. */
const COMPARES_PARTS = /objectContaining|toMatchObject|containSubset|[iI]nclude\(|\bcontain\(/;
const COMPARES_ALL = /(?:\b\w*[eE]quals?|\beql|\w*InlineSnapshot)\(/;
const HOLDS_EXPECTED = /(?:const|let|var)\s+(\w+)[^=]*=\s*[{[]?\s*$/;

/** Reads the lines of a test that the boundary around a handler would fail. */
export function readComparisons(text: string): readonly Comparison[] {
  if (!FAILING_RESULT.test(text) && !REJECTION.test(text)) return [];
  const lines = text.split("\n");
  return lines.flatMap((line, index) => {
    const isRejection = REJECTION.test(line) && /\bcallTool\(/.test(readStatement(lines, index));
    if (!isRejection && !FAILING_RESULT.test(line)) return [];
    const openers = listOpeners(lines, index);
    const outwards = [line, ...openers.map((opener) => lines[opener] ?? "")];
    if (!isRejection && !isComparedWhole(outwards, text)) return [];
    return [{ line: index + 1, isRejection, blocks: openers.map((opener) => readBlock(lines, opener)) }];
  });
}

/** Reads the statement around a line such as `).rejects.toThrow(`. */
function readStatement(lines: readonly string[], index: number): string {
  const indent = readIndent(lines[index]);
  const isEnd = /^\s*[).]/.test(lines[index] ?? "");
  const start = isEnd ? lines.findLastIndex((line, at) => at < index && isStart(line, indent)) : index;
  return [...lines.slice(Math.max(start, 0), index), readBlock(lines, index)].join("\n");
}

function isStart(line: string, indent: number): boolean {
  return readIndent(line) <= indent && /^\s*[\w$]/.test(line);
}

/** Returns whether the innermost of these lines, each of which opens a block around the one before, compares wholly. */
function isComparedWhole(openers: readonly string[], text: string): boolean {
  const deciding = openers.find(
    (line) => COMPARES_PARTS.test(line) || COMPARES_ALL.test(line) || /=>|\bfunction\b/.test(line),
  );
  if (deciding !== undefined && !COMPARES_PARTS.test(deciding) && COMPARES_ALL.test(deciding)) return true;
  const name = openers.map((line) => HOLDS_EXPECTED.exec(line)?.[1]).find((each) => each !== undefined);
  return name !== undefined && new RegExp(String.raw`[eE]quals?\((?:[^()]*,\s*)?${name}\b`).test(text);
}

/** Returns the lines that open the blocks around a line, by their indentation, the innermost first. */
function listOpeners(lines: readonly string[], index: number): readonly number[] {
  const openers: number[] = [];
  let indent = readIndent(lines[index]);
  for (let each = index - 1; each >= 0 && indent > 0; each--) {
    const line = lines[each] ?? "";
    if (line.trim() === "" || readIndent(line) >= indent) continue;
    indent = readIndent(line);
    openers.push(each);
  }
  return openers;
}

function readBlock(lines: readonly string[], opener: number): string {
  const indent = readIndent(lines[opener]);
  const length = lines.slice(opener + 1).findIndex((line) => line.trim() !== "" && readIndent(line) <= indent);
  return lines.slice(opener, length < 0 ? undefined : opener + 1 + length).join("\n");
}

function readIndent(line = ""): number {
  return line.length - line.trimStart().length;
}
