import { compileContract } from "../contract/compile-contract.js";
import * as envelope from "../contract/envelope-schema.js";
import { isEnvelope } from "../contract/is-envelope.js";
import type { WrapHandler } from "../boundary/guard-handler.js";
import type { WrapServer } from "../boundary/server/guard-server.js";
import type { CodesOf } from "../contract/codes.js";
import type { ContractData } from "../contract/contract-data.js";
import type { FunctionsOf } from "../contract/infer-factories.js";
import type { EnvelopeOf, UnknownContext } from "../contract/infer.js";
import type { EnvelopeSchema } from "../contract/standard-schema.js";
import type { FailureClass } from "../error/contract-error.js";
import { createConvertedError, type ErrorClass, type ErrorOf } from "../error/create-error-class.js";
import { toConformingEnvelope } from "../error/fill-envelope.js";
import { getContractOf } from "../error/from-unknown.js";
import { isError, parseJSON, readAt, readMember } from "../json/read.js";
import { toJSONSafe } from "../json/to-json-safe.js";
import { listData } from "../libraries/mcp-clients.js";

export { createEnvelopeSchema } from "../contract/standard-schema.js";

/** The exports of a contract's module, under the names that its vocabulary gives them. */
export interface ContractParts<C extends ContractData> {
  /** The class of the contract's errors. */
  readonly errorClass: ErrorClass<C>;
  /** The codes object, frozen: each name with its value on the wire. */
  readonly codes: CodesOf<C>;
  /** The factories that the vocabulary names as functions, such as `toolError`; see `getFactoryFunctions`. */
  readonly factories: FunctionsOf<C, ErrorOf<C>>;

  /** The `fromUnknown` of the {@link ErrorClass}. Never throws. */
  fromUnknown(this: void, thrown: unknown, context?: UnknownContext<C>): ErrorOf<C>;

  /** The value itself, typed; `undefined` where `listEnvelopeProblems` finds problems. JSON text is not parsed. */
  parseEnvelope(this: void, value: unknown): EnvelopeOf<C> | undefined;

  /** Creates the error from a received envelope: an object, its text, or what a boundary has thrown. Never throws. */
  fromEnvelope(this: void, value: unknown): ErrorOf<C> | undefined;

  /** The envelope as a Standard Schema, for frameworks that take one. */
  readonly envelopeSchema: EnvelopeSchema<C>;

  /** Lists what is wrong with a value that should be the envelope, a line each. Never throws. */
  listEnvelopeProblems(this: void, value: unknown): readonly string[];

  /** The canonical wire string of a failure: JSON without spaces. Any other value is converted first. Never throws. */
  serialize(this: void, error: unknown): string;

  /** The root's `wrapHandler` for the contract; takes the tool's name or the options. */
  readonly wrapHandler: WrapHandler<C>;

  /** The root's `wrapServer` for the contract. */
  readonly wrapServer: WrapServer<C>;
}

export function createParser<C extends ContractData>(contract: C): ContractParts<C>["parseEnvelope"] {
  return (value) => envelope.parseEnvelope(contract, value);
}

/** From an object, its JSON text, or an error that has it as its `data` or message. Never throws. */
export function createReceiver<C extends ContractData>(errorClass: FailureClass<C>): ContractParts<C>["fromEnvelope"] {
  const { contract }: { readonly contract: ContractData } = errorClass;
  return (received) => {
    const places = isError(received)
      ? [...listData(readMember(received, "data")), readMember(received, "message")]
      : [received];
    const sent = places
      .map((place) => (typeof place === "string" ? parseJSON(place) : toJSONSafe(place)))
      .find((place) => isEnvelope(contract, place));
    if (sent === undefined) return undefined;

    const { settable, cause, stack } = compileContract(contract);
    const fields = Object.fromEntries(settable.map(({ name, parts }) => [name, readAt(sent, parts)]));
    const error = createConvertedError(errorClass, fields, cause && readAt(sent, cause.parts));
    const sentStack = stack && readAt(sent, stack.parts);
    if (error && sentStack !== undefined) Object.assign(error, { [stack!.name]: sentStack });
    return error as ErrorOf<C> | undefined;
  };
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
