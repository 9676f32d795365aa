import type { FrameLine } from "./report-data.js";

interface FramedPlace {
  readonly line: number;
  readonly column: number;
  readonly endLine?: number | undefined;
  readonly endColumn?: number | undefined;
}

const BEFORE = 1;
const AFTER = 1;
const MOST_LINES = 8;
const MOST_CHARACTERS = 200;

/** The lines around a place, at most eight, with the part that is meant. */
export function readFrame(lines: readonly string[], { line, column, endLine, endColumn }: FramedPlace): FrameLine[] {
  const last = Math.min(endLine ?? line, line + MOST_LINES - BEFORE - AFTER - 1);
  const frame: FrameLine[] = [];
  for (let number = Math.max(1, line - BEFORE); number <= Math.min(lines.length, last + AFTER); number++) {
    const text = lines[number - 1] ?? "";
    const start = number === line ? column - 1 : countIndentation(text);
    const end = number === endLine ? (endColumn ?? start + 1) - 1 : text.length;
    const isMarked = number >= line && number <= last;
    frame.push(cutLine(number, text, isMarked ? [start, Math.max(end, start + 1)] : undefined));
  }
  return frame;
}

const countIndentation = (text: string) => text.length - text.trimStart().length;

/** Cuts a line that is too long, so that what is marked begins near the left. Nothing in it can be obeyed or hidden. */
function cutLine(line: number, text: string, mark: readonly [number, number] | undefined): FrameLine {
  const start = mark?.[0] ?? 0;
  const left = start > MOST_CHARACTERS / 2 ? start - 20 : 0;
  const shown = showControls(text.slice(left, left + MOST_CHARACTERS));
  const cut = `${left > 0 ? "…" : ""}${shown}${text.length > left + MOST_CHARACTERS ? "…" : ""}`;
  if (!mark) return { line, text: cut };
  const shift = left > 0 ? 1 - left : 0;
  const end = Math.min(mark[1] + shift, cut.length);
  return { line, text: cut, mark: [Math.min(start + shift, end), end] };
}

/** Tabs are one space, so that marks keep their columns; characters that steer a terminal or a line are dots. */
export function showControls(text: string): string {
  return text.replaceAll("\t", " ").replace(/[\p{Control}\p{Bidi_Control}\u2028\u2029]/gu, "\u00b7");
}
