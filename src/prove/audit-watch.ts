import { statSync } from "node:fs";

/** Watches whether an audit log grows. */
export class AuditWatch {
  readonly #file: string;
  #size = 0;
  hasGrown = false;

  constructor(file: string) {
    this.#file = file;
  }

  /** Remembers how long the log is. */
  look(): void {
    this.#size = this.#readSize();
  }

  /** Finds out whether the log is longer than at the last look. */
  compare(): void {
    this.hasGrown = this.#readSize() > this.#size;
  }

  #readSize(): number {
    return statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
  }
}
