import { codesOf, type CodeOf, type CodesOf } from "../contract/codes.js";
import { ContractError, isOfContract, setCode, setLineage, stackOf } from "./contract-error.js";
import type { ContractData, Factory } from "../contract/contract-data.js";
import { foreignFields } from "./from-unknown.js";
import type { ForeignKnowledge } from "../contract/foreign-knowledge.js";
import type { FactoriesOf, FunctionsOf } from "../contract/infer-factories.js";
import type { ConstructFields, EnvelopeOf, FieldsOf, UnknownContext } from "../contract/infer.js";
import { answeredEnvelope, filledEnvelope, hasReliableEnvelope, setReliable } from "./fill-envelope.js";
import { isError, readable } from "../json/to-json-safe.js";
import { Plan, type Given } from "./factory-arguments.js";
import { refused } from "../json/refusal.js";
import { shapeOf, type Clock, type Shape } from "../contract/compile-contract.js";

/** An error of a contract: its fields, its code as `code`, and its envelope. */
export type ErrorOf<C extends ContractData> = MadeError<EnvelopeOf<C>> & FieldsOf<C> & CodeMember<C>;

/** What makes {@link ContractError} concrete, so that a class built by `errorClass` can be extended. */
interface MadeError<Envelope extends object> extends ContractError<Envelope> {
  toEnvelope(): Envelope;
  toJSON(): Envelope;
  toDiagnostic(): Envelope & { readonly stack: string };
}

/** The accessor; a field of that name takes its place. */
type CodeMember<C extends ContractData> = "code" extends keyof FieldsOf<C> ? {} : { readonly code: CodeOf<C> };

/** The error class of a contract, as `errorClass` builds it. */
export type ErrorClass<C extends ContractData> = FactoriesOf<C, ErrorOf<C>> & {
  /**
   * Direct construction: every field that the envelope has can be given, and the rest gets its default. Other names are
   * ignored, here and in the factories; see `errorClass`.
   *
   * @throws TypeError when the code is not registered (`INVALID_ERROR_CODE`) or the envelope cannot hold a value; it
   *   carries the `cause` that was given.
   */
  new (fields?: ConstructFields<C>): ErrorOf<C>;
  readonly prototype: ErrorOf<C>;
  /** The contract that the class was built from. */
  readonly contract: C;
  /** The contract's codes, each name with its value on the wire. */
  readonly codes: CodesOf<C>;
  /**
   * Whether a value is an error of this contract or of one that extends it, made by this copy of the package or by another.
   * Never throws.
   */
  is(value: unknown): value is ErrorOf<C>;
  /**
   * An error of the contract for whatever was thrown. An error of the contract is returned unchanged; anything else becomes
   * the cause of a new one, which takes over what the value knows. So does an error of the contract whose own `toEnvelope`
   * throws or answers what JSON cannot hold. Never throws.
   */
  fromUnknown(thrown: unknown, context?: UnknownContext<C>): ErrorOf<C>;
};

/** What a class is built with beside its contract. */
export interface ErrorClassOptions {
  /** The clock for timestamps; the system's where it is left out, throws, or answers no valid date. */
  readonly now?: Clock;
  /** What `fromUnknown` asks about foreign errors beyond the contract's data. */
  readonly foreign?: ForeignKnowledge;
}

/** What `errorClass` gives, for a contract that is known to be right. */
export function builtClass<const C extends ContractData>(contract: C, options: ErrorClassOptions = {}): ErrorClass<C> {
  const { vocabulary, name, extends: bases = [] }: ContractData = contract;
  const shape = shapeOf(contract, options.now);
  const construct = new Plan(shape, constructFactory(shape));
  const unknown = new Plan(shape, unknownFactory(shape));

  class Made extends ContractError {
    static readonly contract = contract;
    static readonly codes = codesOf(contract);

    static override is(value: unknown): value is Made {
      return isOfContract(value, name);
    }

    static fromUnknown(thrown: unknown, context?: unknown): Made {
      if (Made.is(thrown) && (hasReliableEnvelope(thrown) || answeredEnvelope(thrown))) return thrown;
      return new Made(foreignFields(shape, thrown, context, options.foreign), unknown, [thrown]);
    }

    constructor(fields?: unknown, factory?: unknown, args: readonly unknown[] = []) {
      // Whoever writes `new X(fields, { cause })` out of habit must not reach the factories' own parameter.
      const plan = factory instanceof Plan ? factory : construct;
      const given = fieldsGiven(fields, vocabulary.errorClass);
      const values = plan.values(given, args);
      const cause = plan.cause(given, args);
      super(errorMessage(shape, values), cause === undefined || cause === null ? undefined : { cause });

      const own = this as unknown as Record<string, unknown>;
      for (let index = 0; index < values.length; index++) own[shape.settable[index]!.name] = values[index];
      if (shape.stack && ((plan === construct && readable(given, "include_stack_trace")) || isDebugging())) {
        own[shape.stack.name] = stackOf(this);
      }
    }

    toEnvelope(): object {
      return filledEnvelope(shape, this);
    }

    toJSON(): object {
      return (hasReliableEnvelope(this) ? undefined : answeredEnvelope(this)) ?? filledEnvelope(shape, this);
    }

    toDiagnostic(): { readonly stack: string } {
      return { ...this.toJSON(), stack: stackOf(this) };
    }
  }

  Object.defineProperty(Made, "name", { value: vocabulary.errorClass });
  // V8 does not optimise a class whose name was redefined until another class extends it: half the speed, measured.
  // eslint-disable-next-line @typescript-eslint/no-meaningless-void-operator -- it makes the class an expression
  void class extends Made {};
  Object.defineProperty(Made.prototype, "name", { value: vocabulary.errorClass, configurable: true, writable: true });
  setLineage(Made, [name, ...bases]);
  if (shape.settable.every((field) => field.name !== "code")) setCode(Made, shape.code.name);
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is only compared
  setReliable(Made.prototype.toEnvelope);

  const functions: Record<string, unknown> = {};
  for (const factory of vocabulary.factories) {
    const method = methodName(vocabulary.errorClass, factory.name);
    const name = method ?? factory.name;
    if (["unknown", "warning", "construct"].includes(factory.purpose) || name.includes(".")) continue;
    const plan = new Plan(shape, factory);
    const { length } = factory.positional;
    const make = (...args: readonly unknown[]): Made => new Made(args[length], plan, args);
    Object.defineProperty(make, "name", { value: name });
    if (method === undefined) functions[name] = make;
    else Object.defineProperty(Made, method, { value: make, configurable: true, writable: true });
  }
  functionsOf.set(Made, Object.freeze(functions));
  makers.set(Made, (fields, cause) => new Made(fields, unknown, [cause]));
  return Made as unknown as ErrorClass<C>;
}

