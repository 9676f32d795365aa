import { getCodes, type CodeOf, type CodesOf } from "../contract/codes.js";
import { compileContract, type CompiledContract } from "../contract/compile-contract.js";
import type { ContractData, Factory } from "../contract/contract-data.js";
import { features } from "../contract/features.js";
import type { FactoriesOf, FunctionsOf, NoError } from "../contract/infer-factories.js";
import type {
  CodedFields,
  ConstructFields,
  DetailedCode,
  EnvelopeOf,
  FieldsOf,
  UnknownContext,
} from "../contract/infer.js";
import { callSafely, defineMember, isError, readMember, tryTo, withoutStacks } from "../json/read.js";
import { ContractError, readStack, setCode, type FailureClass } from "./contract-error.js";
import { brand, hasContract, readLineage } from "./lineage.js";
import { ArgumentReader, type Given } from "./factory-arguments.js";
import { callToEnvelope, fillEnvelope, hasReliableEnvelope, limitCause, markReliable } from "./fill-envelope.js";
import {
  describeThrown,
  foreignMessages,
  isHidden,
  isInBoundary,
  isKept,
  setHidden,
  readForeignFields,
  readReworded,
  type ThrownValue,
} from "./from-unknown.js";

/** An error of a contract: its fields, its code as `code`, and its envelope. `Code` chooses some of the codes. */
export type ErrorOf<C extends ContractData, Code extends CodeOf<C> = CodeOf<C>> =
  ErrorByCode<C, Extract<Code, DetailedCode<C>>> | ErrorOfOthers<C, Exclude<Code, DetailedCode<C>>>;

type ErrorByCode<C extends ContractData, Code extends CodeOf<C>> = Code extends unknown ? CodedError<C, Code> : never;

type ErrorOfOthers<C extends ContractData, Code extends CodeOf<C>> = [Code] extends [never]
  ? never
  : CodedError<C, Code>;

type CodedError<C extends ContractData, Code extends CodeOf<C>> = ConcreteError<EnvelopeOf<C, Code>> &
  CodedFields<FieldsOf<C>, C, Code> &
  CodeMember<C, Code>;

/** An error of a contract whose code is not known: an instance of the class, which a class can extend. */
export type AnyErrorOf<C extends ContractData> = ConcreteError<EnvelopeOf<C>> & FieldsOf<C> & CodeMember<C, CodeOf<C>>;

interface ConcreteError<Envelope extends object> extends ContractError<Envelope> {
  toEnvelope(): Envelope;
  toJSON(): Envelope;
  toDiagnostic(): Envelope & { readonly stack: string };
}

type CodeMember<C extends ContractData, Code> = "code" extends keyof FieldsOf<C> ? {} : { readonly code: Code };

/** The error class of a contract, as `createErrorClass` creates it. */
export type ErrorClass<C extends ContractData> = FactoriesOf<C, ErrorOf<C>> & {
  /**
   * Direct construction: every field of the envelope can be given.
   *
   * @throws TypeError with the given `cause` for an unregistered code (`INVALID_ERROR_CODE`) or a value that does not
   *   fit.
   */
  new (fields?: ConstructFields<C> & NoError): AnyErrorOf<C>;
  readonly prototype: AnyErrorOf<C>;
  /** The contract that the class was created from. */
  readonly contract: C;
  /** The contract's codes, each name with its value on the wire. */
  readonly codes: CodesOf<C>;
  /** Also for an error of a contract that extends this one, created by any copy of the package. Never throws. */
  is(value: unknown): value is ErrorOf<C>;
  /**
   * Converts any thrown value to an error of the contract: one of the contract is returned, or becomes the cause of
   * another with the context's message; anything else becomes the cause of a new one. Never throws.
   *
   * The code is the context's, the answer of `classify`, the value's own where it is registered, the one that the value
   * or the nearest of its causes settles (as an error of a contract, by errno, HTTP status or JSON-RPC code), else the
   * fallback.
   */
  fromUnknown(thrown: unknown, context?: UnknownContext<C>): ErrorOf<C>;
};

