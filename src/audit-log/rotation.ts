import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { dirname, join, parse } from "node:path";
import { runStep } from "./audit-log-error.js";
import { syncFolder, type LogFile } from "./log-file.js";
import type { RotateOptions } from "./options.js";

export interface RotatedFile {
  readonly path: string;
  readonly number: number;
}

/** Lists the full files of a log, oldest first. */
export function listRotatedFiles(path: string): readonly RotatedFile[] {
  const { name, ext } = parse(path);
  return runStep("read", path, () => fs.readdirSync(dirname(path)))
    .filter((file) => file.startsWith(`${name}.`) && file.endsWith(ext))
    .flatMap((file) => {
      const part = /^(\d{6}|[1-9]\d{6,14})-[0-9a-f]{8}$/.exec(file.slice(name.length + 1, file.length - ext.length));
      return part ? [{ path: join(dirname(path), file), number: Number(part[1]) }] : [];
    })
    .sort((a, b) => a.number - b.number || (a.path < b.path ? -1 : 1));
}

/** Creates the name of a full file: `audit-log.jsonl` becomes `audit-log.000001-3f9c2a7b.jsonl`. */
function createRotatedPath(path: string, number: number): string {
  const { dir, name, ext } = parse(path);
  return join(dir, `${name}.${String(number).padStart(6, "0")}-${randomBytes(4).toString("hex")}${ext}`);
}

export function isRotationDue({ size, age }: RotateOptions, file: LogFile, lines: readonly string[]): boolean {
  if (size === undefined && age === undefined) return false;
  const reached = Number(file.readStat().size);
  if (reached === 0) return false;
  if (age !== undefined && file.getAge() >= age) return true;
  return size !== undefined && lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, reached) > size;
}

/**
 * Moves the file away; writers notice by its inode. Processes need no lock for that: the new name is random, and a
 * slower process renames by mistake only a younger file, which then merely is short.
 */
export function rotate(path: string, file: LogFile, { keep }: RotateOptions, fsync: boolean): void {
  const number = getNextNumber(path);
  if (!file.isAt(path)) return;
  const target = createRotatedPath(path, number);
  if (!renameFile(path, target)) return;
  // A younger file must not stand before an older one: the oldest are deleted first.
  if (!file.isAt(target)) renameFile(target, createRotatedPath(path, getNextNumber(path)));
  if (fsync) syncFolder(path);
  if (keep !== undefined) deleteOldest(path, keep);
}

const getNextNumber = (path: string): number => (listRotatedFiles(path).at(-1)?.number ?? 0) + 1;

function renameFile(from: string, to: string): boolean {
  return runStep("rotate", from, () => {
    try {
      fs.renameSync(from, to);
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
      throw error;
    }
  });
}

function deleteOldest(path: string, keep: number): void {
  for (const old of listRotatedFiles(path).slice(0, -keep)) {
    runStep("rotate", old.path, () => fs.rmSync(old.path, { force: true }));
  }
}
