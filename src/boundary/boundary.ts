import type { CodeOf } from "../contract/codes.js";
import type { CompiledContract } from "../contract/compile-contract.js";
import type { ContractData } from "../contract/contract-data.js";
import type { EnvelopeOf, FieldsOf } from "../contract/infer.js";
import type { LibraryRow } from "../contract/library-row.js";
import type { ContractError, FailureClass } from "../error/contract-error.js";
import type { ErrorOf } from "../error/create-error-class.js";
import type { ForeignMessages } from "../error/from-unknown.js";
import { oneOf, type OptionRow } from "../error/refusal.js";
import type { JSONObject, JSONValue } from "../json/json-value.js";
import { hasFunctions, isFunction, isObject } from "../json/read.js";
import { isRowList, rowList } from "../libraries/check-rows.js";

/** The context fields of a call, and the id by which the log, the `_meta` of a result and others belong together. */
export type SessionFields<C extends ContractData> = {
  readonly [K in (keyof FieldsOf<C> & keyof C["context"]) | "correlation_id"]?:
    (K extends keyof FieldsOf<C> ? FieldsOf<C>[K] : string) | undefined;
};

/** The options of `wrapHandler`: `A` are the handler's arguments, `S` is the result of a session's function. */
export interface BoundaryOptions<
  C extends ContractData,
  A extends readonly unknown[] = readonly unknown[],
  S extends SessionFields<C> = SessionFields<C>,
> {
  /** The contract that every failure follows, or the error class of which foreign failures become instances. */
  readonly contract: C | FailureClass<C>;
  /**
   * Records failures before they are delivered; `"none"` says that no record is wanted. Without it the first failure of
   * the process, and what others threw under a contract with `foreign.isLogged`, is written to stderr.
   */
  readonly audit?: AuditSink | "none" | undefined;
  /** Milliseconds that a failure waits for its record, then it counts as unrecorded; or `Infinity`. Default: 30,000. */
  readonly auditTimeout?: number | undefined;
  /**
   * Milliseconds that a promise of the handler may take. Then its signal (`signal`, or `mcpReq.signal`, of the last
   * argument) is aborted, and the failure has the code for `timeout`. Default: no limit.
   */
  readonly timeout?: number | undefined;
  /**
   * Is called with each failure, after it is recorded and before it is delivered. What it throws is ignored. Default:
   * none.
   */
  readonly onFailure?: ((envelope: EnvelopeOf<NoInfer<C>>, error: ErrorOf<NoInfer<C>>) => unknown) | undefined;
  /**
   * Returns the code for a foreign failure. An error that it throws and an unregistered code are ignored. Default: the
   * contract and the known libraries decide.
   */
  readonly classify?: ((thrown: unknown) => CodeOf<C> | undefined) | undefined;
  /**
   * What else is known of the errors of libraries; these rows come before the built-in ones. Plain data. Default: none.
   */
  readonly libraries?: readonly LibraryRow[] | undefined;
  /**
   * How much of a foreign error's message reaches the caller, in the message and in the cause: all (`"kept"`), all but
   * what it quotes and the queries of addresses (`"unquoted"`), or nothing (`"hidden"`). Default: `"unquoted"`, but a
   * contract may hide more.
   */
  readonly foreignMessages?: ForeignMessages | undefined;
  /**
   * Removes secrets before a failure is recorded and delivered. Where that fails, only the code is kept. Default: none.
   */
  readonly redact?: ((envelope: JSONObject) => JSONObject) | undefined;
  /** The name of the tool or operation; it stands in the envelope where the error names no other. */
  readonly tool_name: string;
  /**
   * Fields of the envelope where the error left them empty, and the `correlation_id` of the call. A function is called
   * when the call begins, with its arguments; an error that it throws is ignored, and so is a promise.
   * Default: no fields.
   */
  readonly session?: SessionFields<NoInfer<C>> | ((...args: A) => S | undefined) | undefined;
  /** Default: as the contract delivers, in the form of the caller; see {@link Delivery}. */
  readonly deliver?: Delivery | undefined;
  /**
   * The codes that the handler throws, as a declaration: the wrapped handler has them as its `throws`, and
   * `eslint-plugin-error-contract failures --check` compares them with what it really throws. No failure is changed.
   * Default: nothing is declared.
   */
  readonly throws?: readonly CodeOf<C>[] | undefined;
}

const deliveries = ["throw", "protocol", "result", "envelope", "json", "response", "problem"] as const;

const duration = "milliseconds, or Infinity";

const httpErrors = [
  "createExpressErrorHandler",
  "createHonoErrorHandler",
  "createFastifyErrorHandler",
  "createNestExceptionFilter",
] as const;

/** The functions that handle all errors of an HTTP server. */
export type HttpErrors = (typeof httpErrors)[number];

