import type { CodeOf } from "../contract/codes.js";
import { compileContract } from "../contract/compile-contract.js";
import type { ContractData } from "../contract/contract-data.js";
import type { LibraryRow } from "../contract/library-row.js";
import type { EnvelopeOf, FieldsOf } from "../contract/infer.js";
import type { FailureClass } from "../error/contract-error.js";
import type { ErrorOf } from "../error/create-error-class.js";
import type { ForeignMessages } from "../error/from-unknown.js";
import { createOptionError, oneOf, readOptions, type OptionCheck } from "../error/refusal.js";
import type { ClassSource } from "../error/resolve-error-class.js";
import type { JSONObject } from "../json/json-value.js";
import { hasFunctions, isFunction, isObject } from "../json/read.js";
import { isRowList, rowList } from "../libraries/check-rows.js";
import { watchAborts } from "./abort-reasons.js";
import { deliveries, type AuditSink, type Boundary, type Delivery } from "./boundary.js";
import { prepareLast } from "./failure.js";

/** Any function: a tool's handler, a request handler, a function of the project's own. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- inferred parameters would be `never`
export type Handler = (...args: any[]) => unknown;

/** An SDK's function for one method: it checks the request, calls the handler, and checks the result. */
export type RequestHandler = (request: unknown, context: unknown) => unknown;

/** A handler with the arguments `A`, spelled out so that one written in place takes its types from its registration. */
export type HandlerOf<A extends Arguments, R, T, This> = (this: This, ...args: A) => R | Promise<T>;

/** The type of a handler behind the boundary: that of the handler, but for overloads and properties of its own. */
export type WrappedHandler<A extends Arguments, R, T, This> = (
  this: This,
  ...args: A
) => [T] extends [never] ? R : R | Promise<T>;

/** The arguments as the handler has them. With `NoInfer` a function that leaves out the last would be refused. */
export type Fixed<A extends Arguments> = [A][A extends Arguments ? 0 : never];

/** The arguments of any handler. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as in `Handler`
export type Arguments = any[];

/** The context fields of a call, and the id by which the log, the `_meta` of a result and others belong together. */
export type SessionFields<C extends ContractData> = {
  readonly [K in (keyof FieldsOf<C> & keyof C["context"]) | "correlation_id"]?:
    (K extends keyof FieldsOf<C> ? FieldsOf<C>[K] : string) | undefined;
};

/** The options of {@link wrapHandler}: `A` are the handler's arguments, `S` is the result of a session's function. */
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
  /** Is called with each failure, after it is recorded and before it is delivered. What it throws is ignored. */
  readonly onFailure?: ((envelope: EnvelopeOf<NoInfer<C>>, error: ErrorOf<NoInfer<C>>) => unknown) | undefined;
  /** Returns the code for a foreign failure. An error that it throws and an unregistered code are ignored. */
  readonly classify?: ((thrown: unknown) => CodeOf<C> | undefined) | undefined;
  /** What else is known of the errors of libraries; these rows come before the built-in ones. Plain data. */
  readonly libraries?: readonly LibraryRow[] | undefined;
  /**
   * How much of a foreign error's message reaches the caller, in the message and in the cause: all (`"kept"`), all but
   * what it quotes and the queries of addresses (`"unquoted"`), or nothing (`"hidden"`). Default: `"unquoted"`, but a
   * contract may hide more.
   */
  readonly foreignMessages?: ForeignMessages | undefined;
  /** Removes secrets before a failure is recorded and delivered. Where that fails, only the code is kept. */
  readonly redact?: ((envelope: JSONObject) => JSONObject) | undefined;
  /** The name of the tool or operation; it stands in the envelope where the error names no other. */
  readonly tool_name: string;
  /**
   * Fields of the envelope where the error left them empty, and the `correlation_id` of the call. A function is called
   * when the call begins, with its arguments; an error that it throws is ignored, and so is a promise.
   */
  readonly session?: SessionFields<NoInfer<C>> | ((...args: A) => S | undefined) | undefined;
  /** Default: as the contract delivers, in the form of the caller; see {@link Delivery}. */
  readonly deliver?: Delivery | undefined;
}

/** The options of a contract's own `wrapHandler`, which has the contract already. */
export type WrapOptions<C extends ContractData, A extends readonly unknown[] = readonly unknown[]> = Omit<
  BoundaryOptions<C, A>,
  "contract"
>;

export function readBoundary(caller: string, options: unknown, source: ClassSource): Boundary {
  const boundary = readServerBoundary(caller, options, source);
  if (!boundary.tool) throw createOptionError(caller, "tool_name", "a name", boundary.tool);
  return boundary;
}

const optionChecks: readonly OptionCheck[] = [
  ["tool_name", "a name", (value) => typeof value === "string"],
  ["session", "an object or a function", (value) => isObject(value) || isFunction(value)],
  [
    "audit",
    'a sink with write and writeSync, or "none"',
    (value) => value === "none" || hasFunctions(value, "write", "writeSync"),
  ],
  ["auditTimeout", "milliseconds, or Infinity", isDuration],
  ["timeout", "milliseconds, or Infinity", isDuration],
  ["onFailure", "a function", isFunction],
  ["classify", "a function", isFunction],
  ["libraries", rowList, isRowList],
  /* @__PURE__ */ oneOf("foreignMessages", ["kept", "unquoted", "hidden"]),
  ["redact", "a function", isFunction],
  /* @__PURE__ */ oneOf("deliver", deliveries),
];

type CheckedOptions = Pick<
  Boundary,
  "session" | "timeout" | "onFailure" | "classify" | "libraries" | "redact" | "deliver"
> &
  Partial<Pick<BoundaryOptions<ContractData>, "tool_name" | "audit" | "auditTimeout" | "foreignMessages">>;

const leftOut: Readonly<Record<string, readonly string[]>> = {
  wrapServer: ["tool_name", "deliver"],
  wrapHttpHandler: ["deliver"],
  createExpressErrorHandler: ["deliver", "timeout"],
  createHonoErrorHandler: ["deliver", "timeout"],
  createFastifyErrorHandler: ["deliver", "timeout"],
  createNestExceptionFilter: ["deliver", "timeout"],
  guardProcess: ["auditTimeout", "timeout", "classify", "libraries", "deliver"],
};

/** @param more the checks of the options that only this function has; it reads them itself. */
export function readServerBoundary(
  caller: string,
  options: unknown,
  source: ClassSource,
  more: readonly OptionCheck[] = [],
): Boundary {
  watchAborts();
  const shared = optionChecks.filter(([name]) => !leftOut[caller]?.includes(name));
  const checked = readOptions(caller, options, [...shared, ...source.checks, ...more]);
  const known = checked as unknown as CheckedOptions;
  const { tool_name: tool, audit, auditTimeout = 30_000, foreignMessages = "unquoted", ...others } = known;
  const errorClass = source.resolve(caller, checked);
  const compiled = compileContract(errorClass.contract);
  return {
    ...others,
    errorClass,
    compiled,
    tool,
    audit: audit === "none" ? undefined : audit,
    isAuditDeclined: audit === "none",
    auditTimeout,
    caller: undefined,
    foreignMessages,
    last: prepareLast(errorClass, compiled, tool),
  };
}

/** Timers cannot measure more. */
function isDuration(value: unknown): value is number {
  return typeof value === "number" && value > 0 && (value < 2 ** 31 || value === Infinity);
}
