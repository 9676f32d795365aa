// Access to values about which nothing is known: proxies, getters that throw, objects of another realm. Never throws.
import type { JSONValue } from "./json-value.js";

/** `undefined` where it cannot be read. */
export function readMember(owner: unknown, key: string | symbol): unknown {
  try {
    return (owner as Record<string | symbol, unknown> | null | undefined)?.[key];
  } catch {
    // A getter or a proxy threw.
    return undefined;
  }
}

/** The value at a path, dotted or in parts, by own members alone. */
export function readAt(envelope: unknown, path: string | readonly string[]): JSONValue | undefined {
  let value = envelope;
  for (const part of typeof path === "string" ? splitPath(path) : path) value = readOwnMember(value, part);
  return value as JSONValue | undefined;
}

const splitPaths = /* @__PURE__ */ new Map<string, readonly string[]>();

function splitPath(path: string): readonly string[] {
  let parts = splitPaths.get(path);
  if (!parts) splitPaths.set(path, (parts = path.split(".")));
  return parts;
}

function readOwnMember(value: unknown, name: string): unknown {
  try {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    return (value as Readonly<Record<string, unknown>>)[name];
  } catch {
    return undefined;
  }
}

export function putAt(envelope: Record<string, unknown>, parts: readonly string[], value: JSONValue): void {
  const last = parts.length - 1;
  let target = envelope;
  for (let index = 0; index < last; index++) target = (target[parts[index]!] ??= {}) as Record<string, unknown>;
  target[parts[last]!] = value;
}

/** The longest text that is parsed, in UTF-16 code units: several times the largest envelope. */
const longestJSON = 4_000_000;

/** Parses a JSON text. Returns `undefined` where the text is not JSON, or longer than `limit`. */
export const parseJSON = (text: string, limit = longestJSON): unknown =>
  text.length > limit ? undefined : tryTo((): unknown => JSON.parse(text));

/** How often a text may have been written as a JSON string: an envelope, its JSON, the JSON of that, and once more. */
const deepestText = 3;

/** `undefined` where the text is no JSON object, is too long, or was written as a JSON string too often. */
export function decode(value: unknown): unknown {
  let inner = value;
  for (let level = 0; level < deepestText && typeof inner === "string"; level++) {
    // No envelope begins otherwise, and most texts are prose.
    inner = /^\s*["{]/.test(inner) ? parseJSON(inner) : undefined;
  }
  return typeof inner === "string" ? undefined : inner;
}

const leastPerValue = 40;

/** `undefined` where a value is no JSON, or longer than anybody sends, also by one long text many times. */
export function writePlainJSON(value: unknown): string | undefined {
  let left = longestJSON;
  // It may hold itself, have a getter that throws, or no end.
  return tryTo(() =>
    JSON.stringify(value, (key, member: unknown) => {
      left -= leastPerValue + key.length + (typeof member === "string" ? member.length : 0);
      return left < 0 || ArrayBuffer.isView(member) || member instanceof String ? refuse() : member;
    }),
  );
}

function refuse(): never {
  // eslint-disable-next-line error-contract/no-raw-error -- it ends the writing, and is caught there
  throw new RangeError("too long");
}

/** Returns `undefined` where the function throws. */
export function tryTo<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    // The caller goes on without the result.
    return undefined;
  }
}

/** `undefined` where it throws, is no function, or returns a promise, whose rejection has no other handler. */
export function callSafely(provided: unknown, args: readonly unknown[]): unknown {
  if (typeof provided !== "function") return undefined;
  const answer = tryTo((): unknown => Reflect.apply(provided, undefined, args));
  return handleRejection(answer) ? undefined : answer;
}

/** A rejection would end the process. A promise of the language only: to wait for another thenable may run it. */
export function handleRejection(value: unknown): value is Promise<unknown> {
  if (!isObject(value) || isUntaggedError(value)) return false;
  return withoutStacks(() => {
    try {
      // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on the value
      void Reflect.apply(Promise.prototype.then, value, [undefined, handleRejection]);
      return true;
    } catch {
      // What has no `then` of a promise is none.
      return false;
    }
  });
}

/** An error is no promise. Where nothing can answer for its tag, the language itself says that it is an error. */
const isUntaggedError = (value: object): boolean =>
  tryTo(() => !(Symbol.toStringTag in value) && Object.prototype.toString.call(value) === "[object Error]") === true;

/** Runs code of which no error is ever seen: in V8, most of what an error costs is its stack. */
export function withoutStacks<T>(run: () => T): T {
  const { stackTraceLimit } = Error as { stackTraceLimit?: unknown };
  // Another engine has no limit, and a program may freeze it.
  if (typeof stackTraceLimit !== "number" || !Reflect.set(Error, "stackTraceLimit", 0)) return run();
  try {
    return run();
  } finally {
    Reflect.set(Error, "stackTraceLimit", stackTraceLimit);
  }
}

/** Errors are wrapped, seldom more than once or twice. */
const deepest = 8;

/** Lists a thrown value and its causes, nearest first. */
export function listCauses(thrown: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let link = thrown; isPresent(link) && causes.length < deepest; link = readMember(link, "cause")) {
    causes.push(link);
  }
  return causes;
}

/** Those of an `AggregateError`, or both of a `SuppressedError`, which compilers also write by that name. */
export function listErrors(thrown: unknown): readonly unknown[] {
  if (!isError(thrown)) return [];
  if (readMember(thrown, "name") === "SuppressedError" || isPresent(readMember(thrown, "suppressed"))) {
    return [readMember(thrown, "error"), readMember(thrown, "suppressed")].filter(isPresent);
  }
  const errors = readMember(thrown, "errors");
  if (!isObject(errors)) return [];
  return Array.from({ length: deepest }, (_, index) => readMember(errors, String(index))).filter(isPresent);
}

/** Returns what failed first, where what `using` holds could not be closed after it; else the value itself. */
export function findFirstFailure(thrown: unknown): unknown {
  let first = thrown;
  for (let depth = 0; depth < deepest && isError(first); depth++) {
    const suppressed = readMember(first, "suppressed");
    if (!isPresent(suppressed)) break;
    first = suppressed;
  }
  return first;
}

/** More than any class has above it; a proxy may have no end of them. */
const mostPrototypes = 100;

/** Lists the prototypes of an object, nearest first, as far as they can be read. Never throws. */
export function listPrototypes(value: unknown): readonly object[] {
  const prototypes: object[] = [];
  try {
    let next: unknown = isObject(value) ? Object.getPrototypeOf(value) : undefined;
    for (; isObject(next) && prototypes.length < mostPrototypes; next = Object.getPrototypeOf(next))
      prototypes.push(next);
  } catch {
    // A proxy may refuse to tell its class.
  }
  return prototypes;
}

/** Defines a member, whatever the classes of the object say of its name. */
export function defineMember(target: object, name: PropertyKey, value: unknown, enumerable = false): void {
  Object.defineProperty(target, name, { value, enumerable, configurable: true, writable: true });
}

export const isFunction = (value: unknown): boolean => typeof value === "function";

export const hasFunctions = (value: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => isFunction(readMember(value, name)));

export const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && !Array.isArray(value);

/** Returns whether a value is an error, also one of another realm, such as a `vm` context. A revoked proxy is none. */
export const isError = (value: unknown): value is Error =>
  tryTo(() => value instanceof Error || Object.prototype.toString.call(value) === "[object Error]") === true;
