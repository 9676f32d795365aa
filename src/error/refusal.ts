import { readMember } from "../json/read.js";

/** Creates the error for a call that the contract does not allow. It carries the cause that the call was given. */
export function createRefusal(problem: string, cause: unknown): TypeError {
  return new TypeError(problem, cause === undefined ? undefined : { cause });
}

export function createOptionError(caller: string, option: string, expected: string, value: unknown): TypeError {
  const isShort = typeof value === "number" || value === null;
  const found = typeof value === "string" ? JSON.stringify(value) : isShort ? String(value) : typeof value;
  return new TypeError(`${caller}: ${option}: expected ${expected}, found ${found}`);
}

/**
 * Reads a member of an argument. A getter that throws and a revoked proxy are refused like any other wrong value.
 *
 * @param caller the function that received the argument, for messages.
 * @throws TypeError naming the member; its cause is the cause that the argument gives, else the error of the getter.
 */
export function readArgument(caller: string, argument: object, name: string, causeName = "cause"): unknown {
  try {
    return (argument as Readonly<Record<string, unknown>>)[name];
  } catch (thrown) {
    throw createRefusal(`${caller}: ${name}: cannot be read`, readMember(argument, causeName) ?? thrown);
  }
}
