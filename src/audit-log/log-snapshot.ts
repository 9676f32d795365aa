import fs from "node:fs";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { AuditLogError, runStep } from "./audit-log-error.js";
import { createProblem, type AuditProblem, type Place } from "./chain-check.js";
import type { OpenFile } from "./lines.js";
import { listRotatedFiles, type RotatedFile } from "./rotation.js";

interface SnapshotFile extends OpenFile {
  readonly index: number;
}

/** The files of a log at one moment: open, so that rotation takes none of them away, and read up to a fixed size. */
export interface LogSnapshot {
  readonly files: readonly SnapshotFile[];
  readonly start: Place;
  /** Whether it goes back to the first entry of each writer. */
  readonly isWhole: boolean;
  readonly problems: readonly AuditProblem[];
}

/** How often a log that rotates is opened anew, and how many milliseconds a log waits whose newest file is gone. */
const [attempts, pause] = [100, 10];

export async function openLog(log: string, keep: number | undefined): Promise<LogSnapshot> {
  for (let attempt = 1; ; attempt++) {
    const rotated = listRotatedFiles(log);
    const isLast = attempt === attempts;
    const paths = rotated.map(({ path }) => path);
    // In the moment between a rotation and the next entry there is no newest file.
    const isGone = paths.length > 0 && !fs.existsSync(log);
    if (isGone && !isLast) {
      await setTimeout(pause);
      continue;
    }
    const snapshot = tryToOpen(isGone ? paths : [...paths, log], isLast);
    if (!snapshot) continue;
    const newest = isGone ? undefined : snapshot.files.at(-1);
    if (isLast || (isDeepStrictEqual(listRotatedFiles(log), rotated) && (!newest || isAt(newest, log)))) {
      const isWhole = (rotated[0]?.number ?? 1) <= 1;
      const problems = [...snapshot.problems, ...findMissingFiles(log, rotated, snapshot.files, keep)];
      return { ...snapshot, isWhole, problems };
    }
    closeFiles(snapshot.files);
  }
}

function tryToOpen(paths: readonly string[], isLast: boolean): LogSnapshot | undefined {
  try {
    return openFiles(paths);
  } catch (error) {
    if (!isLast && paths.length > 1 && error instanceof AuditLogError && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function isAt({ descriptor }: OpenFile, path: string): boolean {
  const found = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
  const { ino, dev } = fs.fstatSync(descriptor, { bigint: true });
  return found?.ino === ino && found.dev === dev;
}

function findMissingFiles(
  log: string,
  rotated: readonly RotatedFile[],
  files: readonly OpenFile[],
  keep = Infinity,
): readonly AuditProblem[] {
  const problems: AuditProblem[] = [];
  const report = (kind: "missing" | "foreign", index: number, file: string, message: string): void => {
    problems.push(createProblem(kind, { place: { file, index, line: 1 } }, message));
  };
  let last = rotated.length >= keep ? rotated[0]!.number - 1 : 0;
  for (const [index, { path, number }] of rotated.entries()) {
    if (number === 0) report("foreign", index, path, "The log has no file of this number.");
    if (number > last + 1) report("missing", index, path, "The files that should stand before this one are gone.");
    if (files[index]!.size === 0) report("missing", index, path, "The file is empty.");
    last = number;
  }
  if (rotated.length > files.length - 1) report("missing", rotated.length, log, "The newest file is gone.");
  return problems;
}

export function openFiles(paths: readonly string[]): LogSnapshot {
  const open: Omit<SnapshotFile, "size">[] = [];
  const problems: AuditProblem[] = [];
  try {
    const { O_RDONLY, O_NONBLOCK = 0 } = fs.constants as { readonly O_RDONLY: number; readonly O_NONBLOCK?: number };
    // Opening a pipe would wait for its writer. Windows has no such flag.
    const flags = O_RDONLY | O_NONBLOCK;
    for (const [index, path] of paths.entries()) {
      const descriptor = runStep("read", path, () => fs.openSync(path, flags));
      open.push({ path, index, descriptor });
    }
    // From the newest to the oldest: what stood before an entry is then read with it, though processes go on writing.
    const files = open.toReversed().map((file) => ({ ...file, size: readSize(file, problems) }));
    const start = { file: paths[0] ?? "", index: 0, line: 1 };
    return { files: files.reverse(), start, isWhole: false, problems };
  } catch (error) {
    closeFiles(open);
    throw error;
  }
}

export function closeFiles(files: readonly Pick<OpenFile, "descriptor">[]): void {
  for (const { descriptor } of files) fs.closeSync(descriptor);
}

function readSize({ path, index, descriptor }: Omit<SnapshotFile, "size">, problems: AuditProblem[]): number {
  const stat = runStep("read", path, () => fs.fstatSync(descriptor));
  if (stat.isFile()) return stat.size;
  problems.push(createProblem("foreign", { place: { file: path, index, line: 1 } }, "It is no regular file."));
  return 0;
}