/** The functions that take the options of a boundary. */
export type Taker = "wrapHandler" | "wrapServer" | "wrapHttpHandler" | HttpErrors | "guardProcess";

export interface BoundaryRow<T = unknown> extends OptionRow<T> {
  /** The functions that do not take it, or of which it has a type of their own. */
  readonly notOf?: readonly Taker[];
}

/**
 * Each option in its row: how a wrong value is refused, what stands for it where it is left out, and who does not take
 * it. The boundary has each under its name, as it was given.
 */
export const optionRows = {
  tool_name: { expected: "a name", fits: (value) => typeof value === "string", notOf: ["wrapServer"] },
  session: { expected: "an object or a function", fits: (value) => isObject(value) || isFunction(value) },
  audit: {
    expected: 'a sink with write and writeSync, or "none"',
    fits: (value) => value === "none" || hasFunctions(value, "write", "writeSync"),
  },
  auditTimeout: { expected: duration, fits: isDuration, usual: 30_000, notOf: ["guardProcess"] },
  timeout: { expected: duration, fits: isDuration, notOf: [...httpErrors, "guardProcess"] },
  onFailure: { expected: "a function", fits: isFunction },
  classify: { expected: "a function", fits: isFunction, notOf: ["guardProcess"] },
  libraries: { expected: rowList, fits: isRowList, notOf: ["guardProcess"] },
  foreignMessages: /* @__PURE__ */ oneOf(["kept", "unquoted", "hidden"], { usual: "unquoted" }),
  redact: { expected: "a function", fits: isFunction },
  throws: {
    expected: "a list of codes",
    fits: (value) => Array.isArray(value) && value.every(isCode),
    notOf: ["wrapServer", "wrapHttpHandler", ...httpErrors, "guardProcess"],
  },
  deliver: /* @__PURE__ */ oneOf(deliveries, {
    notOf: ["wrapServer", "wrapHttpHandler", ...httpErrors, "guardProcess"],
  }),
} as const satisfies { readonly [K in keyof AnyOptions]-?: BoundaryRow<Exclude<AnyOptions[K], undefined>> };

type AnyOptions = Omit<BoundaryOptions<ContractData>, "contract">;
type Rows = typeof optionRows;

/** The options that a function does not take, or that have a type of their own there. */
export type LeftOut<Caller extends Taker> = {
  [K in keyof Rows]: Rows[K] extends { readonly notOf: readonly (infer Other)[] }
    ? Caller extends Other
      ? K
      : never
    : never;
}[keyof Rows];

/** What is read of the options. */
export type OptionValues = {
  readonly [K in keyof Rows]: Rows[K] extends { readonly usual: unknown }
    ? NonNullable<AnyOptions[K]>
    : AnyOptions[K] | undefined;
};

const isCode = (value: unknown): boolean => typeof value === "string" || typeof value === "number";

/** Timers cannot measure more. */
function isDuration(value: unknown): value is number {
  return typeof value === "number" && value > 0 && (value < 2 ** 31 || value === Infinity);
}

export interface Boundary extends Omit<OptionValues, "audit" | "classify" | "deliver"> {
  readonly errorClass: FailureClass;
  readonly compiled: CompiledContract;
  readonly audit: AuditSink | undefined;
  readonly isAuditDeclined: boolean;
  readonly classify: ((thrown: unknown) => unknown) | undefined;
  /** A function delivers by itself, for a server of which more than the form is known. */
  readonly deliver: Delivery | Responder | undefined;
  /** The caller, where the code that wraps the handler knows it; `undefined` where each call tells. */
  readonly caller: Caller | undefined;
  readonly last: () => Error;
  /** What the tools of a server can answer, for its lists. */
  readonly failures?: { readonly tools: Readonly<Record<string, readonly string[]>> } | undefined;
  /** Whether the input of a server's tools is checked where no SDK does it. */
  readonly checkInput?: boolean | undefined;
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

/** One failure as the boundary passes it to the audit trail. */
export interface AuditRecord {
  /** The name of the contract that the envelope belongs to. */
  readonly contract: string;
  /** The id of the envelope, else the `correlation_id` of the session; absent where there is neither. */
  readonly correlation_id?: string;
  /** The canonical envelope, as it is delivered; a text for a model may add what the table says of the code. */
  readonly envelope: JSONObject;
  /** What was thrown, its causes and originals, nearest first; absent where nothing was. It reaches no client. */
  readonly causes?: readonly AuditCause[];
}

/** A thrown value as the audit trail has it; at most 64 of them say why a failure happened. */
export interface AuditCause {
  /** The members of an error. */
  readonly name?: string;
  /** The message of the original error. */
  readonly message?: string;
  /** The code of the original error, such as `ENOENT`. */
  readonly code?: string | number;
  /** The stack of the original error. */
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
