import type { ContractData } from "../contract/contract-data.js";
import { defineMember, readMember } from "../json/read.js";
import { toSafeText } from "../json/to-json-safe.js";
import { hasContract, readLineage } from "./lineage.js";

type AnyClass = abstract new (...args: never) => unknown;

const isOrdinaryInstance = Function.prototype[Symbol.hasInstance];

/** The base of all error classes. `code` is the code, the native `cause` the original value. */
export abstract class ContractError<Envelope extends object = object> extends Error {
  /** The code on the wire. A contract's own field of that name takes its place. */
  declare readonly code: string | number;

  /** Returns whether a value is an error of any contract, created by any copy of the package. Never throws. */
  static is(value: unknown): value is ContractError {
    return readLineage(value) !== undefined;
  }

  /** Returns the failure as the contract sends it: JSON-safe, keys in the order of the schema. Never throws. */
  abstract toEnvelope(): Envelope;

  /** Returns the envelope, so that `JSON.stringify(error)` is the text that the contract sends. Never throws. */
  abstract toJSON(): Envelope;

  /** Returns {@link toJSON} and the stack, for the server's own log (specification 001 section 4). Never throws. */
  abstract toDiagnostic(): Envelope & { readonly stack: string };

  static {
    // An error of another copy of the package has another class of that name.
    Object.defineProperty(this, Symbol.hasInstance, {
      value(this: AnyClass, value: unknown): boolean {
        return isOrdinaryInstance.call(this, value) || isInstanceOfCopy(this, value);
      },
    });
  }
}

/** The members of an error class that the boundary uses; every class that `createErrorClass` creates has them. */
export interface FailureClass<C extends ContractData = ContractData> {
  /** Creates an error from one object of fields; a TypeError for a value that the envelope cannot hold. */
  new (fields?: never): ContractError;
  /** The prototype of the class's errors. */
  readonly prototype: ContractError;
  /** The contract that the class is created from. */
  readonly contract: C;
  /** Returns whether a value is an error of the contract, of any copy of this package. Never throws. */
  is(value: unknown): boolean;
  /** Converts any thrown value to an error of the contract. Never throws. */
  fromUnknown(thrown: unknown, context?: never): ContractError;
}

export function setCode(errorClass: { readonly prototype: ContractError }, name: string): void {
  Object.defineProperty(errorClass.prototype, "code", {
    configurable: true,
    get(this: object) {
      return readMember(this, name);
    },
    // A value assigned later becomes an own property, as on any error.
    set(this: object, value: unknown) {
      defineMember(this, "code", value, true);
    },
  });
}

/** Also an error of another copy, or of another class of the contract. A project's own class has its instances only. */
function isInstanceOfCopy(errorClass: AnyClass, value: unknown): boolean {
  if (errorClass === ContractError) return ContractError.is(value);
  const contract = Object.hasOwn(errorClass, "contract") ? readMember(errorClass, "contract") : undefined;
  const name = readMember(contract, "name");
  return typeof name === "string" && hasContract(readLineage(value), name);
}

/**
 * Reads the stack of an error, or its message where the stack is missing, no string, or throws. An error that a
 * boundary has converted has the frames of what was thrown. Never throws.
 */
export function readStack(error: Error): string {
  const [stack, message] = [readMember(error, "stack"), readMember(error, "message")];
  if (typeof stack !== "string") return typeof message === "string" ? toSafeText(message) : "";
  const isConverted = !stack.includes(frame) && ContractError.is(error);
  return toSafeText(isConverted ? stack + readFrames(readMember(error, "cause")) : stack);
}

const frame = "\n    at ";

/** The frames of a stack without the message above them, which may hold a line like a frame itself. */
function readFrames(thrown: unknown): string {
  const [stack, message] = [readMember(thrown, "stack"), readMember(thrown, "message")];
  if (typeof stack !== "string") return "";
  const text = typeof message === "string" ? message : "";
  const start = stack.indexOf(frame, Math.max(0, stack.indexOf(text)) + text.length);
  return start < 0 ? "" : stack.slice(start);
}
