import type { AuditSink } from "./audit-sink.js";
import type { Failure } from "./failure.js";
import type { CodeOf } from "../contract/codes.js";
import type { ContractError } from "../error/contract-error.js";
import type { ContractData } from "../contract/contract-data.js";
import { deliveries, type Delivery } from "./delivery.js";
import { builtClass } from "../error/create-error-class.js";
import type { FieldsOf } from "../contract/infer.js";
import { readable } from "../json/to-json-safe.js";
import { memberGiven } from "../json/refusal.js";
import { shapeFor, type Shape } from "../contract/compile-contract.js";

/** What the boundary needs of an error class; every class that `errorClass` builds has it. */
export interface FailureClass<C extends ContractData = ContractData> {
  new (fields?: never): ContractError;
  readonly prototype: ContractError;
  readonly contract: C;
  is(value: unknown): boolean;
  fromUnknown(thrown: unknown, context?: never): ContractError;
}

/** What a session knows of the circumstances of a call: fields that the contract lists as `context`. */
export type SessionFields<C extends ContractData> = {
  readonly [K in keyof FieldsOf<C> & keyof C["context"]]?: FieldsOf<C>[K] | undefined;
};

/** What every boundary is told, whatever it stands around. */
export interface SharedOptions<C extends ContractData> {
  /**
   * The contract that every failure is made to follow: its data, or the error class that was built from it. With the class,
   * foreign failures become instances of that very class.
   */
  readonly contract: C | FailureClass<C>;
  /** Where failures are recorded before they travel on. Without it nothing is recorded. */
  readonly audit?: AuditSink | undefined;
  /**
   * How many milliseconds a failure waits for its record; after that the caller gets what it gets when the record cannot be
   * written. `Infinity` waits for ever. Default: 30,000, half of what MCP's clients wait.
   */
  readonly auditTimeout?: number | undefined;
  /**
   * The code for a foreign failure, from a project's own knowledge of it. What it throws, and an answer that is no
   * registered code, is ignored.
   */
  readonly classify?: ((thrown: unknown) => CodeOf<C> | undefined) | undefined;
}

/** What {@link wrapHandler} is told. `A` are the arguments of the handler, `S` is what a session's function answers. */
export interface BoundaryOptions<
  C extends ContractData,
  A extends readonly unknown[] = readonly unknown[],
  S extends SessionFields<C> = SessionFields<C>,
> extends SharedOptions<C> {
  /** The name of the tool or operation; it stands in the envelope where the error names no other. */
  readonly tool_name: string;
  /**
   * What the envelope says about session, role and workspace where the error left them empty. A function is called when a
   * failure happens, with the arguments of the call; what it throws is ignored, and so is a promise.
   */
  readonly session?: SessionFields<NoInfer<C>> | ((...args: A) => S | undefined) | undefined;
  /**
   * How a failure reaches the caller. Default: as the contract delivers, in the form that the caller understands; see
   * {@link Delivery}.
   */
  readonly deliver?: Delivery | undefined;
}

/** A boundary as its parts need it: checked, and worked out once per handler. */
export interface Boundary {
  readonly errorClass: FailureClass;
  readonly shape: Shape;
  readonly tool: string | undefined;
  readonly session: unknown;
  readonly audit: AuditSink | undefined;
  readonly auditTimeout: number;
  readonly classify: ((thrown: unknown) => unknown) | undefined;
  /** A function answers for itself, where the caller is a server of which more than its form is known. */
  readonly deliver: Delivery | Answer | undefined;
}

/** Gives a failure to the caller in a way of its own. */
type Answer = (failure: Failure, args: readonly unknown[]) => void;

/**
 * The boundary that the options describe.
 *
 * @param caller the function whose options these are, for messages.
 * @param classOf what tells the error class: the option `contract`, or the shorthand that is called.
 * @throws TypeError naming the option that is missing or wrong.
 */
export function boundaryFrom(caller: string, options: unknown, classOf: ClassReader): Boundary {
  if (typeof options !== "object" || options === null) throw wrong(caller, "options", "an object", options);
  const [tool_name, deliver] = ["tool_name", "deliver"].map((name) => memberGiven(caller, options, name));
  if (typeof tool_name !== "string" || tool_name === "") throw wrong(caller, "tool_name", "a name", tool_name);
  if (isGiven(deliver) && !deliveries.includes(deliver as Delivery)) {
    throw wrong(caller, "deliver", `one of ${deliveries.join(", ")}`, deliver);
  }
  return {
    ...boundaryWithoutTool(caller, options, classOf),
    deliver: deliver as Delivery | undefined,
  };
}

/** A boundary around more than one tool, such as a whole server. */
export function boundaryWithoutTool(caller: string, options: unknown, classOf: ClassReader): Boundary {
  if (typeof options !== "object" || options === null) throw wrong(caller, "options", "an object", options);
  const [tool_name, session, audit, auditTimeout, classify] = [
    "tool_name",
    "session",
    "audit",
    "auditTimeout",
    "classify",
  ].map((name) => memberGiven(caller, options, name));
  const patience = auditTimeout ?? 30_000;
  if (isGiven(tool_name) && typeof tool_name !== "string") throw wrong(caller, "tool_name", "a name", tool_name);
  if (isGiven(session) && typeof session !== "object" && typeof session !== "function") {
    throw wrong(caller, "session", "an object or a function", session);
  }
  if (isGiven(audit) && !isSink(audit)) throw wrong(caller, "audit", "a sink with write and writeSync", audit);
  if (!isDuration(patience)) throw wrong(caller, "auditTimeout", "milliseconds, or Infinity", auditTimeout);
  if (isGiven(classify) && typeof classify !== "function") throw wrong(caller, "classify", "a function", classify);
  const failureClass = classOf(caller, options);
  return {
    errorClass: failureClass,
    shape: shapeFor(failureClass.contract),
    tool: (tool_name ?? undefined) as string | undefined,
    session,
    audit: audit as AuditSink | undefined,
    auditTimeout: patience,
    classify: (classify ?? undefined) as Boundary["classify"],
    deliver: undefined,
  };
}

/** The error for an option that cannot be used. */
export function wrong(caller: string, option: string, expected: string, found: unknown): TypeError {
  const isShort = typeof found === "number" || found === null;
  const what = typeof found === "string" ? JSON.stringify(found) : isShort ? String(found) : typeof found;
  return new TypeError(`${caller}: ${option}: expected ${expected}, found ${what}`);
}

/** The error class of a boundary with the given options; throws a `TypeError` when they name none. */
export type ClassReader = (caller: string, options: object) => FailureClass;

/** The error class of a contract that is known to be right, built once. */
export function classFor(contract: ContractData): FailureClass {
  const built = classes.get(contract) ?? builtClass(contract);
  classes.set(contract, built);
  return built;
}

const classes = new WeakMap<ContractData, FailureClass>();

function isSink(audit: unknown): boolean {
  return typeof readable(audit, "write") === "function" && typeof readable(audit, "writeSync") === "function";
}

/** What timers can measure. */
function isDuration(value: unknown): value is number {
  return typeof value === "number" && value > 0 && (value < 2 ** 31 || value === Infinity);
}

const isGiven = (option: unknown): boolean => option !== undefined && option !== null;
