import { readable } from "./to-json-safe.js";

/** The error for a call that asks for what the contract does not allow; it carries the cause that the call was given. */
export function refused(problem: string, cause: unknown): TypeError {
  return new TypeError(problem, cause === undefined ? undefined : { cause });
}

/**
 * What an argument says under a name. A getter that throws, or a proxy that was revoked, is refused like any value that cannot
 * be used.
 *
 * @param caller the function whose argument it is, for messages.
 * @throws TypeError naming the member; it carries the cause that the argument gives, else what reading the member threw.
 */
export function memberGiven(caller: string, argument: object, name: string, causeName = "cause"): unknown {
  try {
    return (argument as Readonly<Record<string, unknown>>)[name];
  } catch (thrown) {
    throw refused(`${caller}: ${name}: cannot be read`, readable(argument, causeName) ?? thrown);
  }
}
