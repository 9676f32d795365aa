import { createTwoFilesPatch } from "diff";
import fs from "node:fs";
import path from "node:path";
import type { Terminal } from "../terminal.js";
import { nameOfFile } from "../text.js";

/** A file that a command writes: with `before` it is edited, without it is new. */
export interface FileChange {
  /** The absolute path. */
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** The unified diff of a change. */
export function createDiff({ file, before, after }: FileChange, cwd: string, context = 4): string {
  const name = nameOfFile(file, cwd);
  const old = before === undefined ? "/dev/null" : `a/${name}`;
  const patch = createTwoFilesPatch(old, `b/${name}`, before ?? "", after, "", "", { context });
  return patch.replace(/^=+\n/, "").trimEnd();
}

const COLOURS = [
  [/^@@/, "cyan"],
  [/^\+/, "green"],
  [/^-/, "red"],
] as const;

export function printDiff(diff: string, { print, paint }: Terminal): void {
  for (const line of diff.split("\n")) {
    const [, colour] = COLOURS.find(([pattern]) => pattern.test(line)) ?? [];
    print(colour ? paint(colour, line) : line);
  }
}

/** Writes a text such that the file is either the old one or the new one at any moment. */
export function replaceFile(file: string, text: string): void {
  const target = fs.existsSync(file) ? fs.realpathSync(file) : file;
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.tmp`);
  try {
    fs.writeFileSync(temporary, text);
    const mode = fs.statSync(target, { throwIfNoEntry: false })?.mode;
    if (mode !== undefined) fs.chmodSync(temporary, mode);
    fs.renameSync(temporary, target);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}
