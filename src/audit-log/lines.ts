import fs from "node:fs";
import { fromSystemError } from "./audit-log-error.js";

const newline = 0x0a;

/** A line as it stands in a file. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without the line end. */
  readonly bytes: Buffer;
}

/** The lines of a file that are not empty, read piece by piece; the last one perhaps without an end. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  let number = 1;
  let parts: Buffer[] = [];
  try {
    for await (const chunk of fs.createReadStream(path, { highWaterMark: 256 * 1024 }) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
        const bytes = Buffer.concat([...parts, chunk.subarray(start, end)]);
        if (bytes.length > 0) yield { number, bytes };
        parts = [];
        start = end + 1;
        number++;
      }
      if (start < chunk.length) parts.push(chunk.subarray(start));
    }
  } catch (error) {
    throw fromSystemError("read", path, error);
  }
  if (parts.length > 0) yield { number, bytes: Buffer.concat(parts) };
}
