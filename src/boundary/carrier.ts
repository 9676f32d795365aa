import type { FailureClass } from "./options.js";
import { valueAt } from "../json/path.js";
import type { Failure } from "./failure.js";
import { stackOf } from "../error/contract-error.js";
import type { JSONValue } from "../json/to-json-safe.js";

/** What a thrown failure tells whoever turns errors into messages. */
export interface Carried {
  readonly message: string;
  /** The JSON-RPC code; it takes the place of a field of that name. */
  readonly code?: number;
  /** What JSON-RPC calls the data of an error. */
  readonly data: JSONValue | undefined;
}

/**
 * The error that travels on in place of the failure's own, which nobody may change: of the same class, with the same fields
 * and stack, and with the context filled in. What it carries beside them is for servers that keep only a message, or only
 * message, code and data, of what is thrown.
 */
export function carrier({ error, envelope, shape }: Failure, errorClass: FailureClass, carried: Carried): Error {
  const thrown = new Error(carried.message);
  // One from another realm is no `Error` here, and servers would ask it for its string form.
  Object.setPrototypeOf(thrown, error instanceof Error ? prototypeOf(error) : errorClass.prototype);
  copyFields(error, thrown);
  for (const { name, parts, part } of shape.fields) {
    const value = valueAt(envelope, parts);
    if (part === "cause" || value === undefined || !Object.hasOwn(thrown, name)) continue;
    if (name !== "message") assign(thrown, name, value, true);
  }
  assign(thrown, "message", carried.message, false);
  setStack(thrown, error);
  assign(thrown, "toEnvelope", () => envelope, false);
  if (carried.code !== undefined) assign(thrown, "code", carried.code, false);
  assign(thrown, "data", carried.data, false);
  return thrown;
}

function assign(target: object, name: string, value: unknown, enumerable: boolean): void {
  Object.defineProperty(target, name, { value, enumerable, configurable: true, writable: true });
}

/**
 * The stack of the error at hand, read when somebody asks: most servers never do, and V8 formats it only then. The carrier's
 * own is taken away first; to define it anew, V8 would format that too, and a project's own formatter may throw.
 */
function setStack(thrown: Error, error: Error): void {
  delete (thrown as { stack?: unknown }).stack;
  Object.defineProperty(thrown, "stack", {
    get: () => stackOf(error),
    set: (value: unknown) => {
      assign(thrown, "stack", value, false);
    },
    configurable: true,
  });
}

/** Classes of a project's own may put anything on their errors, such as a getter that throws. */
function copyFields(from: object, to: object): void {
  try {
    for (const key of Reflect.ownKeys(from)) {
      if (key === "stack" || key === "message") continue;
      const member = Reflect.getOwnPropertyDescriptor(from, key);
      if (member) Object.defineProperty(to, key, { ...member, configurable: true });
    }
  } catch {
    // The envelope has what matters.
  }
}

function prototypeOf(error: Error): object {
  try {
    return Object.getPrototypeOf(error) as object;
  } catch {
    // A proxy may refuse to tell.
    return Error.prototype;
  }
}
