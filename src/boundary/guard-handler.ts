import type { CodeOf } from "../contract/codes.js";
import type { ContractData } from "../contract/contract-data.js";
import type { FailureClass } from "../error/contract-error.js";
import { createOptionError, createRefusal } from "../error/refusal.js";
import type { ClassSource } from "../error/resolve-error-class.js";
import { handleRejection, isError, isFunction, isObject, readMember } from "../json/read.js";
import type { Boundary, Taker } from "./boundary.js";
import { beginCall, describeCall, tracking, type BegunCall } from "./context.js";
import type { Outcome } from "./deliver.js";
import {
  readBoundary,
  type Arguments,
  type Declared,
  type Fixed,
  type Handler,
  type HandlerOf,
  type Undeclared,
  type WrapOptions,
  type WrappedHandler,
} from "./options.js";
import { findAnsweredFailure, findReturnedFailure, type ReturnedFailure } from "./returned-failure.js";
import { settle, settleSync } from "./settle.js";
import { createTimeLimit } from "./time-limit.js";

export function guardHandler<A extends Arguments, R, T, This>(
  caller: Taker,
  handler: HandlerOf<A, R, T, This>,
  options: unknown,
  source: ClassSource,
  adapt = (boundary: Boundary): Boundary => boundary,
): WrappedHandler<A, R, T, This> {
  if (typeof handler !== "function") throw createOptionError(caller, "handler", "a function", handler);
  const properties = readProperties(caller, handler);
  const boundary = adapt(readBoundary(caller, options, source));
  const declared = boundary.throws && { throws: { value: freezeCodes(caller, boundary), enumerable: true } };
  return Object.defineProperties(createGuard(boundary, handler), { ...properties, ...declared }) as WrappedHandler<
    A,
    R,
    T,
    This
  >;
}

/** @throws TypeError naming a code that the contract does not have. */
function freezeCodes(caller: Taker, { throws = [], compiled }: Boundary): readonly unknown[] {
  const { contract, findEntry } = compiled;
  const unknown = throws.find((code) => !findEntry(code));
  if (unknown !== undefined) throw createOptionError(caller, "throws", `codes of ${contract.name}`, unknown);
  return Object.freeze([...throws]);
}

/** A contract's own `wrapHandler`. `More` are the options that only this contract has. */
export interface WrapHandler<C extends ContractData, More = unknown> {
  /** Takes the name of the tool, or the options; a TypeError names an option that is missing or wrong. */
  <A extends Arguments, R, T = never, This = unknown, const Name extends string = string>(
    this: void,
    handler: HandlerOf<A, R, T, This>,
    options: ToolName<Name> | (WrapOptions<C, Fixed<A>> & More & Undeclared),
  ): WrappedHandler<A, R, T, This>;
  /** With `throws`, the wrapped handler carries the codes that it declares. */
  <A extends Arguments, R, const Code extends CodeOf<C>, T = never, This = unknown>(
    this: void,
    handler: HandlerOf<A, R, T, This>,
    options: WrapOptions<C, Fixed<A>> & More & Declared<Code>,
  ): WrappedHandler<A, R, T, This> & Declared<Code>;
}

type ToolName<Name extends string> = Name & ("" extends Name ? (string extends Name ? unknown : never) : unknown);

export const createWrapHandler = <C extends ContractData>(errorClass: FailureClass<C>): WrapHandler<C> =>
  guardWith<C, unknown>({ rows: {}, resolve: () => errorClass });

export function guardWith<C extends ContractData, More>(source: ClassSource): WrapHandler<C, More> {
  const wrap = (handler: Handler, options: unknown): Handler => {
    const given = typeof options === "string" ? { tool_name: options } : options;
    return guardHandler("wrapHandler", handler, isObject(given) ? given : {}, source);
  };
  return wrap as WrapHandler<C, More>;
}

