import type { Terminal } from "error-contract/cli";
import fs from "node:fs";
import os from "node:os";
import { type FileChange, replaceFile } from "../project/changed-files.js";
import { endProcesses } from "../project/run-process.js";
import { countOf } from "../text.js";

/** A file with its text before and after the run. */
export interface ChangedFile extends FileChange {
  readonly before: string;
}

/** Writes changed files, and puts their old texts back. */
export class FileWriter {
  readonly #written = new Map<string, ChangedFile>();

  /** Writes the new texts of these files, and restores those of all others that were written. */
  show(files: readonly ChangedFile[]): void {
    const shown = new Set(files.map(({ file }) => file));
    for (const each of this.#written.values()) if (!shown.has(each.file)) this.#restore(each);
    for (const each of files) {
      if (this.#written.get(each.file)?.after === each.after) continue;
      // Noted first: whatever interrupts the writing, the old text is restored.
      this.#written.set(each.file, each);
      replaceFile(each.file, each.after);
    }
  }

  /** How many files hold a new text that may be restored. */
  get size(): number {
    return this.#written.size;
  }

  /** Keeps the written texts: the old ones are not restored any more. */
  keep(): void {
    this.#written.clear();
  }

  #restore(changed: ChangedFile): void {
    if (fs.readFileSync(changed.file, "utf8") !== changed.before) replaceFile(changed.file, changed.before);
    this.#written.delete(changed.file);
  }
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Puts the old texts back when the process is told to end, and ends it. Returns what stops that. */
export function restoreAtSignals(writer: FileWriter, { note }: Terminal): () => void {
  const stop = (signal: NodeJS.Signals) => {
    endProcesses();
    const count = writer.size;
    writer.show([]);
    note(`Interrupted: ${count === 0 ? "nothing was changed" : `${countOf(count, "file")} restored`}.`);
    process.exit(128 + os.constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.on(signal, stop);
  return () => {
    for (const signal of SIGNALS) process.off(signal, stop);
  };
}