export function createTrustedClass<const C extends ContractData>(contract: C): ErrorClass<C> {
  const { name }: ContractData = contract;
  const compiled = compileContract(contract);
  const construct = new ArgumentReader(compiled, createOwnFactory(compiled, "construct"));
  const unknown = new ArgumentReader(compiled, createOwnFactory(compiled, "unknown"));

  class Created extends ContractError {
    static readonly contract = contract;
    static readonly codes = getCodes(contract);

    static override is(value: unknown): value is Created {
      return hasContract(readLineage(value), name);
    }

    static fromUnknown(value: unknown, context?: unknown): Created {
      const thrown = describeThrown(value);
      const own = hasContract(thrown.lineage, name) ? (thrown.value as Created) : undefined;
      if (own && (hasReliableEnvelope(own) || callToEnvelope(own))) return reword(compiled, own, thrown, context);
      const fields = readForeignFields(compiled, thrown, context);
      const create = (): Created => new Created(fields, unknown, [value]);
      // The frames of a conversion would be those of the boundary; `readStack` has those of what was thrown.
      const isFramed = !isInBoundary(context) || !isError(value) || (compiled.stack && isDebugging());
      const created = isFramed ? create() : withoutStacks(create);
      if (thrown.lineage) return created;
      const isAlreadyHidden = isHidden(thrown, context);
      const shown = isAlreadyHidden ? "hidden" : isKept(thrown, context) ? "kept" : "unquoted";
      if (compiled.cause) limitCause(created, value, shown);
      if (!isAlreadyHidden)
        setHidden(created, () => Created.fromUnknown(value, hideMessages(context, compiled, created)));
      return created;
    }

    constructor(fields?: unknown, reader?: unknown, args: readonly unknown[] = []) {
      // A second argument out of habit, as in `new X(fields, { cause })`, must not reach the factories' own parameter.
      const factory = reader instanceof ArgumentReader ? reader : construct;
      const given = factory.readFields(fields);
      const values = factory.readValues(given, args);
      const cause = factory.readCause(given, args);
      // What is converted has its wait among the fields.
      if (factory !== unknown && cause !== undefined) addWait(compiled, values, cause);
      super(formatMessage(compiled, values), cause === undefined || cause === null ? undefined : { cause });

      Object.assign(this, values);
      if (compiled.stack && ((factory === construct && readMember(given, "include_stack_trace")) || isDebugging())) {
        Object.assign(this, { [compiled.stack.name]: readStack(this) });
      }
    }

    toEnvelope(): object {
      return fillEnvelope(compiled, this);
    }

    toJSON(): object {
      return (hasReliableEnvelope(this) ? undefined : callToEnvelope(this)) ?? fillEnvelope(compiled, this);
    }

    toDiagnostic(): { readonly stack: string } {
      return { ...this.toJSON(), stack: readStack(this) };
    }
  }

  // V8 does not optimise a class whose name was redefined until another class extends it: half the speed, measured.
  // eslint-disable-next-line @typescript-eslint/no-meaningless-void-operator -- it makes the class an expression
  void class extends nameClass(Created, compiled) {};
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is only compared
  markReliable(Created.prototype.toEnvelope);

  const create = (fields: Given, cause: unknown): Created => new Created(fields, unknown, [cause]);
  Object.defineProperties(Created, {
    [functionsKey]: { value: Object.freeze(defineFactories(Created, compiled)) },
    [createKey]: { value: create },
  });
  if (!errorClasses.has(contract)) errorClasses.set(contract, Created);
  return Created as unknown as ErrorClass<C>;
}

/** Gives a class the name of its contract's, and marks its errors as those of the contract. */
function nameClass<Class extends new (...args: never[]) => object>(Created: Class, compiled: CompiledContract): Class {
  const { vocabulary, name, extends: bases = [] } = compiled.contract;
  Object.defineProperty(Created, "name", { value: vocabulary.errorClass });
  const prototype = Created.prototype as object;
  defineMember(prototype, "name", vocabulary.errorClass);
  Object.defineProperty(prototype, brand, { value: Object.freeze([name, ...bases]) });
  if (compiled.settable.every((field) => field.name !== "code")) setCode(Created, compiled.code.name);
  return Created;
}

/** Returns a context by which a conversion has the code of another, and shows nothing of a foreign message. */
function hideMessages(context: unknown, { code }: CompiledContract, created: object): object {
  const given = typeof context === "object" ? context : undefined;
  return { ...given, [code.name]: readMember(created, code.name), [foreignMessages]: "hidden" };
}

