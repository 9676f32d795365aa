import type { PreparedEntry } from "./entry.js";

interface Waiting {
  readonly entry: PreparedEntry;
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

/** Bytes that are synced together; enough to make a sync cheap, and no burden on memory. */
const groupBytes = 4 * 1024 * 1024;

/**
 * Lets entries that are written at the same time share the way to the disk: while one group is on it, the next gathers.
 * A group that fails rejects every write in it; later ones try again.
 */
export class GroupCommit {
  readonly #commit: (entries: readonly PreparedEntry[]) => Promise<void>;
  readonly #limit: number;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  /**
   * @param commit resolves when the entries are where they shall be.
   * @param limit bytes of a group; a longer entry is a group of its own.
   */
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
