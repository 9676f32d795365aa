import * as envelope from "../contract/envelope-schema.js";
import type { WrapHandler } from "../boundary/guard-handler.js";
import type { WrapServer } from "../boundary/server/guard-server.js";
import type { CodesOf } from "../contract/codes.js";
import type { ContractData } from "../contract/contract-data.js";
import type { FunctionsOf } from "../contract/infer-factories.js";
import type { EnvelopeOf, UnknownContext } from "../contract/infer.js";
import { createEnvelopeSchema, type EnvelopeSchema } from "../contract/standard-schema.js";
import type { FailureClass } from "../error/contract-error.js";
import { getFactoryFunctions, type ErrorClass, type ErrorOf } from "../error/create-error-class.js";
import { toConformingEnvelope } from "../error/fill-envelope.js";
import { createReceivedError } from "../error/from-envelope.js";
import { getContractOf } from "../error/from-unknown.js";

/** The exports of a contract's module, under the names that its vocabulary gives them. */
export interface ContractParts<C extends ContractData> {
  readonly errorClass: ErrorClass<C>;
  /** The codes object, frozen: each name with its value on the wire. */
  readonly codes: CodesOf<C>;
  /** The factories that the vocabulary names as functions, such as `toolError`; see {@link getFactoryFunctions}. */
  readonly factories: FunctionsOf<C, ErrorOf<C>>;

  /**
   * The `fromUnknown` of the {@link ErrorClass}: converts any thrown value to an error of the contract. Never throws.
   */
  fromUnknown(this: void, thrown: unknown, context?: UnknownContext<C>): ErrorOf<C>;

  /**
   * Returns the value itself as the typed envelope; `undefined` where `listEnvelopeProblems` finds problems. JSON text
   * is not parsed first. Never throws.
   */
  parseEnvelope(this: void, value: unknown): EnvelopeOf<C> | undefined;

  /**
   * Creates the error of the contract from its envelope as it was received: an object, its JSON text, or what a
   * boundary has thrown, all of them also from a worker or `structuredClone`, which leave nothing of a class.
   * `undefined` where `parseEnvelope` finds no envelope. Never throws.
   */
  fromEnvelope(this: void, value: unknown): ErrorOf<C> | undefined;

  /** The envelope as a Standard Schema, for frameworks that take one. */
  readonly envelopeSchema: EnvelopeSchema<C>;

  /**
   * Lists what is wrong with a value that should be the envelope, a line each: the path, the expected value and the one
   * that was found. Empty when it conforms. Never throws.
   */
  listEnvelopeProblems(this: void, value: unknown): readonly string[];

  /**
   * Returns the canonical wire string of a failure: its envelope as JSON without spaces, keys in the order of the
   * schema. A value that is no error of the contract becomes one first. Never throws.
   */
  serialize(this: void, error: unknown): string;

  /**
   * Puts a handler behind the boundary of the contract: any failure reaches the caller as the canonical envelope,
   * recorded first where there is an audit sink. The root's `wrapHandler` describes the steps.
   *
   * @param handler any function; its `this`, arguments and results pass through, and so do their types.
   * @param options the tool's name, or an object with `tool_name`, `session`, `audit`, `classify` and `deliver`.
   * @throws TypeError naming the option that is missing or wrong.
   */
  readonly wrapHandler: WrapHandler<C>;

  /**
   * Puts a whole server behind the boundary of the contract: the failures of every tool, prompt, resource, completion
   * and task. The root's `wrapServer` says which servers it takes.
   *
   * @param server the server; it is changed and returned.
   * @param options those of `wrapHandler` but for `tool_name`, which each request has.
   * @throws TypeError where the value is no server, is wrapped already, or an option is wrong.
   */
  readonly wrapServer: WrapServer<C>;
}

export type ErrorParts<C extends ContractData> = Omit<ContractParts<C>, "wrapHandler" | "wrapServer">;

/** The modules of the built-in contracts create these one by one, so that each stands alone in a bundle. */
export function createErrorParts<C extends ContractData>(errorClass: ErrorClass<C>): ErrorParts<C> {
  return {
    errorClass,
    codes: errorClass.codes,
    factories: getFactoryFunctions(errorClass),
    fromUnknown: getMember(errorClass, "fromUnknown"),
    parseEnvelope: createParser(errorClass.contract),
    fromEnvelope: createReceiver(errorClass),
    envelopeSchema: createEnvelopeSchema(errorClass.contract),
    listEnvelopeProblems: createCheck(errorClass.contract),
    serialize: createSerializer(errorClass),
  };
}

export function createParser<C extends ContractData>(contract: C): ContractParts<C>["parseEnvelope"] {
  return (value) => envelope.parseEnvelope(contract, value);
}

export function createReceiver<C extends ContractData>(errorClass: FailureClass<C>): ContractParts<C>["fromEnvelope"] {
  return (value) => createReceivedError(errorClass, value) as ErrorOf<C> | undefined;
}

export function createCheck<C extends ContractData>(contract: C): ContractParts<C>["listEnvelopeProblems"] {
  return (value) => envelope.listEnvelopeProblems(contract, value);
}

export function createSerializer<C extends ContractData>(errorClass: FailureClass<C>): ContractParts<C>["serialize"] {
  return (thrown) => {
    const error = errorClass.fromUnknown(thrown);
    return JSON.stringify(toConformingEnvelope(getContractOf(error, errorClass), error));
  };
}

/** Returns a member of an object. A bundler drops a call that is marked as pure, but never a property access. */
export function getMember<T extends object, K extends keyof T>(object: T, name: K): T[K] {
  return object[name];
}

/** A class with a conversion of its own, for one boundary. Its errors are errors of the class that it extends. */
export function withConversion<C extends ContractData>(
  errorClass: FailureClass<C>,
  fromUnknown: (thrown: unknown, context: object | undefined) => ErrorOf<C>,
): FailureClass<C> {
  const Bound = class extends (errorClass as unknown as new () => object) {};
  return Object.defineProperty(Bound, "fromUnknown", { value: fromUnknown }) as unknown as FailureClass<C>;
}