/** Adds the factories that are methods to a class, and returns those that are functions by their names. */
function defineFactories(
  Created: new (fields: unknown, reader: ArgumentReader, args: readonly unknown[]) => object,
  compiled: CompiledContract,
): Readonly<Record<string, unknown>> {
  const { vocabulary } = compiled.contract;
  const functions: Record<string, unknown> = {};
  for (const factory of vocabulary.factories) {
    const method = getMethodName(vocabulary.errorClass, factory.name);
    const name = method ?? factory.name;
    if (["unknown", "warning", "construct"].includes(factory.purpose) || name.includes(".")) continue;
    const reader = new ArgumentReader(compiled, factory);
    const { length } = factory.positional;
    const create = (...args: readonly unknown[]): object => new Created(args[length], reader, args);
    Object.defineProperty(create, "name", { value: name });
    if (method === undefined) functions[name] = create;
    else defineMember(Created, method, create);
  }
  return functions;
}

/** The members of a class by which every copy of the package creates errors of it. */
const functionsKey = Symbol.for("error-contract.functions");
const createKey = Symbol.for("error-contract.create");

/** Returns the error class of a trusted contract: the first that was created. */
export function getErrorClass(contract: ContractData): FailureClass {
  return errorClasses.get(contract) ?? createTrustedClass(contract);
}

const errorClasses = new WeakMap<ContractData, FailureClass>();

/**
 * Returns the factories that a contract's vocabulary names as functions of its module (`toolError`).
 *
 * @throws TypeError, from each factory, with the given `cause`: for an unregistered code (`INVALID_ERROR_CODE`), or a
 *   value or details that do not fit.
 * @example
 * ```js
 * import { createErrorClass, getFactoryFunctions } from "error-contract";
 * import { standard } from "error-contract/standard";
 *
 * const { toolError } = getFactoryFunctions(createErrorClass(standard));
 * console.log(toolError("NOT_FOUND", "There is no such note.").code); // NOT_FOUND
 * ```
 */
export function getFactoryFunctions<C extends ContractData>(errorClass: ErrorClass<C>): FunctionsOf<C, ErrorOf<C>> {
  return readMember(errorClass, functionsKey) as FunctionsOf<C, ErrorOf<C>>;
}

/** The fields fit the envelope, but need not be the details and the message that the code requires. */
export function createConvertedError(errorClass: unknown, fields: Given, cause: unknown): ContractError | undefined {
  const create = readMember(errorClass, createKey);
  return typeof create === "function"
    ? (Reflect.apply(create, undefined, [fields, cause]) as ContractError)
    : undefined;
}

/** No failure that lasts says how long to wait. */
function addWait(
  { retryAfter, code, findEntry }: CompiledContract,
  values: Record<string, unknown>,
  cause: unknown,
): void {
  if (!retryAfter || !features.libraries || values[retryAfter.name] !== undefined) return;
  const entry = findEntry(values[code.name]);
  if (entry && features.libraries.takesWait(entry.condition))
    values[retryAfter.name] = features.libraries.findWait(cause, Date.now())?.seconds;
}

function reword<E extends ContractError>(
  compiled: CompiledContract,
  own: E,
  { origin }: ThrownValue,
  context: unknown,
): E {
  const fields = context === undefined ? undefined : readReworded(origin ?? compiled, own, context);
  const reworded = fields && callSafely(createConvertedError, [readMember(own, "constructor"), fields, own]);
  const { name } = (origin ?? compiled).message;
  // A message that does not show what its code requires gives way to that of the code, which says less.
  return fields && readMember(reworded, name) === fields[name] ? (reworded as E) : own;
}

/** Both read every field, whether or not the vocabulary has an entry for them. */
function createOwnFactory({ contract, settable, cause }: CompiledContract, purpose: "construct" | "unknown"): Factory {
  const { factories, errorClass } = contract.vocabulary;
  const name = purpose === "construct" ? errorClass : `${errorClass}.fromUnknown`;
  const declared = factories.find((each) => each.purpose === purpose && (purpose === "unknown" || each.name === name));
  const causeName = cause?.name ?? "cause";
  return {
    name,
    purpose,
    positional: purpose === "construct" ? [] : [causeName],
    reads: [...settable.map((field) => field.name), causeName],
    defaults: declared?.defaults ?? {},
  };
}

function getMethodName(errorClass: string, factory: string): string | undefined {
  return factory.startsWith(`${errorClass}.`) ? factory.slice(errorClass.length + 1) : undefined;
}

/** A message field of that very name is the error's own message; another is shown behind the code. */
function formatMessage({ code, message }: CompiledContract, values: Given): string {
  const text = String(values[message.name]);
  return message.name === "message" ? text : `[${String(values[code.name])}] ${text}`;
}

/** Specification 001 section 9. Browsers have no process, and some runtimes ask for permission to read from it. */
const isDebugging = (): boolean => tryTo(() => globalThis.process.env.DEBUG_STACK === "true") === true;
