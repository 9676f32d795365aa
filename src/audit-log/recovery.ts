import fs from "node:fs";
import { entryStart } from "./entry.js";

const newline = 0x0a;
const chunkSize = 64 * 1024;

/** Reads the bytes of a file from `start` up to `end`, or to where it ends. */
export function readBytes(descriptor: number, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, end - start));
  let filled = 0;
  while (filled < bytes.length) {
    const read = fs.readSync(descriptor, bytes, filled, bytes.length - filled, start + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}

/** Returns whether the next write would begin in the middle of a line. */
export function isMidLine(descriptor: number, size: number): boolean {
  return size > 0 && readBytes(descriptor, size - 1, size)[0] !== newline;
}

/** Where the last line of a file lies, without its end. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the last line of a file where it has no end. Reads again for as long as the file grows: a line that seems torn
 * may be an entry that another process is just writing.
 */
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

/** Reads the last line of a file that has an end and is not empty. */
export function readLastLine(descriptor: number): Buffer | undefined {
  const lineEnd = findNewlineBefore(descriptor, fs.fstatSync(descriptor).size);
  const end = findLastBefore(descriptor, lineEnd, (bytes) => bytes.findLastIndex((byte) => byte !== newline)) + 1;
  return end === 0 ? undefined : readBytes(descriptor, findNewlineBefore(descriptor, end) + 1, end);
}

function findNewlineBefore(descriptor: number, position: number): number {
  return findLastBefore(descriptor, position, (bytes) => bytes.lastIndexOf(newline));
}

/** Finds the last byte before `position` that a search of a part of the file finds, or -1. */
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
