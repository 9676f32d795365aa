import type { JSONObject } from "../json/to-json-safe.js";

/** One failure as the boundary hands it to the audit trail: what was delivered, and where it happened. */
export interface AuditRecord {
  /** The name of the contract that the envelope belongs to. */
  readonly contract: string;
  /** The canonical envelope, exactly as it is delivered. */
  readonly envelope: JSONObject;
}

/**
 * Where audited failures go: the audit log of this package, a logger, a store of the project's own. A record counts as
 * written when the method returns or its promise resolves; until then the failure does not travel on. A sink must not call
 * what it records the failures of.
 */
export interface AuditSink {
  /** Writes before it returns; for handlers that fail synchronously. Throws when the record cannot be written. */
  writeSync(record: AuditRecord): void;
  /** Resolves when the record is written. Rejects when it cannot be. */
  write(record: AuditRecord): Promise<void>;
}