/**
 * The factories that a contract's vocabulary names as functions of its module (`toolError`), for the class that
 * `errorClass` built from it. They make errors of that class.
 *
 * Each throws a `TypeError`, which carries the `cause` it was given, when the code is not registered
 * (`INVALID_ERROR_CODE`), the envelope cannot hold a value, or the details are not those of the code.
 */
export function factoryFunctions<C extends ContractData>(made: ErrorClass<C>): FunctionsOf<C, ErrorOf<C>> {
  return functionsOf.get(made) as FunctionsOf<C, ErrorOf<C>>;
}

const functionsOf = new WeakMap<object, object>();

/**
 * An error of a class, or of the class that it extends, from fields that each fit the envelope: what the code requires of
 * details and messages is not asked of what others made. `undefined` for a class that `errorClass` did not build.
 */
export function errorOfOthers(made: object, fields: Given, cause: unknown): ContractError | undefined {
  for (let built: unknown = made; typeof built === "function"; built = Object.getPrototypeOf(built)) {
    const make = makers.get(built);
    if (make) return make(fields, cause);
  }
  return undefined;
}

const makers = new WeakMap<object, (fields: Given, cause: unknown) => ContractError>();

/** Direct construction reads every field, whether or not the vocabulary has an entry for it. */
function constructFactory({ contract, settable, cause }: Shape): Factory {
  const { factories, errorClass } = contract.vocabulary;
  const reads = [...settable.map((field) => field.name), cause?.name ?? "cause"];
  const declared = factories.find((factory) => factory.purpose === "construct" && factory.name === errorClass);
  return { name: errorClass, purpose: "construct", positional: [], reads, defaults: declared?.defaults ?? {} };
}

/** Takes the thrown value as the cause, and the fields that `foreignFields` has found. */
function unknownFactory({ contract, settable, cause }: Shape): Factory {
  const { factories, errorClass } = contract.vocabulary;
  const declared = factories.find((factory) => factory.purpose === "unknown");
  return {
    name: `${errorClass}.fromUnknown`,
    purpose: "unknown",
    positional: [cause?.name ?? "cause"],
    reads: settable.map((field) => field.name),
    defaults: declared?.defaults ?? {},
  };
}

function methodName(errorClass: string, factory: string): string | undefined {
  return factory.startsWith(`${errorClass}.`) ? factory.slice(errorClass.length + 1) : undefined;
}

function fieldsGiven(fields: unknown, errorClass: string): Given {
  if (fields === undefined || fields === null) return {};
  if (typeof fields !== "object") {
    throw refused(`${errorClass}: expected an object of fields, found ${typeof fields}`, fields);
  }
  // Its own cause would be taken for the one that was given, and the error itself be lost.
  if (isError(fields)) throw refused(`${errorClass}: expected an object of fields; pass an error as cause`, fields);
  return fields as Given;
}

/** A message field of that very name is the error's own message; another is shown behind the code. */
function errorMessage({ code, message, settable }: Shape, values: readonly unknown[]): string {
  const text = String(values[settable.indexOf(message)]);
  return message.name === "message" ? text : `[${String(values[settable.indexOf(code)])}] ${text}`;
}

/** Specification 001 section 9. */
function isDebugging(): boolean {
  try {
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- browsers and workers have no process
    return globalThis.process?.env?.DEBUG_STACK === "true";
  } catch {
    // Some runtimes ask for permission to read the environment.
    return false;
  }
}
