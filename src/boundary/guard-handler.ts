import { boundaryFrom, wrong, type Boundary, type ClassReader } from "./options.js";
import { guardedAsyncGenerator, guardedGenerator } from "./iteration.js";
import { returnedFailure, type Returned } from "./returned-failure.js";
import { tracked, trackedCall, tracking } from "./scope.js";
import { settle, settleSync, type Outcome } from "./settle.js";
import { refused } from "../json/refusal.js";

/** Any function: a tool's handler, a request handler, a function of the project's own. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- `never` would be the type of parameters that are inferred
export type Handler = (...args: any[]) => unknown;

/**
 * A handler behind a boundary, for `wrapHandler`, for the shorthands of the contracts and for what else runs handlers.
 *
 * @param caller the function that is being called, for messages.
 * @param classOf what tells the error class: the option `contract`, or the shorthand.
 * @param adapted what the caller makes of the boundary that the options describe.
 */
export function guarded<H extends Handler>(
  caller: string,
  handler: H,
  options: unknown,
  classOf: ClassReader,
  adapted = (boundary: Boundary): Boundary => boundary,
): H {
  if (typeof handler !== "function") throw wrong(caller, "handler", "a function", handler);
  const properties = propertiesOf(caller, handler);
  return Object.defineProperties(behind(adapted(boundaryFrom(caller, options, classOf)), handler), properties) as H;
}

/** The handler behind a boundary that has been checked. */
function behind(boundary: Boundary, handler: Handler): Handler {
  return function wrapped(this: unknown, ...args: unknown[]): unknown {
    let result: unknown;
    try {
      result = tracking.tracker ? trackedCall(boundary, handler, this, args) : Reflect.apply(handler, this, args);
    } catch (thrown) {
      return left(settleSync(boundary, { thrown }, args));
    }
    return watched(boundary, result, args);
  };
}

function watched(boundary: Boundary, result: unknown, args: readonly unknown[]): unknown {
  let kind: Kind;
  try {
    kind = kindOf(result);
  } catch (thrown) {
    return left(settleSync(boundary, { thrown }, args));
  }
  switch (kind) {
    case "promise":
      return answerOf(boundary, result, args);
    case "generator":
      return guardedGenerator(tracked(result as Generator, boundary, args), boundary, args);
    case "async generator":
      return guardedAsyncGenerator(tracked(result as AsyncGenerator, boundary, args), boundary, args);
    case "value": {
      const failure = returnedFailure(boundary, result);
      return failure ? left(settleSync(boundary, failure, args)) : result;
    }
  }
}

function answerOf(boundary: Boundary, result: unknown, args: readonly unknown[]): Promise<unknown> {
  if (Object.getPrototypeOf(result) !== Promise.prototype) return awaited(boundary, result, args);
  try {
    // What `await` does with a plain promise, in less time.
    return promiseThen.call(
      result as Promise<unknown>,
      (value: unknown) => {
        const failure = returnedFailure(boundary, value);
        return failure ? settle(boundary, failure, args).then(left) : value;
      },
      (thrown: unknown) => settle(boundary, { thrown }, args).then(left),
    );
  } catch {
    // Its constructor cannot be read.
    return awaited(boundary, result, args);
  }
}

// eslint-disable-next-line @typescript-eslint/unbound-method -- it is only applied
const promiseThen = Promise.prototype.then;

/** `await` takes whatever a thenable may do for a rejection; calling its `then` would not. */
async function awaited(boundary: Boundary, result: unknown, args: readonly unknown[]): Promise<unknown> {
  let failure: Returned | undefined;
  try {
    const value = await result;
    failure = returnedFailure(boundary, value);
    if (!failure) return value;
  } catch (thrown) {
    failure = { thrown };
  }
  return left(await settle(boundary, failure, args));
}

function left(outcome: Outcome): unknown {
  if ("thrown" in outcome) throw outcome.thrown;
  return outcome.value;
}

type Kind = "promise" | "generator" | "async generator" | "value";

/**
 * What has to be watched of a result.
 *
 * @throws what reading `then` throws, and so would everybody who awaits the result.
 */
function kindOf(result: unknown): Kind {
  if ((typeof result !== "object" && typeof result !== "function") || result === null) return "value";
  if (typeof (result as Inspected).then === "function") return "promise";
  try {
    const { next, [Symbol.toStringTag]: tag } = result as Inspected;
    if (typeof next !== "function") return "value";
    if (tag === "AsyncGenerator") return "async generator";
    return tag === "Generator" ? "generator" : "value";
  } catch {
    // A result that cannot be looked at is the caller's, as it is.
    return "value";
  }
}

interface Inspected {
  readonly then?: unknown;
  readonly next?: unknown;
  readonly [Symbol.toStringTag]?: unknown;
}

/** What makes a function look like another: its name and length, and what a project has put on it. */
function propertiesOf(caller: string, handler: Handler): PropertyDescriptorMap {
  try {
    const own: PropertyDescriptorMap = Object.getOwnPropertyDescriptors(handler);
    const { prototype, arguments: _, caller: __, ...properties } = own;
    return properties;
  } catch (thrown) {
    throw refused(`${caller}: handler: cannot be read`, thrown);
  }
}