export function createGuard(boundary: Boundary, handler: Handler): Handler {
  return function wrapped(this: unknown, ...args: unknown[]): unknown {
    const call = beginCall(boundary, args);
    const limit = createTimeLimit(boundary, args);
    const given = limit ? limit.args : args;
    let result: unknown;
    let kind: Kind;
    try {
      const { tracker } = tracking;
      if (limit || tracker) {
        const run = (): unknown => Reflect.apply(handler, this, given);
        const start = limit ? () => limit.call(run) : run;
        result = tracker ? tracker({ boundary, call }, start) : start();
      } else result = Reflect.apply(handler, this, given);
      kind = classifyResult(result);
    } catch (thrown) {
      return handleRejection(thrown)
        ? awaitThrown(boundary, thrown, call)
        : leave(settleSync(boundary, { thrown }, call));
    }
    if (kind === "promise") return awaitResult(boundary, limit ? limit.wait(result) : result, call);
    if (kind === "Generator") return watchGenerator(result as Generator, boundary, call);
    if (kind === "AsyncGenerator") return watchAsyncGenerator(result as AsyncGenerator, boundary, call);
    const failure = findFailure(boundary, result, call);
    return failure ? leave(settleSync(boundary, failure, call)) : result;
  };
}

/** A function that is no handler of a server may return errors as its values. */
function findFailure(boundary: Boundary, result: unknown, call: BegunCall): ReturnedFailure | undefined {
  const isAnswer = isError(result) && describeCall(boundary, call).caller !== "function";
  return (isAnswer ? findAnsweredFailure : findReturnedFailure)(boundary, result);
}

/** Settles a thrown promise, which only who waits can know. A caller that does not wait is not ended by it. */
function awaitThrown(boundary: Boundary, thrown: Promise<unknown>, call: BegunCall): Promise<unknown> {
  const outcome = settle(boundary, { thrown }, call).then(leave);
  handleRejection(outcome);
  return outcome;
}

/** Awaits a thenable. `await` takes anything that it throws for a rejection; a call of its `then` would not. */
async function awaitResult(boundary: Boundary, result: unknown, call: BegunCall): Promise<unknown> {
  let failure: ReturnedFailure | undefined;
  try {
    const value = await result;
    failure = findFailure(boundary, value, call);
    if (!failure) return value;
  } catch (thrown) {
    failure = { thrown };
  }
  return leave(await settle(boundary, failure, call));
}

/** A failure delivered as a value is the last one yielded: a `for` loop never sees what a generator returns. */
async function* watchAsyncGenerator(generator: AsyncGenerator, boundary: Boundary, call: BegunCall): AsyncGenerator {
  try {
    return (yield* generator) as unknown;
  } catch (thrown) {
    const outcome = await settle(boundary, { thrown }, call);
    if ("thrown" in outcome) throw outcome.thrown;
    yield outcome.value;
    return undefined;
  }
}

function* watchGenerator(generator: Generator, boundary: Boundary, call: BegunCall): Generator {
  try {
    return (yield* generator) as unknown;
  } catch (thrown) {
    const outcome = settleSync(boundary, { thrown }, call);
    if ("thrown" in outcome) throw outcome.thrown;
    yield outcome.value;
    return undefined;
  }
}

export function leave(outcome: Outcome): unknown {
  if ("thrown" in outcome) throw outcome.thrown;
  return outcome.value;
}

type Kind = "promise" | "Generator" | "AsyncGenerator" | "value";

/** @throws the error of reading `then`, which `await` would throw too. */
function classifyResult(result: unknown): Kind {
  if ((typeof result !== "object" && typeof result !== "function") || result === null) return "value";
  if (isFunction((result as { then?: unknown }).then)) return "promise";
  // The caller gets a result that cannot be read as it is.
  if (!isFunction(readMember(result, "next"))) return "value";
  const tag = readMember(result, Symbol.toStringTag);
  return tag === "AsyncGenerator" || tag === "Generator" ? tag : "value";
}

function readProperties(caller: string, handler: Handler): PropertyDescriptorMap {
  try {
    const own: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(handler);
    const { prototype, arguments: _, caller: __, ...properties } = own;
    return properties;
  } catch (thrown) {
    throw createRefusal(`${caller}: handler: cannot be read`, thrown);
  }
}
