import { CommandError, type Terminal, toCommandError } from "error-contract/cli";
import { createTwoFilesPatch } from "diff";
import fs from "node:fs";
import path from "node:path";
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

/**
 * Writes a text such that the file is either the old one or the new one at any moment.
 *
 * @throws CommandError where it cannot be written, or is not meant to be.
 */
export function replaceFile(file: string, text: string): void {
  const isNew = !fs.existsSync(file);
  const target = isNew ? file : fs.realpathSync(file);
  const temporary = path.join(path.dirname(target), `.${path.basename(target)}.${process.pid}.tmp`);
  const mode = isNew ? undefined : fs.statSync(target).mode;
  // A new file would take its place, whatever it permits.
  if (mode !== undefined && (mode & 0o222) === 0) throw new CommandError(`${file} is read-only, and was not written.`);
  try {
    fs.writeFileSync(temporary, text);
    if (mode !== undefined) fs.chmodSync(temporary, mode);
    fs.renameSync(temporary, target);
  } catch (error) {
    throw toCommandError(error, file);
  } finally {
    if (fs.existsSync(temporary)) fs.rmSync(temporary);
  }
}
