import { getShared } from "../contract/shared.js";
import { handleRejection, isObject, readMember } from "../json/read.js";
import type { Boundary, PassedLimit } from "./boundary.js";

export interface TimeLimit {
  readonly args: readonly unknown[];
  /** Calls the handler. A boundary that it calls at once knows of the limit, also where no signal tells of it. */
  readonly call: <T>(run: () => T) => T;
  readonly wait: (result: unknown) => Promise<unknown>;
  readonly isReached: (error: unknown) => boolean;
}

/** By the reason of the abort, which every signal that follows another one has, too. */
const passed = /* @__PURE__ */ getShared("passed-limits", () => new WeakMap<object, PassedLimit>());

export function findPassedLimit(signals: readonly unknown[]): PassedLimit | undefined {
  const reasons = signals.map((signal) => readMember(signal, "aborted") === true && readMember(signal, "reason"));
  return reasons.map((reason) => (isObject(reason) ? passed.get(reason) : undefined)).find((limit) => limit);
}

let calling: AbortSignal | undefined;

/** The signal of the time limit of the boundary that is calling a handler just now. */
export const getCallingLimit = (): AbortSignal | undefined => calling;

export function createTimeLimit(boundary: Boundary, args: readonly unknown[]): TimeLimit | undefined {
  const { timeout, audit, onFailure } = boundary;
  if (timeout === undefined || timeout === Infinity) return undefined;
  const controller = new AbortController();
  const { signal } = controller;
  return {
    args: withSignal(args, signal),
    call: (run) => {
      const outer = calling;
      calling = signal;
      try {
        return run();
      } finally {
        calling = outer;
      }
    },
    wait: (result) => {
      handleRejection(result);
      return waitFor(result as PromiseLike<unknown>, timeout, "The handler has not answered", (reason) => {
        passed.set(reason, { audit, onFailure });
        controller.abort(reason);
      });
    },
    isReached: (error) => signal.aborted && error === signal.reason,
  };
}

/** Reads the signal of a request from the context that an SDK passes to its handlers. */
export const readSignal = (context: unknown): unknown =>
  readMember(readMember(context, "mcpReq"), "signal") ?? readMember(context, "signal");

/** Puts a signal into the context of a request, beside its own; returns the arguments where they have none. */
export function withSignal(args: readonly unknown[], signal: AbortSignal): readonly unknown[] {
  const context = args.at(-1);
  const request = readMember(context, "mcpReq");
  const [owner, key] = isObject(request) ? [request, "mcpReq"] : [context, undefined];
  const own = readMember(owner, "signal");
  if (!isObject(owner) || !(own instanceof AbortSignal)) return args;
  const changed = withMember(owner, "signal", AbortSignal.any([own, signal]));
  return args.with(-1, key === undefined ? changed : withMember(context as object, key, changed));
}

/** Returns an object with another value for a member: a copy, or for one of a class an object that inherits from it. */
function withMember(owner: object, name: string, value: unknown): object {
  const prototype: unknown = Object.getPrototypeOf(owner);
  if (prototype === Object.prototype || prototype === null) return { ...owner, [name]: value };
  return Object.create(owner, { [name]: { value, enumerable: true, configurable: true, writable: true } }) as object;
}

/** `Infinity` waits for ever. `onLate` is called before the promise rejects with that error. */
export async function waitFor<T>(
  promise: PromiseLike<T>,
  milliseconds: number,
  problem: string,
  onLate?: (reason: Error) => void,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    // A timer cannot measure for ever.
    if (milliseconds === Infinity) return;
    timer = setTimeout(() => {
      // By this name it is known as a timeout.
      const reason = Object.assign(new Error(`${problem} for ${milliseconds} ms`), { name: "TimeoutError" });
      onLate?.(reason);
      // eslint-disable-next-line error-contract/no-raw-error -- the cause of the failure that the boundary delivers
      reject(reason);
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
