import type { Condition } from "../../contract/condition-statuses.js";
import type { Schema } from "./operations.js";
import {
  listProperties,
  listRequired,
  namesProcess,
  readNumber,
  readType,
  resolve,
  type Input,
} from "./valid-input.js";

/** An input that a server has to refuse, or at least to survive. */
export interface WrongInput {
  readonly input: Input;
  /** Whether the schema refuses it; otherwise any answer but a crash will do. */
  readonly isRefused: boolean;
}

/** A way in which an input is wrong. */
export interface InputKind {
  readonly name: string;
  readonly meaning: string;
  readonly expected: readonly Condition[];
  /** Makes the wrong inputs of a valid one. */
  readonly make: (seed: Seed) => readonly WrongInput[];
}

interface Seed {
  readonly input: Input;
  readonly schema: Schema;
  /** The properties with their schemas, but those that name a process: another value names another's, or all. */
  readonly properties: readonly (readonly [name: string, schema: Schema])[];
}

const refused = (input: Input): WrongInput => ({ input, isRefused: true });
const survived = (input: Input): WrongInput => ({ input, isRefused: false });

/** A value of another type, which no conversion turns into one of the type that is asked for. */
const otherValues: Readonly<Record<string, unknown>> = {
  string: { not: "a text" },
  number: "no number",
  integer: "no number",
  boolean: { not: "a boolean" },
  array: 7,
  object: "no object",
};

const oddTexts = [
  "\u0000",
  "\ud800",
  "\u202etxt.exe",
  "../../../../etc/passwd",
  "'; DROP TABLE x; --",
  "${7*7}",
  "\u{1f4a5}",
];
const prototypeNames = ["__proto__", "constructor", "toString"];
const hugeText = "x".repeat(1_000_000);

/** Every kind of wrong input, in the order of the matrix. */
export const inputKinds: readonly InputKind[] = [
  {
    name: "missing",
    meaning: "a required input is missing",
    expected: ["missing_input", "invalid_input"],
    make: ({ input, schema }) =>
      listRequired(schema).map((name) =>
        refused(Object.fromEntries(Object.entries(input).filter(([key]) => key !== name))),
      ),
  },
  {
    name: "wrong type",
    meaning: "an input has another type",
    expected: ["invalid_input"],
    make: ({ input, properties }) =>
      properties
        .filter(([, schema]) => Object.hasOwn(otherValues, readType(schema)))
        .map(([name, schema]) => refused({ ...input, [name]: otherValues[readType(schema)] })),
  },
  {
    name: "out of range",
    meaning: "an input is none of the allowed values",
    expected: ["invalid_input"],
    make: ({ input, properties }) =>
      properties.flatMap(([name, schema]) => listOutside(schema).map((value) => refused({ ...input, [name]: value }))),
  },
  {
    name: "unknown",
    meaning: "there is an input that the schema does not have",
    expected: ["invalid_input"],
    // Whatever the schema says, a server that leaves it out works with valid input.
    make: ({ input }) => [survived({ ...input, no_such_input: 1 })],
  },
  {
    name: "empty",
    meaning: "a text is empty",
    expected: ["invalid_input", "missing_input"],
    make: ({ input, properties }) =>
      properties
        .filter(([, schema]) => readType(schema) === "string")
        .map(([name, schema]) => ({
          input: { ...input, [name]: "" },
          isRefused: (readNumber(schema, "minLength") ?? 0) > 0,
        })),
  },
  {
    name: "null",
    meaning: "an input is null",
    expected: ["invalid_input", "missing_input"],
    make: ({ input, properties }) =>
      properties
        .filter(([, schema]) => Object.hasOwn(otherValues, readType(schema)) && !allowsNull(schema))
        .map(([name]) => refused({ ...input, [name]: null })),
  },
  {
    name: "huge",
    meaning: "a text has a million characters",
    expected: ["invalid_input"],
    make: ({ input, properties }) =>
      properties
        .filter(([, schema]) => isFreeText(schema))
        .map(([name, schema]) => ({
          input: { ...input, [name]: hugeText },
          isRefused: (readNumber(schema, "maxLength") ?? Infinity) < hugeText.length,
        })),
  },
  {
    name: "deep",
    meaning: "an input is nested a thousand times",
    expected: ["invalid_input"],
    make: ({ input, properties }) =>
      properties.map(([name, schema]) => ({
        input: { ...input, [name]: createDeep(1_000) },
        isRefused: !["any", "object", "array"].includes(readType(schema)),
      })),
  },
  {
    name: "odd text",
    meaning: "a text has control characters, half a character, or code",
    expected: ["invalid_input", "not_found", "permission_denied"],
    make: ({ input, properties }) =>
      properties
        .filter(([, schema]) => isFreeText(schema))
        .flatMap(([name]) => oddTexts.map((text) => survived({ ...input, [name]: text }))),
  },
  {
    name: "prototype",
    meaning: "a name or a text is that of a member which every object has",
    expected: ["invalid_input", "not_found"],
    make: ({ input, properties }) => [
      // A computed name gives the object a `__proto__` of its own.
      ...prototypeNames.map((name) => survived({ ...input, [name]: { polluted: true } })),
      ...properties
        .filter(([, property]) => isFreeText(property))
        .flatMap(([name]) => prototypeNames.map((text) => survived({ ...input, [name]: text }))),
    ],
  },
];

/** Makes wrong inputs of a valid one, a few of each kind, the same for the same seed. */
export function createWrongInputs(
  kind: InputKind,
  schema: Schema,
  input: Input,
  seed: number,
  most: number,
): readonly WrongInput[] {
  const root = resolve(schema, schema);
  const properties = Object.entries(listProperties(root))
    .filter(([name]) => !namesProcess(name))
    .map(([name, each]) => [name, resolve(schema, each)] as const);
  const made = kind.make({ input, schema: root, properties });
  return shuffle(made, seed).slice(0, most);
}

function listOutside(schema: Schema): readonly unknown[] {
  const [lowest, highest] = [readNumber(schema, "minimum"), readNumber(schema, "maximum")];
  const longest = readNumber(schema, "maxLength") ?? Infinity;
  return [
    ...(Array.isArray(schema.enum) && readType(schema) === "string" ? ["no_such_value"] : []),
    ...(lowest === undefined ? [] : [lowest - 1]),
    ...(highest === undefined ? [] : [highest + 1]),
    ...(longest < 100_000 ? ["x".repeat(longest + 1)] : []),
    ...(typeof schema.pattern === "string" && matches(schema.pattern, "\u0000?") === false ? ["\u0000?"] : []),
  ];
}

/** A pattern that is no expression of JavaScript is one that nothing is known of. */
function matches(pattern: string, text: string): boolean | undefined {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return undefined;
  }
}

const isFreeText = (schema: Schema): boolean =>
  readType(schema) === "string" && schema.enum === undefined && schema.const === undefined;

const allowsNull = ({ type, nullable, enum: values }: Schema): boolean =>
  nullable === true ||
  (Array.isArray(type) && type.includes("null")) ||
  (Array.isArray(values) && values.includes(null));

function createDeep(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = { deeper: value };
  return value;
}

/** Puts a list into an order that a number decides. */
function shuffle<T>(list: readonly T[], seed: number): readonly T[] {
  const shuffled = [...list];
  let state = seed >>> 0;
  for (let index = shuffled.length - 1; index > 0; index--) {
    // The generator of Numerical Recipes; its higher bits are those that vary.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (index + 1));
    [shuffled[index], shuffled[other]] = [shuffled[other]!, shuffled[index]!];
  }
  return shuffled;
}
