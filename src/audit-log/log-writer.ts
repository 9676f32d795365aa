import fs from "node:fs";
import { AuditLogError, fromSystemError, runStep } from "./audit-log-error.js";
import { WriterLines, type PreparedEntry } from "./entry.js";
import {
  appendLines,
  findLanding,
  findTornTail,
  readLastLine,
  readTail,
  type Landing,
  type Tail,
  type Written,
} from "./lines.js";
import { LogFile } from "./log-file.js";
import { sendNotice, type AuditNotice, type Settings } from "./options.js";
import { isRotationDue, listRotatedFiles, rotate } from "./rotation.js";

const attempts = 20;

interface PreparedWrite {
  readonly file: LogFile;
  readonly tail: Tail;
  readonly lines: readonly string[];
}

/** Writes entries in order before `append` returns. Each goes to the file at the path: it may have been moved away. */
export class LogWriter {
  readonly #path: string;
  readonly #settings: Settings;
  #lines: WriterLines;
  #file: LogFile | undefined;
  #unrotated: LogFile | undefined;

  constructor(path: string, settings: Settings) {
    this.#path = path;
    this.#settings = settings;
    this.#lines = new WriterLines(settings);
    this.#file = new LogFile(path, settings);
    this.#reportTornLine(this.#file);
  }

  get writer(): string {
    return this.#lines.id;
  }

  /** Returns the files, held until `sync` or `syncNow` releases them. After a throw some entries may stand there. */
  append(entries: readonly PreparedEntry[]): readonly LogFile[] {
    const touched: LogFile[] = [];
    try {
      let waiting = entries;
      for (let attempt = 0; attempt < attempts; attempt++) {
        const prepared = this.#prepareWrite(waiting);
        if (!touched.includes(prepared.file)) touched.push(prepared.file.hold());
        const landing = this.#write(prepared);
        // A spoiled line is lost to readers; its copy goes to the end, with a number of its own.
        waiting = [...waiting.slice(0, landing.isSpoiled ? 1 : 0), ...waiting.slice(landing.complete)];
        if (waiting.length === 0 && !landing.isOpen) return touched;
      }
      const reason = `other processes took the file away or broke its last line ${attempts} times in a row (EAGAIN)`;
      throw new AuditLogError("write", this.#path, "EAGAIN", reason);
    } catch (error) {
      touched.forEach((file) => file.release());
      throw fromSystemError("write", this.#path, error);
    }
  }

  async sync(files: readonly LogFile[]): Promise<void> {
    try {
      if (this.#settings.fsync) await Promise.all(files.map((file) => file.sync()));
    } catch (error) {
      this.#reopen(files);
      throw fromSystemError("sync", this.#path, error);
    } finally {
      files.forEach((file) => file.release());
    }
  }

  syncNow(files: readonly LogFile[]): void {
    try {
      if (this.#settings.fsync) files.forEach((file) => file.syncNow());
    } catch (error) {
      this.#reopen(files);
      throw error;
    } finally {
      files.forEach((file) => file.release());
    }
  }

  close(): void {
    const file = this.#file;
    this.#file = undefined;
    file?.retire();
  }

  #write({ file, lines, tail }: PreparedWrite): Landing {
    const written = runStep("write", file.path, () => appendLines(file.descriptor, lines, tail));
    const landing = this.#findLanding(file, written);
    this.#lines.advance(lines.slice(0, landing.complete));
    if (tail.size < file.end) {
      const message =
        `The audit log ${file.path} is shorter than what was written into it: somebody emptied it (logrotate: use ` +
        "`create`, not `copytruncate`). Entries may be lost.";
      this.#report({ kind: "truncated", path: file.path, message });
    }
    file.end = landing.after;
    return landing;
  }

  /** Finds where lines landed. Where that fails, their numbers may stand in the file, and a new chain begins. */
  #findLanding(file: LogFile, written: Written): Landing {
    try {
      return runStep("write", file.path, () => findLanding(file.descriptor, written));
    } catch (error) {
      this.#lines = new WriterLines(this.#settings);
      throw error;
    }
  }

  #prepareWrite(entries: readonly PreparedEntry[]): PreparedWrite {
    const current = this.#openCurrent();
    this.#lines.anchor(() => this.#readLastLine(current));
    const lines = this.#lines.createLines(entries);
    const { rotate: limits } = this.#settings;
    const isDue = current !== this.#unrotated && isRotationDue(limits, current, lines);
    const file = isDue ? this.#rotate(current) : current;
    this.#reportSharing(file);
    const tail = runStep("read", file.path, () => readTail(file.descriptor));
    return { file, tail, lines: tail.torn === undefined ? lines : this.#lines.createLines(entries, tail.torn) };
  }

  #rotate(file: LogFile): LogFile {
    const { rotate: limits, fsync } = this.#settings;
    try {
      rotate(this.#path, file, limits, fsync);
    } catch (cause) {
      // A long file is better than a lost entry. Reported once for each file.
      this.#unrotated = file;
      const message = `The audit log ${this.#path} could not be rotated and grows on: ${String(cause)}`;
      this.#report({ kind: "rotation-failed", path: this.#path, message, cause });
    }
    return this.#openCurrent();
  }

  #openCurrent(): LogFile {
    const open = this.#file;
    if (open?.isAt(this.#path)) return open;
    // With `keep`, a file that was rotated while this process was idle may be gone by now.
    const isDeleted = open?.readStat().nlink === 0n && this.#settings.rotate.keep === undefined;
    this.close();
    const file = new LogFile(this.#path, this.#settings);
    this.#file = file;
    if (isDeleted) {
      const message =
        `The audit log ${this.#path} was deleted while it was in use; its entries are gone. ` + "A new file was begun.";
      this.#report({ kind: "deleted", path: this.#path, message });
    }
    return file;
  }

  #readLastLine(file: LogFile): Buffer | undefined {
    const last = runStep("read", this.#path, () => readLastLine(file.descriptor));
    const before = last ? undefined : listRotatedFiles(this.#path).at(-1)?.path;
    if (before === undefined) return last;
    return runStep("read", before, () => {
      const descriptor = fs.openSync(before, "r");
      try {
        return readLastLine(descriptor);
      } finally {
        fs.closeSync(descriptor);
      }
    });
  }

  /** The system may have dropped the data that it could not write, and a second `fsync` would report success. */
  #reopen(files: readonly LogFile[]): void {
    if (this.#file && files.includes(this.#file)) this.close();
    this.#lines = new WriterLines(this.#settings);
  }

  /** The entry is written: whoever can change the rights of the file can read it anyway. */
  #reportSharing(file: LogFile): void {
    const reason = file.findNewSharing();
    if (reason === undefined) return;
    const message =
      `The audit log ${file.path} was opened to others while it was in use: ${reason}. ` +
      "It is refused at the next opening.";
    this.#report({ kind: "shared", path: file.path, message });
  }

  #reportTornLine(file: LogFile): void {
    const torn = runStep("read", file.path, () => findTornTail(file.descriptor));
    if (!torn) return;
    const [offset, bytes] = [torn.start, torn.end - torn.start];
    const message =
      `The audit log ${file.path} ended in a torn line of ${bytes} bytes, at byte ${offset}: an entry that was being ` +
      "written when its process ended, and never acknowledged. The next entry begins a new line.";
    this.#report({ kind: "torn-line", path: file.path, message, offset, bytes });
  }

  #report(notice: AuditNotice): void {
    sendNotice(this.#settings.onRecovery, notice);
  }
}
