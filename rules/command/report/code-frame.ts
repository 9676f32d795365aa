import type { FrameLine, Terminal } from "error-contract/cli";

/** Where a finding stands, counted from 1. */
interface Stretch {
  readonly line: number;
  readonly column: number;
  readonly endLine?: number | undefined;
  readonly endColumn?: number | undefined;
}

const MOST_LINES = 8;
const MOST_CHARACTERS = 200;

/** Reads the lines of a finding with one in front of them and one behind, at most eight, and the part that is meant. */
export function readFrame(lines: readonly string[], stretch: Stretch): readonly FrameLine[] {
  const { line, column, endLine = line, endColumn } = stretch;
  const last = Math.min(endLine, line + MOST_LINES - 3);
  const first = Math.max(1, line - 1);
  return lines.slice(first - 1, last + 1).map((text, index) => {
    const number = first + index;
    if (number < line || number > last) return { line: number, text: cutLine(text, 0) };
    const start = number === line ? column - 1 : text.length - text.trimStart().length;
    const end = number === endLine && endColumn !== undefined ? endColumn - 1 : text.length;
    // What is marked in a long line begins near the left.
    const left = start > MOST_CHARACTERS / 2 ? start - 20 : 0;
    const cut = cutLine(text, left);
    const shift = left > 0 ? 1 - left : 0;
    const markEnd = Math.min(Math.max(end, start + 1) + shift, cut.length);
    return { line: number, text: cut, mark: [Math.min(start + shift, markEnd), markEnd] };
  });
}

/** Prints a frame: the lines that are meant begin with `>`, and a part of one line is underlined. */
export function printFrame(frame: readonly FrameLine[], { print, paint }: Pick<Terminal, "print" | "paint">): void {
  const isOneLine = frame.filter(({ mark }) => mark).length === 1;
  const width = Math.max(...frame.map(({ line }) => String(line).length));
  for (const { line, text, mark } of frame) {
    const number = String(line).padStart(width);
    if (!mark) {
      print(paint("dim", `    ${number} | ${text}`.trimEnd()));
      continue;
    }
    const [start, end] = mark;
    print(`  ${paint("red", ">")} ${number} | ${text}`);
    if (isOneLine)
      print(`    ${" ".repeat(width)} | ${" ".repeat(start)}${paint("red", "^".repeat(Math.max(1, end - start)))}`);
  }
}

function cutLine(text: string, left: number): string {
  const shown = showControls(text.slice(left, left + MOST_CHARACTERS));
  return `${left > 0 ? "…" : ""}${shown}${text.length > left + MOST_CHARACTERS ? "…" : ""}`;
}

/** Tabs are one space, so that marks keep their columns; characters that steer a terminal or a line are dots. */
export function showControls(text: string): string {
  return text.replaceAll("\t", " ").replace(/[\p{Control}\p{Bidi_Control}\u2028\u2029]/gu, "\u00b7");
}
