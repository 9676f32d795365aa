import { createDiff, printDiff } from "../project/changed-files.js";
import type { Terminal } from "../terminal.js";
import { countOf, nameOfFile } from "../text.js";
import type { ChangedFile } from "./file-writer.js";
import type { RolledBack } from "./roll-back.js";
import type { LeftFinding } from "./settle-findings.js";

/** The outcome of a run of `apply`. */
export interface Outcome {
  readonly isWritten: boolean;
  readonly isCompiled: boolean;
  /** The files that are changed, or would be. */
  readonly files: readonly ChangedFile[];
  readonly rolledBack: readonly RolledBack[];
  readonly left: readonly LeftFinding[];
  readonly settled: ReadonlyMap<string, number>;
  /** The classes to add to the settings. */
  readonly mapped: readonly string[];
}

/** The outcome for programs. */
export function outcomeAsJson(outcome: Outcome, cwd: string): object {
  const { isWritten, isCompiled, files, rolledBack, left, settled, mapped } = outcome;
  return {
    written: isWritten,
    compiled: isCompiled,
    settled: countSettled(outcome),
    files: files.map((each) => ({
      file: nameOfFile(each.file, cwd),
      settled: settled.get(each.file) ?? 0,
      diff: createDiff(each, cwd),
    })),
    rolledBack: rolledBack.map(({ file, reason }) => ({ file: nameOfFile(file, cwd), reason })),
    left,
    ...(mapped.length > 0 ? { settings: { legacy: legacyEntries(mapped) } } : {}),
  };
}

/** Prints the diff of a dry run, and what was done, left and taken back. */
export function describeOutcome(outcome: Outcome, cwd: string, terminal: Terminal): void {
  const { isWritten, isCompiled, files, rolledBack, left, mapped } = outcome;
  if (!isWritten) for (const each of files) printDiff(createDiff(each, cwd), terminal);
  const count = countOf(countSettled(outcome), "finding");
  const inFiles = countOf(files.length, "file");
  terminal.print(isWritten ? `${count} settled in ${inFiles}` : `${count} would be settled in ${inFiles}`);
  if (isWritten && files.length > 0 && !isCompiled) terminal.print("No compiler was run.");
  for (const { file, reason } of rolledBack)
    terminal.print(`${terminal.paint("yellow", "taken back")} ${nameOfFile(file, cwd)}: ${reason}`);
  for (const { file, line, rule, reason } of left)
    terminal.print(`${terminal.paint("yellow", "left")} ${file}:${line} ${rule}: ${reason}`);
  if (left.some(({ reason }) => reason.startsWith("the test ")))
    terminal.print("Change these tests, or let --despite-tests with --verify find out which places they refuse.");
  if (mapped.length > 0) {
    terminal.print("Add to `settings.errorContract`, with the fields of each class, and run `plan` again:");
    terminal.print(`legacy: ${JSON.stringify(legacyEntries(mapped), null, 2)}`);
  }
  if (!isWritten && files.length > 0) terminal.print("Nothing was written: `--write` writes it.");
}

function countSettled({ files, settled }: Outcome): number {
  return files.reduce((sum, { file }) => sum + (settled.get(file) ?? 0), 0);
}

function legacyEntries(classes: readonly string[]): readonly object[] {
  return classes.map((name) => ({ class: { from: "file", name }, fields: {} }));
}
