import fs from "node:fs";
import { isMidLine, readBytes } from "./recovery.js";

const newline = 0x0a;

/** The effect of one `write` on the file. */
export interface Landing {
  /** How many of the lines stand in the file, the first of them perhaps spoiled. */
  readonly complete: number;
  /** Whether the first line continues the torn line of a writer that was killed in the middle of it. */
  readonly isSpoiled: boolean;
  /** Whether the last complete line still needs its end. */
  readonly isOpen: boolean;
  /** The size of the file before and afterwards. */
  readonly before: number;
  readonly after: number;
}

/** One `write` into the file. */
export interface Written {
  readonly lines: readonly string[];
  /** The lines as bytes, behind the line break that goes first where `lead` is 1. */
  readonly bytes: Buffer;
  readonly lead: 0 | 1;
  /** How many of the bytes were written. */
  readonly written: number;
  /** The size of the file before. */
  readonly before: number;
}

/**
 * Appends lines with a single `write`, which on a local file system no other writer can divide. A line break goes first
 * where the file ends in the middle of a line.
 */
export function appendLines(descriptor: number, lines: readonly string[]): Written {
  const before = fs.fstatSync(descriptor).size;
  const lead = isMidLine(descriptor, before) ? 1 : 0;
  const bytes = Buffer.from((lead ? "\n" : "") + lines.map((line) => `${line}\n`).join(""));
  const written = bytes.length === 0 ? 0 : fs.writeSync(descriptor, bytes);
  return { lines, bytes, lead, written, before };
}

/**
 * Finds where lines landed. The look at the end of the file can have come too early: another process may have been in
 * the middle of its own `write`, and killed there, before this one began. So when the file grew by more than these
 * lines, they are searched in it; a first line that does not begin where a line begins is spoiled and must be written
 * again.
 */
export function findLanding(descriptor: number, { lines, bytes, lead, written, before }: Written): Landing {
  const { size: after, nlink } = fs.fstatSync(descriptor);

  const nothing = { complete: 0, isSpoiled: false, isOpen: false, before, after };
  // The file was deleted between the check and the write.
  if (nlink === 0 || written === 0) return nothing;

  const wrote = bytes.subarray(0, written);
  const isAlone = after === before + written;
  const beginsLine = isAlone || isAtLineStart(descriptor, wrote, before, after);
  if (beginsLine === undefined) return nothing;

  const complete = written === bytes.length ? lines.length : countLinesWithin(lines, written - lead);
  return { complete, isSpoiled: !beginsLine && complete > 0, isOpen: wrote.at(-1) !== newline, before, after };
}

/** Whether the bytes begin a line; `undefined` where they are not in the file. */
function isAtLineStart(descriptor: number, wrote: Buffer, before: number, after: number): boolean | undefined {
  // A file that shrank was emptied by another process; then the bytes may stand anywhere.
  const start = after < before + wrote.length ? 0 : Math.max(0, before - 1);
  const region = readBytes(descriptor, start, after);
  const position = region.indexOf(wrote);
  if (position < 0) return undefined;
  if (wrote[0] === newline) return true;
  return position === 0 ? start === 0 : region[position - 1] === newline;
}

/** How many lines a `write` that stopped early has taken whole, their last end perhaps excepted. */
function countLinesWithin(lines: readonly string[], length: number): number {
  let end = 0;
  const cut = lines.findIndex((line) => (end += Buffer.byteLength(line) + 1) - 1 > length);
  return cut < 0 ? lines.length : cut;
}
