import { isObject } from "../../json/read.js";
import type { Handler } from "../options.js";
import { readSignal, withSignal } from "../time-limit.js";
import { findCallable, type Registered } from "./registries.js";

export type Ending = { readonly thrown: unknown } | { readonly result: unknown };

export interface Attempt {
  /** The request and its context, as the SDK's function gets them. */
  readonly args: readonly unknown[];
  readonly signal: object | undefined;
  request: Ending | undefined;
  tool: Ending | undefined;
}

/** By the signal that the SDK creates for each request. A weak map would cost more than all the rest. */
const attempts = /* @__PURE__ */ new Map<unknown, Attempt>();

export function beginAttempt(given: readonly unknown[]): Attempt {
  // A tool that calls others of its server passes its own context on; each of these calls gets a signal of its own.
  const isShared = attempts.has(readSignal(given.at(-1)));
  const args = isShared ? withSignal(given, new AbortController().signal) : given;
  const signal = readSignal(args.at(-1));
  const attempt: Attempt = { args, signal: isObject(signal) ? signal : undefined, request: undefined, tool: undefined };
  if (attempt.signal) attempts.set(attempt.signal, attempt);
  return attempt;
}

export function endAttempt({ signal }: Attempt): void {
  if (signal) attempts.delete(signal);
}

const observers = /* @__PURE__ */ new WeakSet<object>();

/** Remembers how a handler ended, because an SDK keeps only the message of what it throws. */
export function observe(level: "request" | "tool", handler: Handler): Handler {
  const observer = async function (this: unknown, ...args: unknown[]): Promise<unknown> {
    const attempt = attempts.get(readSignal(args.at(-1)));
    try {
      const result = (await Reflect.apply(handler, this, args)) as unknown;
      if (attempt) attempt[level] = { result };
      return result;
    } catch (thrown) {
      if (attempt) attempt[level] = { thrown };
      throw thrown;
    }
  };
  observers.add(observer);
  return observer;
}

/** The tool is about to be called: it may have been registered before the server was wrapped, and replaced since. */
export function observeTool(tool: Registered): void {
  const name = findCallable(tool);
  if (name === undefined) return;
  // A tool of SDK 1.x that creates tasks is an object.
  const [owner, key] = isObject(tool[name]) ? [tool[name], "createTask"] : [tool, name];
  const handler = (owner as Registered)[key];
  if (typeof handler !== "function" || observers.has(handler)) return;
  Reflect.set(owner, key, observe("tool", handler as Handler));
}
