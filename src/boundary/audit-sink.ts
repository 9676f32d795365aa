import type { JSONObject, JSONValue } from "../json/json-value.js";

/** One failure as the boundary passes it to the audit trail. */
export interface AuditRecord {
  /** The name of the contract that the envelope belongs to. */
  readonly contract: string;
  /** The canonical envelope, exactly as it is delivered. */
  readonly envelope: JSONObject;
  /**
   * What was thrown, and its causes, nearest first; absent where nothing was. It may hold anything that the server
   * knows, and reaches no client.
   */
  readonly causes?: readonly AuditCause[];
}

/** A thrown value as the audit trail has it. */
export interface AuditCause {
  /** The members of an error. */
  readonly name?: string;
  readonly message?: string;
  readonly code?: string | number;
  readonly stack?: string;
  /** Any other value, as JSON: a thrown string is its text. */
  readonly value?: JSONValue;
}

/**
 * The destination of audited failures: the audit log of this package, a logger, a store of the project's own. A record
 * counts as written when the method returns or its promise resolves; until then the failure is not delivered. A sink
 * must not call the handlers whose failures it records.
 */
export interface AuditSink {
  /** Writes before it returns; for handlers that fail synchronously. Throws when the record cannot be written. */
  writeSync(record: AuditRecord): void;
  /** Resolves when the record is written. Rejects when it cannot be. */
  write(record: AuditRecord): Promise<void>;
}
