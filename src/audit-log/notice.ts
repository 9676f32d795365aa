import { stringify } from "../json/to-json-safe.js";

/**
 * - `torn-line`: at opening, the file ended in the middle of a line. The entry was never acknowledged; the next one
 *   begins a line of its own.
 * - `truncated`: the file is shorter than after the log's last write.
 * - `deleted`: the file that this log wrote into is gone; a new one was begun.
 * - `rotation-failed`: the file stays in use beyond its size or age.
 */
export type AuditNoticeKind = "torn-line" | "truncated" | "deleted" | "rotation-failed";

/** A problem that the log has handled, and that a person should know about. */
export interface AuditNotice {
  readonly kind: AuditNoticeKind;
  /** The file, as an absolute path. */
  readonly path: string;
  /** The problem in a sentence. */
  readonly message: string;
  /** Where the torn line begins, in bytes from the start of the file. */
  readonly offset?: number;
  /** How long the torn line is. */
  readonly bytes?: number;
  /** Why the rotation failed. */
  readonly cause?: unknown;
}

/** Sends a notice to the caller's own function, else to Node's warnings. */
export function sendNotice(listener: ((notice: AuditNotice) => void) | undefined, notice: AuditNotice): void {
  try {
    // The function may return a promise, though its type says that it returns nothing.
    const answer: unknown = listener?.(notice);
    if (!listener) process.emitWarning(notice.message, { type: "AuditLogWarning", code: notice.kind });
    else {
      Promise.resolve(answer).catch((error: unknown) => {
        // Intended: as below.
        warnOfListener(error, notice);
      });
    }
  } catch (error) {
    // Intended: an error of that function must not cost an entry.
    warnOfListener(error, notice);
  }
}

function warnOfListener(error: unknown, { message }: AuditNotice): void {
  process.emitWarning(`onRecovery failed: ${stringify(error)}`, { type: "AuditLogWarning", detail: message });
}
