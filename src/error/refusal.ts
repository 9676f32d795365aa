import { findNearest } from "../contract/nearest.js";
import { isObject, readMember } from "../json/read.js";
import { toSafeText } from "../json/to-json-safe.js";

export function createRefusal(problem: string, cause: unknown): TypeError {
  return new TypeError(problem, cause === undefined ? undefined : { cause });
}

export function createOptionError(caller: string, option: string, expected: string, value: unknown): TypeError {
  const isShort = typeof value === "number" || value === null;
  const found = typeof value === "string" ? JSON.stringify(value) : isShort ? String(value) : typeof value;
  return new TypeError(`${caller}: ${option}: expected ${expected}, found ${found}`);
}

/** A getter that throws is refused like any other wrong value. */
export function readArgument(caller: string, argument: object, name: string, causeName = "cause"): unknown {
  try {
    return (argument as Readonly<Record<string, unknown>>)[name];
  } catch (thrown) {
    throw createRefusal(`${caller}: ${name}: cannot be read`, readMember(argument, causeName) ?? thrown);
  }
}

/** An option: what is expected of its value, how that is told, and the value where it is left out. */
export interface OptionRow<T = unknown> {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
  readonly usual?: T;
}

/** The rows of options by their names; an option of `T` without its row does not compile. */
export type OptionRows<T extends object = Record<string, unknown>> = {
  readonly [K in keyof T]-?: OptionRow<Exclude<T[K], undefined>>;
};

export const oneOf = <const More>(values: readonly unknown[], more?: More): Omit<OptionRow, "usual"> & More => ({
  expected: `one of ${values.join(", ")}`,
  fits: (value) => values.includes(value),
  ...more!,
});

/** @throws TypeError naming the option that is unknown or wrong; `owner` ends with a dot. */
export function readOptions<T extends object>(caller: string, options: unknown, rows: OptionRows<T>, owner = ""): T {
  const known = Object.keys(rows);
  if (!isObject(options)) throw createOptionError(caller, owner.slice(0, -1) || "options", "an object", options);
  const unknown = findUnknownOption(caller, options, known);
  if (unknown !== undefined) {
    throw createRefusal(`${caller}: ${describeUnknownOption(`${owner}${unknown}`, unknown, known)}`, undefined);
  }
  const values = Object.entries<OptionRow>(rows).map(([name, { expected, fits, usual }]) => {
    const value = readArgument(caller, options, name) ?? undefined;
    if (value !== undefined && !fits(value)) throw createOptionError(caller, `${owner}${name}`, expected, value);
    return [name, value ?? usual];
  });
  return Object.fromEntries(values) as T;
}

/** A mistyped name would turn off what the right one turns on. `undefined` and null count as left out. */
export function findUnknownOption(
  caller: string,
  options: object,
  known: readonly string[],
  isMistake: (name: string) => boolean = () => true,
): string | undefined {
  const hasValue = (name: string): boolean => (readArgument(caller, options, name) ?? undefined) !== undefined;
  return listNames(caller, options).find((name) => !known.includes(name) && isMistake(name) && hasValue(name));
}

/** Lists the names that a spread would copy, and those that shared options hand down. */
function listNames(caller: string, options: object): readonly string[] {
  try {
    const names: string[] = [];
    for (const name in options) names.push(name);
    return names;
  } catch (thrown) {
    throw createRefusal(`${caller}: options: cannot be read`, thrown);
  }
}

export function describeUnknownOption(path: string, name: string, known: readonly string[]): string {
  const meant = findNearest(name, known);
  const hint = meant === undefined ? `it takes ${known.join(", ")}` : `did you mean ${meant}?`;
  return `${toSafeText(path, 60)}: no such option; ${hint}`;
}
