import { handleRejection, isObject, readMember } from "../json/read.js";
import type { Boundary } from "./boundary.js";
import { waitFor } from "./wait-for.js";

export interface TimeLimit {
  readonly args: readonly unknown[];
  readonly wait: (result: unknown) => Promise<unknown>;
  readonly isReached: (error: unknown) => boolean;
}

export function createTimeLimit({ timeout }: Boundary, args: readonly unknown[]): TimeLimit | undefined {
  if (timeout === undefined || timeout === Infinity) return undefined;
  const controller = new AbortController();
  return {
    args: withSignal(args, controller.signal),
    wait: (result) => {
      handleRejection(result);
      return waitFor(result as PromiseLike<unknown>, timeout, "The handler has not answered", (reason) => {
        controller.abort(reason);
      });
    },
    isReached: (error) => controller.signal.aborted && error === controller.signal.reason,
  };
}

function withSignal(args: readonly unknown[], signal: AbortSignal): readonly unknown[] {
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
