import { createTwoFilesPatch } from "diff";
import fs from "node:fs";
import path from "node:path";
import { replaceFile } from "../project/replace-file.js";
import type { Terminal } from "../terminal.js";

/** A file that is to be written: with `before` it is edited, without it is new. */
export interface FileChange {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** The unified diff of a change. */
export function createDiff({ file, before, after }: FileChange, cwd: string): string {
  const name = path.relative(cwd, file).replaceAll(path.sep, "/");
  const old = before === undefined ? "/dev/null" : `a/${name}`;
  const patch = createTwoFilesPatch(old, `b/${name}`, before ?? "", after, "", "", { context: 2 });
  return patch.replace(/^=+\n/, "").trimEnd();
}

export function printDiff(change: FileChange, cwd: string, { print, paint }: Terminal): void {
  for (const line of createDiff(change, cwd).split("\n")) {
    const colour = line.startsWith("@@") ? "cyan" : line.startsWith("+") ? "green" : "red";
    print(/^(?:@@|[-+])/.test(line) ? paint(colour, line) : line);
  }
}

/** Writes a change. A new file takes the place of none, and an edit is of the text that was shown. */
export function writeChange({ file, before, after }: FileChange): void {
  if (before === undefined) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, after, { flag: "wx" });
    return;
  }
  replaceFile(file, after);
}
