import { createHash } from "node:crypto";
import fs from "node:fs";
import { fromSystemError } from "./audit-log-error.js";
import { entryStart, longestLine } from "./entry.js";

const newline = 0x0a;

export interface Line {
  readonly number: number;
  /** Without the line end; undefined where the line is longer than a writer's can be. */
  readonly bytes: Buffer | undefined;
  readonly hasEnd: boolean;
}

export interface OpenFile {
  readonly path: string;
  readonly descriptor: number;
  readonly size: number;
}

/** The lines of a file that are not empty, read piece by piece; the last one perhaps without an end. */
export async function* readLines({ path, descriptor, size }: OpenFile): AsyncGenerator<Line> {
  if (size === 0) return;
  let number = 1;
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    length += part.length;
    if (length <= longestLine) parts.push(part);
    else parts = [];
  };
  const take = (hasEnd: boolean): Line => ({
    number,
    bytes: length <= longestLine ? Buffer.concat(parts) : undefined,
    hasEnd,
  });
  try {
    const options = { fd: descriptor, autoClose: false, start: 0, end: size - 1, highWaterMark: 256 * 1024 };
    for await (const chunk of fs.createReadStream("", options) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        add(chunk.subarray(start, end));
        if (length > 0) yield take(true);
        [parts, length, start] = [[], 0, end + 1];
        number++;
      }
      add(chunk.subarray(start));
    }
  } catch (error) {
    throw fromSystemError("read", path, error);
  }
  if (length > 0) yield take(false);
}

const chunkSize = 64 * 1024;

function readBytes(descriptor: number, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, end - start));
  let filled = 0;
  while (filled < bytes.length) {
    const read = fs.readSync(descriptor, bytes, filled, bytes.length - filled, start + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

function isMidLine(descriptor: number, size: number): boolean {
  return size > 0 && readBytes(descriptor, size - 1, size)[0] !== newline;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Reads again for as long as the file grows: what seems torn may be an entry that is just being written. */
export function findTornTail(descriptor: number): Span | undefined {
  let size = fs.fstatSync(descriptor).size;
  while (isMidLine(descriptor, size)) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    const later = fs.fstatSync(descriptor).size;
    if (later === size) return { start: findNewlineBefore(descriptor, size) + 1, end: size };
    size = later;
  }
  return undefined;
}

export interface Tail {
  readonly size: number;
  readonly torn: string | undefined;
}

export function readTail(descriptor: number): Tail {
  const { size } = fs.fstatSync(descriptor);
  if (!isMidLine(descriptor, size)) return { size, torn: undefined };
  const torn = findTornTail(descriptor);
  if (!torn) return readTail(descriptor);
  const hash = createHash("sha256");
  for (let start = torn.start; start < torn.end; start += chunkSize) {
    hash.update(readBytes(descriptor, start, Math.min(torn.end, start + chunkSize)));
  }
  return { size: torn.end, torn: hash.digest("hex") };
}

/** Reads the last line of a file that has an end and is not empty. */
export function readLastLine(descriptor: number): Buffer | undefined {
  const lineEnd = findNewlineBefore(descriptor, fs.fstatSync(descriptor).size);
  const end = findLastBefore(descriptor, lineEnd, (bytes) => bytes.findLastIndex((byte) => byte !== newline)) + 1;
  return end === 0 ? undefined : readBytes(descriptor, findNewlineBefore(descriptor, end) + 1, end);
}

function findNewlineBefore(descriptor: number, position: number): number {
  return findLastBefore(descriptor, position, (bytes) => bytes.lastIndexOf(newline));
}

function findLastBefore(descriptor: number, position: number, search: (bytes: Buffer) => number): number {
  for (let end = position; end > 0; end -= chunkSize) {
    const start = Math.max(0, end - chunkSize);
    const found = search(readBytes(descriptor, start, end));
    if (found >= 0) return start + found;
  }
  return -1;
}

/** Reads the time of the first entry of a file, in milliseconds since 1970. */
export function readFirstTime(descriptor: number): number | undefined {
  const head = readBytes(descriptor, 0, entryStart.length + 40).toString();
  if (!head.startsWith(entryStart)) return undefined;
  const time = Date.parse(head.slice(entryStart.length, head.indexOf('"', entryStart.length)));
  return Number.isNaN(time) ? undefined : time;
}

export interface Landing {
  readonly complete: number;
  /** Whether the first line continues the torn line of a writer that was killed in the middle of it. */
  readonly isSpoiled: boolean;
  readonly isOpen: boolean;
  /** The size of the file. */
  readonly after: number;
}

export interface Written {
  readonly lines: readonly string[];
  readonly bytes: Buffer;
  readonly written: number;
  readonly before: number;
}

/** A single `write`, which on a local file system no other writer can divide. */
export function appendLines(descriptor: number, lines: readonly string[], { size: before, torn }: Tail): Written {
  const bytes = Buffer.from((torn === undefined ? "" : "\n") + lines.map((line) => `${line}\n`).join(""));
  const written = bytes.length === 0 ? 0 : fs.writeSync(descriptor, bytes);
  return { lines, bytes, written, before };
}

/**
 * Another process may have been killed in the middle of its `write` since the last look. So these lines are searched
 * where the file grew by more; a first line that does not begin where a line begins is spoiled.
 */
export function findLanding(descriptor: number, { lines, bytes, written, before }: Written): Landing {
  const { size: after, nlink } = fs.fstatSync(descriptor);

  const nothing = { complete: 0, isSpoiled: false, isOpen: false, after };
  // The file was deleted between the check and the write.
  if (nlink === 0 || written === 0) return nothing;

  const wrote = bytes.subarray(0, written);
  const isAlone = after === before + written;
  const beginsLine = isAlone || isAtLineStart(descriptor, wrote, before, after);
  if (beginsLine === undefined) return nothing;

  const complete =
    written === bytes.length ? lines.length : countLinesWithin(lines, written - (bytes[0] === newline ? 1 : 0));
  return { complete, isSpoiled: !beginsLine && complete > 0, isOpen: wrote.at(-1) !== newline, after };
}

function isAtLineStart(descriptor: number, wrote: Buffer, before: number, after: number): boolean | undefined {
  // A file that shrank was emptied by another process; then the bytes may stand anywhere.
  const start = after < before + wrote.length ? 0 : Math.max(0, before - 1);
  const region = readBytes(descriptor, start, after);
  const position = region.indexOf(wrote);
  if (position < 0) return undefined;
  if (wrote[0] === newline) return true;
  return position === 0 ? start === 0 : region[position - 1] === newline;
}

function countLinesWithin(lines: readonly string[], length: number): number {
  let end = 0;
  const cut = lines.findIndex((line) => (end += Buffer.byteLength(line) + 1) - 1 > length);
  return cut < 0 ? lines.length : cut;
}
