import type { AuditRecord, AuditSink } from "../boundary/boundary.js";
import { AuditLogError } from "./audit-log-error.js";
import { prepareEntry, type PreparedEntry } from "./entry.js";
import { LogWriter } from "./log-writer.js";
import { readSettings, resolvePath, type AuditLogOptions, type Settings } from "./options.js";

/** An open audit log: the sink that a boundary writes to. */
export interface AuditLog extends AuditSink {
  /** The file, as an absolute path. */
  readonly path: string;
  /** How this opening of the log signs its entries. After a failed `fsync` it signs anew. */
  readonly writer: string;
  /**
   * Resolves when the entry is on the disk. Concurrent writes are synced together. Rejects with an {@link
   * AuditLogError} when it could not be written, and with a `TypeError` where the argument is no record; the next write
   * tries again.
   */
  write(record: AuditRecord): Promise<void>;
  /** Throws where {@link write} rejects. */
  writeSync(record: AuditRecord): void;
  /** Waits for the writes under way; later ones are refused with `ERR_AUDIT_LOG_CLOSED`. Closing twice is fine. */
  close(): Promise<void>;
}

/**
 * Opens an audit log: JSON Lines, one entry for each failure, on the disk before the failure travels on (specification
 * 001 section 6). Several processes may write one log, each with its own. Not for network file systems.
 *
 * @param path the file, relative to the working directory; it is created, readable for its owner only.
 * @throws AuditLogError when the file cannot be opened, is no regular one, or one that others can use.
 * @throws TypeError that names an option with a wrong name or value.
 */
export function openAuditLog(path: string | URL, options: AuditLogOptions = {}): AuditLog {
  return new FileAuditLog(resolvePath("openAuditLog", path), readSettings(options));
}

class FileAuditLog implements AuditLog {
  readonly path: string;
  readonly #settings: Settings;
  readonly #file: LogWriter;
  readonly #commits: GroupCommit;
  #closing: Promise<void> | undefined;

  constructor(path: string, settings: Settings) {
    this.path = path;
    this.#settings = settings;
    this.#file = new LogWriter(path, settings);
    // A group must fit into a file.
    this.#commits = new GroupCommit((entries) => this.#file.sync(this.#file.append(entries)), settings.rotate.size);
  }

  get writer(): string {
    return this.#file.writer;
  }

  async write(record: AuditRecord): Promise<void> {
    const entry = this.#prepare(record);
    await this.#commits.add(entry);
  }

  writeSync(record: AuditRecord): void {
    this.#file.syncNow(this.#file.append([this.#prepare(record)]));
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#commits.waitForAll().then(() => this.#file.close()));
  }

  #prepare(record: AuditRecord): PreparedEntry {
    if (this.#closing) throw new AuditLogError("write", this.path, "ERR_AUDIT_LOG_CLOSED", "it was closed");
    return prepareEntry(record, this.#settings.time(), this.#settings.redact);
  }
}

interface Waiting {
  readonly entry: PreparedEntry;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Bytes that are synced together; enough to make a sync cheap, and no burden on memory. */
const groupBytes = 4 * 1024 * 1024;

/** Lets entries that are written at the same time share a sync: while one group is on its way, the next gathers. */
class GroupCommit {
  readonly #commit: (entries: readonly PreparedEntry[]) => Promise<void>;
  readonly #limit: number;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  constructor(commit: (entries: readonly PreparedEntry[]) => Promise<void>, limit = groupBytes) {
    this.#commit = commit;
    this.#limit = Math.min(limit, groupBytes);
  }

  add(entry: PreparedEntry): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ entry, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  async waitForAll(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #run(): Promise<void> {
    // Entries of the same turn of the event loop belong to the first group.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#takeGroup();
      try {
        await this.#commit(group.map(({ entry }) => entry));
        group.forEach(({ resolve }) => resolve());
      } catch (error) {
        group.forEach(({ reject }) => reject(error));
      }
    }
    this.#running = undefined;
  }

  #takeGroup(): readonly Waiting[] {
    let bytes = 0;
    const end = this.#waiting.findIndex(({ entry }, index) => {
      bytes += entry.bytes;
      return index > 0 && bytes > this.#limit;
    });
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
  }
}
