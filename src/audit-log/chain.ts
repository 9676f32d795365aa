import { createHash, randomBytes } from "node:crypto";
import { createLine, type Link, type PreparedEntry } from "./entry.js";

/** The SHA-256 of a line without its end, in hex. */
export function hashLine(line: string | Uint8Array): string {
  return createHash("sha256").update(line).digest("hex");
}

/**
 * The lines of one writer. Its id is new every time, so that two processes of the same name, and the same process
 * started again, never continue one chain in two ways.
 */
export class WriterLines {
  readonly id: string;
  readonly #isChained: boolean;
  #next: Link | undefined;

  constructor(name: string, isChained: boolean) {
    this.id = `${name}/${randomBytes(6).toString("hex")}`;
    this.#isChained = isChained;
  }

  /** Whether the first entry still has to be linked to the line that stands last in the log. */
  get needsAnchor(): boolean {
    return this.#isChained && !this.#next;
  }

  /** Begins the chain behind the line that stands last in the log. */
  anchor(last: Uint8Array | undefined): void {
    this.#next = { sequence: 1, previous: last ? hashLine(last) : null };
  }

  /** The lines that the entries become if they are written now. */
  createLines(entries: readonly PreparedEntry[]): readonly string[] {
    let link = this.#next;
    return entries.map((entry) => {
      const line = createLine(entry, this.id, link);
      link &&= createNextLink(link, line);
      return line;
    });
  }

  /** Goes on behind lines that stand in the file. */
  advance(lines: readonly string[]): void {
    const last = lines.at(-1);
    if (this.#next && last !== undefined) {
      this.#next = createNextLink({ ...this.#next, sequence: this.#next.sequence + lines.length - 1 }, last);
    }
  }
}

const createNextLink = (link: Link, line: string): Link => ({ sequence: link.sequence + 1, previous: hashLine(line) });
