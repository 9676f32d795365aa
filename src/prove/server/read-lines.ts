import type { Readable } from "node:stream";

/** Reads a stream line by line, also the last one without an end. */
export function readLines(
  stream: Readable,
  read: (line: string) => void,
  count: (bytes: number) => void = () => undefined,
): void {
  let rest: string[] = [];
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    count(chunk.length);
    const lines = chunk.split("\n");
    rest.push(lines[0]!);
    if (lines.length === 1) return;
    read(rest.join(""));
    for (const line of lines.slice(1, -1)) read(line);
    rest = [lines.at(-1)!];
  });
  stream.on("end", () => read(rest.join("")));
  stream.on("error", () => {
    // It was destroyed because the server is ended.
  });
}
