import fs from "node:fs";
import { dirname } from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import { tryTo } from "../json/read.js";
import { AuditLogError, fromSystemError, runStep } from "./audit-log-error.js";
import { readFirstTime } from "./lines.js";
import type { Settings } from "./options.js";

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = fs.constants;

/** The descriptor stays open while what was written through it waits for the disk. */
export class LogFile {
  readonly path: string;
  readonly descriptor: number;
  end = 0;
  readonly #inode: bigint;
  readonly #device: bigint;
  readonly #openedAt = performance.now();
  readonly #ageAtOpening: number;
  #holds = 0;
  #isRetired = false;
  #sharing: string | undefined;

  /** @throws AuditLogError when the path cannot be opened, is no regular file, or one that others can use. */
  constructor(path: string, { fsync, time }: Pick<Settings, "fsync" | "time">) {
    this.path = path;
    refuseSpecialFile(path);
    this.descriptor = runStep("open", path, () => fs.openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600));
    try {
      const stat = this.readStat();
      const sharing = findSharing(stat);
      if (sharing) throw new AuditLogError("open", path, sharing.code, `${sharing.reason} (${sharing.code})`);
      const { ino, dev } = stat;
      this.#inode = ino;
      this.#device = dev;
      this.#ageAtOpening = readAge(this.descriptor, time);
      if (fsync) syncFolder(path);
    } catch (error) {
      fs.closeSync(this.descriptor);
      throw error;
    }
  }

  readStat(): fs.BigIntStats {
    return runStep("read", this.path, () => fs.fstatSync(this.descriptor, { bigint: true }));
  }

  isAt(path: string): boolean {
    const found = runStep("open", path, () => fs.lstatSync(path, { bigint: true, throwIfNoEntry: false }));
    return found?.ino === this.#inode && found.dev === this.#device;
  }

  /** Returns how others have come to use the file since it was looked at last; each way once. */
  findNewSharing(): string | undefined {
    const before = this.#sharing;
    const stat = tryTo(() => this.readStat());
    this.#sharing = stat && findSharing(stat)?.reason;
    return this.#sharing === before ? undefined : this.#sharing;
  }

  /** Milliseconds since the first entry. Clocks that jump while the file is open do not count. */
  getAge(): number {
    return this.#ageAtOpening + performance.now() - this.#openedAt;
  }

  hold(): this {
    this.#holds++;
    return this;
  }

  release(): void {
    this.#holds--;
    this.#closeIfUnused();
  }

  retire(): void {
    this.#isRetired = true;
    this.#closeIfUnused();
  }

  syncNow(): void {
    runStep("sync", this.path, () => fs.fdatasyncSync(this.descriptor));
  }

  async sync(): Promise<void> {
    // Read from `fs` at the call, as everywhere here, so that a test can make it fail.
    await promisify(fs.fdatasync)(this.descriptor);
  }

  #closeIfUnused(): void {
    if (this.#isRetired && this.#holds === 0) runStep("close", this.path, () => fs.closeSync(this.descriptor));
  }
}

/** Looks before it opens: opening a pipe or a device can have effects. */
function refuseSpecialFile(path: string): void {
  const found = runStep("open", path, () => fs.lstatSync(path, { throwIfNoEntry: false }));
  if (!found || found.isFile()) return;
  if (found.isSymbolicLink()) throw new AuditLogError("open", path, "ELOOP", "it is a symbolic link (ELOOP)");
  if (found.isDirectory()) throw new AuditLogError("open", path, "EISDIR", "it is a folder (EISDIR)");
  throw new AuditLogError("open", path, "EINVAL", "it is not a regular file (EINVAL)");
}

interface Sharing {
  readonly code: string;
  readonly reason: string;
}

/** Returns how others can use a file. It is looked at through the descriptor, so that nobody replaces it. */
function findSharing({ nlink, uid, mode }: fs.BigIntStats): Sharing | undefined {
  // Windows has neither owners by number nor rights of groups.
  if (process.platform === "win32") return undefined;
  if (nlink > 1n) return { code: "ERR_AUDIT_LOG_LINKED", reason: "it has another name, a hard link" };
  if (uid !== BigInt(process.geteuid!()))
    return { code: "ERR_AUDIT_LOG_OWNER", reason: `it belongs to the user ${uid}` };
  if ((mode & 0o077n) === 0n) return undefined;
  const rights = (mode & 0o777n).toString(8).padStart(4, "0");
  return { code: "ERR_AUDIT_LOG_RIGHTS", reason: `others than its owner may use it, ${rights}` };
}

/** A file that was just created or renamed outlives a power failure only when its folder is on the disk, too. */
export function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = runStep("sync", path, () => fs.openSync(dirname(path), "r"));
  try {
    fs.fsyncSync(folder);
  } catch (error) {
    // A file system that has nothing to sync answers so.
    if ((error as NodeJS.ErrnoException).code !== "EINVAL") throw fromSystemError("sync", path, error);
  } finally {
    fs.closeSync(folder);
  }
}

function readAge(descriptor: number, time: () => string): number {
  const first = readFirstTime(descriptor);
  return first === undefined ? 0 : Math.max(0, Date.parse(time()) - first);
}
