import fs from "node:fs";
import { replaceFile } from "../project/replace-file.js";

/** A file with its text before and after the run. */
export interface ChangedFile {
  /** The absolute path. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** Writes changed files, and puts their old texts back. */
export class FileWriter {
  readonly #written = new Map<string, ChangedFile>();

  /** Writes the new texts of these files, and puts back those of all others that were written. */
  show(files: readonly ChangedFile[]): void {
    const shown = new Set(files.map(({ file }) => file));
    for (const each of this.#written.values()) if (!shown.has(each.file)) this.#restore(each);
    for (const each of files) {
      if (this.#written.has(each.file)) continue;
      // Noted first: whatever interrupts the writing, the old text is put back.
      this.#written.set(each.file, each);
      replaceFile(each.file, each.after);
    }
  }

  /** Puts all old texts back. */
  restoreAll(): void {
    for (const each of [...this.#written.values()]) this.#restore(each);
  }

  /** Keeps the written texts: the old ones are not put back any more. */
  keep(): void {
    this.#written.clear();
  }

  #restore(changed: ChangedFile): void {
    if (fs.readFileSync(changed.file, "utf8") !== changed.before) replaceFile(changed.file, changed.before);
    this.#written.delete(changed.file);
  }
}

/** Whether a file still has the text that was linted. */
export function isUnchanged({ file, before }: ChangedFile): boolean {
  return fs.existsSync(file) && fs.readFileSync(file, "utf8") === before;
}
