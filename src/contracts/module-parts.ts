import { guarded, type Handler } from "../boundary/guard-handler.js";
import type { Boundary, BoundaryOptions, FailureClass } from "../boundary/options.js";
import type { CodesOf } from "../contract/codes.js";
import { serialized } from "../error/conforming-envelope.js";
import type { ContractData } from "../contract/contract-data.js";
import * as envelope from "../contract/envelope-schema.js";
import { factoryFunctions, type ErrorClass, type ErrorOf } from "../error/create-error-class.js";
import type { FunctionsOf } from "../contract/infer-factories.js";
import type { EnvelopeOf, UnknownContext } from "../contract/infer.js";

/** What a contract's {@link ContractParts.wrapHandler} is told beside the handler; the contract is its own. */
export type WrapOptions<C extends ContractData, A extends readonly unknown[] = readonly unknown[]> = Omit<
  BoundaryOptions<C, A>,
  "contract"
>;

/** What the module of a contract exports, under the names that its vocabulary gives them. */
export interface ContractParts<C extends ContractData> {
  readonly errorClass: ErrorClass<C>;
  /** The codes object, frozen: each name with its value on the wire. */
  readonly codes: CodesOf<C>;
  /** The factories that the vocabulary names as functions, such as `toolError`; see {@link factoryFunctions}. */
  readonly factories: FunctionsOf<C, ErrorOf<C>>;

  /**
   * An error of the contract for whatever was thrown. One of the contract is returned unchanged; anything else becomes the
   * cause of a new one, whose code is the context's, what `classify` answers, the value's own where it is registered, that
   * of the same condition where the value is an error of another contract, else the contract's fallback. Never throws.
   *
   * @param context fields of the envelope, and `classify`; what the envelope cannot hold is ignored.
   */
  fromUnknown(this: void, thrown: unknown, context?: UnknownContext<C>): ErrorOf<C>;

  /**
   * The value itself as the contract's envelope, typed, or `undefined` where `envelopeProblems` has something to say. JSON
   * text is not parsed first. Never throws, whatever the value.
   */
  parseEnvelope(this: void, value: unknown): EnvelopeOf<C> | undefined;

  /**
   * What is wrong with a value that should be the contract's envelope, in words: one line for each problem, beginning with
   * the path and saying what was expected and what was found. Empty when it conforms. Never throws, whatever the value.
   */
  envelopeProblems(this: void, value: unknown): readonly string[];

  /**
   * The canonical wire string of a failure: its envelope as JSON without spaces, keys in the order of the schema. A value
   * that is no error of the contract becomes one first. Never throws.
   */
  serialize(this: void, error: unknown): string;

  /**
   * A handler behind the boundary of the contract: whatever goes wrong in it reaches the caller as the canonical envelope,
   * recorded first where there is an audit sink. The root's `wrapHandler` says how.
   *
   * @param handler any function; its type, `this`, arguments and results pass through.
   * @param options the tool's name, or an object with `tool_name` and what else is known: `session`, `audit`, `classify`,
   *   `deliver`.
   * @throws TypeError naming the option that is missing or wrong.
   */
  wrapHandler<H extends Handler>(this: void, handler: H, options: string | WrapOptions<C, Parameters<H>>): H;
}

/** What the module of a contract exports, but for the boundary, which not everybody who makes errors needs. */
export type ErrorParts<C extends ContractData> = Omit<ContractParts<C>, "wrapHandler">;

/** The parts around an error class. The modules of the built-in contracts take one by one, so that each stands alone in a bundle. */
export function errorParts<C extends ContractData>(made: ErrorClass<C>): ErrorParts<C> {
  return {
    errorClass: made,
    codes: made.codes,
    factories: factoryFunctions(made),
    fromUnknown: converterOf(made),
    parseEnvelope: parserOf(made.contract),
    envelopeProblems: checkOf(made.contract),
    serialize: serializerOf(made),
  };
}

/** The `fromUnknown` of a contract, for its error class. */
export function converterOf<Made, Context>(errorClass: {
  fromUnknown(thrown: unknown, context?: Context): Made;
}): (this: void, thrown: unknown, context?: Context) => Made {
  return (thrown, context) => errorClass.fromUnknown(thrown, context);
}

/** The `parseEnvelope` of a contract. */
export function parserOf<C extends ContractData>(contract: C): ContractParts<C>["parseEnvelope"] {
  return (value) => envelope.parseEnvelope(contract, value);
}

/** The `envelopeProblems` of a contract. */
export function checkOf<C extends ContractData>(contract: C): ContractParts<C>["envelopeProblems"] {
  return (value) => envelope.envelopeProblems(contract, value);
}

/** The `serialize` of a contract, for its error class. */
export function serializerOf<C extends ContractData>(errorClass: FailureClass<C>): ContractParts<C>["serialize"] {
  return (error) => serialized(errorClass, error);
}

/**
 * The `wrapHandler` of a contract, for its error class.
 *
 * @param adapted what the contract's module makes of the boundary that the options describe.
 */
export function boundaryOf<C extends ContractData>(
  errorClass: FailureClass<C>,
  adapted?: (boundary: Boundary) => Boundary,
): ContractParts<C>["wrapHandler"] {
  return (handler, told) => guarded("wrapHandler", handler, boundaryOptions(told), () => errorClass, adapted);
}

/** The options of a boundary, from the shorthand that names only the tool. */
function boundaryOptions(told: unknown): object {
  if (typeof told === "string") return { tool_name: told };
  return typeof told === "object" && told !== null ? told : {};
}

/** A member of an object. In a call a bundler can be told that reading it does nothing else, and leave it out. */
export function memberOf<T extends object, K extends keyof T>(object: T, name: K): T[K] {
  return object[name];
}
