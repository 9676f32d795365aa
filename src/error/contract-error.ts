import { readable, safeText } from "../json/to-json-safe.js";

/** One symbol for every copy of the package; on a prototype it holds the contract's name and those that it extends. */
const brand = Symbol.for("error-contract.contract");

const inspect = Symbol.for("nodejs.util.inspect.custom");

/**
 * What the error classes of all contracts have in common. Never made itself: `errorClass(contract)` builds the classes
 * that are.
 *
 * Beside its fields an error has its code as `code`, and the original value that led to it as the native `cause`, null where
 * there is none. Neither is enumerable.
 */
export abstract class ContractError<Envelope extends object = object> extends Error {
  /**
   * The code on the wire, whatever the contract calls its field: who reads `error.code` goes on to. A contract's own field
   * of that name takes its place.
   */
  declare readonly code: string | number;

  /** What led to this error: the value as it was given, null where there is none. */
  declare cause: unknown;

  /** Whether a value is an error of any contract, made by this copy of the package or by another. Never throws. */
  static is(value: unknown): value is ContractError {
    return lineageOf(value) !== undefined;
  }

  /** The failure as the contract sends it: JSON-safe, keys in the order of the schema. Never throws. */
  abstract toEnvelope(): Envelope;

  /**
   * The envelope, so that `JSON.stringify(error)` is what the contract sends. Never throws: where a subclass's own
   * `toEnvelope` does, or answers what JSON cannot hold, the envelope is read from the fields.
   */
  abstract toJSON(): Envelope;

  /** What {@link toJSON} gives, and the stack, for the server's own log (specification 001 section 4). Never throws. */
  abstract toDiagnostic(): Envelope & { readonly stack: string };

  static {
    Object.defineProperty(this.prototype, "cause", {
      configurable: true,
      get: () => null,
      // A cause assigned later becomes an own property, as the native one is.
      set(this: ContractError, value: unknown) {
        Object.defineProperty(this, "cause", { value, configurable: true, writable: true });
      },
    });
    Object.defineProperty(this.prototype, inspect, {
      configurable: true,
      value(this: ContractError) {
        return Object.hasOwn(this, "cause") ? this : withoutCause(this);
      },
    });
  }
}

/** Marks the errors of a class as those of the named contracts. */
export function setLineage(errorClass: { readonly prototype: ContractError }, names: readonly string[]): void {
  Object.defineProperty(errorClass.prototype, brand, { value: Object.freeze([...names]) });
}

/** Makes the field called `name` readable as `code`. */
export function setCode(errorClass: { readonly prototype: ContractError }, name: string): void {
  Object.defineProperty(errorClass.prototype, "code", {
    configurable: true,
    get(this: ContractError) {
      return readable(this, name);
    },
    // A code assigned later becomes an own property, as on any error.
    set(this: ContractError, value: unknown) {
      Object.defineProperty(this, "code", { value, enumerable: true, configurable: true, writable: true });
    },
  });
}

/** Whether a value is an error of the named contract or of one that extends it. Never throws. */
export function isOfContract(value: unknown, name: string): boolean {
  try {
    return lineageOf(value)?.includes(name) === true;
  } catch {
    return false;
  }
}

/**
 * The name of the contract that an error was made for, followed by those of the contracts that it extends; `undefined` for
 * any other value. Never throws.
 */
export function lineageOf(value: unknown): readonly string[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    const { [brand]: lineage, toEnvelope } = value as { [brand]?: unknown; toEnvelope?: unknown };
    // The prototype carries the brand too, but is no error.
    const isError = Array.isArray(lineage) && typeof toEnvelope === "function" && !Object.hasOwn(value, brand);
    return isError ? lineage : undefined;
  } catch {
    return undefined;
  }
}

/** The stack of an error, or its message where the stack is missing, no string, or throws. Never throws. */
export function stackOf(error: Error): string {
  const [stack, message] = [readable(error, "stack"), readable(error, "message")];
  if (typeof stack === "string") return safeText(stack);
  return typeof message === "string" ? safeText(message) : "";
}

/** What `util.inspect` shows for an error without a cause: Node 20 prints an inherited `cause` as a line of its own. */
function withoutCause(error: ContractError): Error {
  const { name, constructor } = error;
  const view = class extends Error {};
  Object.defineProperty(view, "name", { value: constructor.name });
  Object.defineProperty(view.prototype, "name", { value: name });
  const copy = Object.defineProperties(new view(), Object.getOwnPropertyDescriptors(error));
  // On Node 22 and later the stack is an accessor that answers for the object it was made for.
  Object.defineProperty(copy, "stack", { value: stackOf(error), configurable: true, writable: true });
  return copy;
}
