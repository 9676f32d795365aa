import type { LibraryRow } from "../contract/library-row.js";
import type { CompiledContract } from "../contract/compile-contract.js";
import type { ContractError, FailureClass } from "../error/contract-error.js";
import type { JSONObject, JSONValue } from "../json/json-value.js";

export interface Boundary {
  readonly errorClass: FailureClass;
  readonly compiled: CompiledContract;
  readonly tool: string | undefined;
  readonly session: unknown;
  readonly audit: AuditSink | undefined;
  readonly isAuditDeclined: boolean;
  readonly auditTimeout: number;
  /** The limit of a call in milliseconds. */
  readonly timeout: number | undefined;
  readonly onFailure: ((envelope: JSONObject, error: ContractError) => unknown) | undefined;
  readonly classify: ((thrown: unknown) => unknown) | undefined;
  readonly libraries: readonly LibraryRow[] | undefined;
  readonly hidesForeign: boolean;
  readonly redact: ((envelope: JSONObject) => unknown) | undefined;
  /** A function delivers by itself, for a server of which more than the form is known. */
  readonly deliver: Delivery | Responder | undefined;
  /** The caller, where the code that wraps the handler knows it; `undefined` where each call tells. */
  readonly caller: Caller | undefined;
  readonly last: () => Error;
}

/** Of a `tool` the last argument is the context of the request, of a `request` the first is that of JSON-RPC itself. */
export type Caller = "tool" | "request" | "function";

type Responder = (failure: Failure, args: readonly unknown[]) => void;

/** Who has been told that a call took too long: what a boundary inside of it still does is not told again. */
export type PassedLimit = Pick<Boundary, "audit" | "onFailure">;

export interface Failure {
  readonly error: ContractError;
  readonly compiled: CompiledContract;
  readonly envelope: JSONObject;
  readonly text: string;
  readonly source: unknown;
  /** The thrown value, for the log alone; undefined where nothing was thrown. */
  readonly thrown: unknown;
  readonly correlationId?: string | undefined;
  /** Whether the audit sink has it. */
  readonly isRecorded?: boolean;
  /** The time limit of an outer boundary, where it passed before: its failure stands for this one. */
  readonly passedLimit?: PassedLimit | undefined;
  readonly result?: ErrorResult | undefined;
}

export interface ErrorResult {
  readonly isError: true;
  readonly content?: readonly unknown[];
  readonly structuredContent?: unknown;
  readonly _meta?: unknown;
}

/**
 * How a failure reaches the caller:
 *
 * - `"throw"`: throws the contract's error with the envelope as JSON in its message, and in its `data`.
 * - `"protocol"`: throws an error with the `code`, `message` and `data` of a JSON-RPC error, of which MCP allows the
 *   code.
 * - `"result"`: returns an MCP tool result with `isError`, the envelope as JSON text, and in `_meta`.
 * - `"envelope"`, `"json"`: returns the envelope, or its canonical JSON string.
 * - `"response"`: returns a `Response` with the envelope as its JSON body, and the status of its code.
 * - `"problem"`: returns a `Response` with the problem details of RFC 9457.
 *
 * By default the contract's `delivery` decides, in the form of the caller. A failing MCP result of the handler's own
 * keeps its members, unless another form than `"result"` is chosen.
 */
export type Delivery = (typeof deliveries)[number];

export const deliveries = ["throw", "protocol", "result", "envelope", "json", "response", "problem"] as const;

/** One failure as the boundary passes it to the audit trail. */
export interface AuditRecord {
  /** The name of the contract that the envelope belongs to. */
  readonly contract: string;
  /** The id of the envelope, else the `correlation_id` of the session; absent where there is neither. */
  readonly correlation_id?: string;
  /** The canonical envelope, as it is delivered; a text for a model may add what the table says of the code. */
  readonly envelope: JSONObject;
  /** What was thrown, its causes, and the originals that libraries keep elsewhere, nearest first; absent where nothing was. It reaches no client. */
  readonly causes?: readonly AuditCause[];
}

/** A thrown value as the audit trail has it; at most 64 of them say why a failure happened. */
export interface AuditCause {
  /** The members of an error. */
  readonly name?: string;
  readonly message?: string;
  readonly code?: string | number;
  readonly stack?: string;
  /** Any other value, as JSON: a thrown string is its text. */
  readonly value?: JSONValue;
  /** The errors that an `AggregateError` holds, or both of a `SuppressedError`. */
  readonly errors?: readonly AuditCause[];
  /** Of one of those errors: its own causes, nearest first. */
  readonly causes?: readonly AuditCause[];
}

/** A sink for records: a failure is delivered when it is written. It must not call the handlers that it records. */
export interface AuditSink {
  /** Writes before it returns; for handlers that fail synchronously. Throws when the record cannot be written. */
  writeSync(record: AuditRecord): void;
  /** Resolves when the record is written. Rejects when it cannot be. */
  write(record: AuditRecord): Promise<void>;
}
