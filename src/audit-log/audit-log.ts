import type { AuditRecord, AuditSink } from "../boundary/boundary.js";
import type { PlatformURL } from "../json/platform-types.js";
import { AuditLogError } from "./audit-log-error.js";
import { prepareEntry, type PreparedEntry } from "./entry.js";
import { LogWriter } from "./log-writer.js";
import { readSettings, resolvePath, type AuditLogOptions } from "./options.js";

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
 * @example
 * ```js
 * import { openAuditLog } from "error-contract/audit-log";
 * import { toolError, wrapHandler } from "error-contract/standard";
 *
 * const log = openAuditLog("failures.jsonl");
 * const readNote = wrapHandler(
 *   async () => {
 *     throw toolError("NOT_FOUND", "There is no such note.");
 *   },
 *   { tool_name: "read_note", audit: log },
 * );
 * await readNote().catch(({ code }) => console.log(code)); // NOT_FOUND
 * ```
 */
export function openAuditLog(path: string | PlatformURL, options: AuditLogOptions = {}): AuditLog {
  const file = resolvePath("openAuditLog", path);
  const settings = readSettings(options);
  const log = new LogWriter(file, settings);
  // A group must fit into a file.
  const groups = createGroups((entries) => log.sync(log.append(entries)), settings.rotate.size);
  let closing: Promise<void> | undefined;
  const prepare = (record: AuditRecord): PreparedEntry => {
    if (closing) throw new AuditLogError("write", file, "ERR_AUDIT_LOG_CLOSED", "it was closed");
    return prepareEntry(record, settings.time(), settings.redact);
  };
  return {
    path: file,
    get writer() {
      return log.writer;
    },
    write: async (record) => groups.add(prepare(record)),
    writeSync: (record) => log.syncNow(log.append([prepare(record)])),
    close: () => (closing ??= groups.waitForAll().then(() => log.close())),
  };
}

interface Waiting {
  readonly entry: PreparedEntry;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Bytes that are synced together; enough to make a sync cheap, and no burden on memory. */
const groupBytes = 4 * 1024 * 1024;

/** Lets entries that are written at the same time share a sync: while one group is on its way, the next gathers. */
function createGroups(commit: (entries: readonly PreparedEntry[]) => Promise<void>, limit = groupBytes) {
  const waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  const takeGroup = (): readonly Waiting[] => {
    let bytes = 0;
    const end = waiting.findIndex(({ entry }, index) => {
      bytes += entry.bytes;
      return index > 0 && bytes > Math.min(limit, groupBytes);
    });
    return waiting.splice(0, end < 0 ? waiting.length : end);
  };
  const run = async (): Promise<void> => {
    // Entries of the same turn of the event loop belong to the first group.
    await Promise.resolve();
    while (waiting.length > 0) {
      const group = takeGroup();
      try {
        await commit(group.map(({ entry }) => entry));
        group.forEach(({ resolve }) => resolve());
      } catch (error) {
        group.forEach(({ reject }) => reject(error));
      }
    }
    running = undefined;
  };
  return {
    add: (entry: PreparedEntry): Promise<void> =>
      new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
        running ??= run();
      }),
    waitForAll: async (): Promise<void> => {
      while (running) await running;
    },
  };
}
