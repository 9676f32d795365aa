import { isRecord } from "../../json/read.js";
import type { Schema } from "./operations.js";

export type Input = Readonly<Record<string, unknown>>;

/** Deeper schemas are recursive, and end with what is required of them. */
const deepest = 8;

/**
 * Makes an input that a schema accepts, of what is required alone: by its examples and defaults where it has them.
 * Numbers that name a process are left out, as one that is made up names a process of somebody else.
 */
export function createInput(schema: Schema): Input {
  const value = createValue(schema, schema, "input", 0);
  return isRecord(value) ? value : {};
}

function createValue(root: Schema, schema: Schema, name: string, depth: number): unknown {
  const own = resolve(root, schema);
  const { examples, enum: values } = own;
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (own.example !== undefined) return own.example;
  if (own.default !== undefined && own.default !== null) return own.default;
  if (own.const !== undefined) return own.const;
  if (Array.isArray(values)) return values[0];
  const [choice] = listSchemas(own.anyOf ?? own.oneOf);
  if (choice) return createValue(root, choice, name, depth + 1);
  if (depth > deepest) return {};
  const create = makers[readType(own)];
  return create?.({ root, schema: own, name, depth }) ?? "text";
}

/** The words of a name by which systems call the number of a process, or of a group of them. */
const processId = /^(?:p|pp|pg|tg)ids?$|^pgrp$|^process(?:group)?(?:ids?|numbers?)$/;

/** Returns whether an input names a process, by its own name. */
export function namesProcess(name: string): boolean {
  const words = name
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.some((word, index) => processId.test(word) || processId.test(word + (words[index + 1] ?? "")));
}

/** Returns whether a value would be a number that is made up and names a process: a call may end that process. */
function isMadeUpProcess(name: string, schema: Schema): boolean {
  const { examples, example, default: usual, const: only, enum: values } = schema;
  const isGiven = [examples, example, usual, only, values].some((each) => each !== undefined && each !== null);
  return namesProcess(name) && !isGiven && !["string", "boolean", "object", "null"].includes(readType(schema));
}

/** Lists the inputs that a tool requires, that an input does not have, and that are not made up. */
export function listMissingProcesses(schema: Schema, input: Input): readonly string[] {
  const root = resolve(schema, schema);
  return listRequired(root).filter(
    (name) => input[name] === undefined && isMadeUpProcess(name, resolve(schema, listProperties(root)[name] ?? {})),
  );
}

interface Making {
  readonly root: Schema;
  readonly schema: Schema;
  readonly name: string;
  readonly depth: number;
}

const makers: Readonly<Record<string, (making: Making) => unknown>> = {
  object: ({ root, schema, depth }) =>
    Object.fromEntries(
      listRequired(schema)
        .map((name) => [name, listProperties(schema)[name] ?? {}] as const)
        .filter(([name, each]) => !isMadeUpProcess(name, resolve(root, each)))
        .map(([name, each]) => [name, createValue(root, each, name, depth + 1)]),
    ),
  array: ({ root, schema, name, depth }) => {
    const count = Math.max(1, Math.min(5, readNumber(schema, "minItems") ?? 1));
    const item = isRecord(schema.items) ? schema.items : {};
    return Array.from({ length: count }, () => createValue(root, item, name, depth + 1));
  },
  string: ({ schema, name }) => createText(schema, name),
  integer: ({ schema }) => createNumber(schema),
  number: ({ schema }) => createNumber(schema),
  boolean: () => false,
  null: () => null,
};

/** Texts of a format, and what a name says where the schema says nothing. */
const texts: readonly (readonly [format: string, name: RegExp, text: string])[] = [
  ["date-time", /(?:time|At)$/, "2026-01-15T12:00:00Z"],
  ["date", /date/i, "2026-01-15"],
  ["email", /e-?mail/i, "someone@example.com"],
  ["uuid", /uuid/i, "123e4567-e89b-42d3-a456-426614174000"],
  ["uri", /ur[il]$/i, "https://example.com/"],
];

function createText(schema: Schema, name: string): string {
  const known =
    texts.find(([format]) => schema.format === format) ??
    (schema.format === undefined ? texts.find(([, pattern]) => pattern.test(name)) : undefined);
  const text = known?.[2] ?? "text";
  return text
    .padEnd(Math.min(readNumber(schema, "minLength") ?? 0, 10_000), "x")
    .slice(0, readNumber(schema, "maxLength"));
}

function createNumber(schema: Schema): number {
  const lowest = readNumber(schema, "minimum") ?? (readNumber(schema, "exclusiveMinimum") ?? 0) + 1;
  return Math.min(lowest, readNumber(schema, "maximum") ?? Infinity);
}

/** Follows references within the schema, and puts together what all of several schemas ask. */
export function resolve(root: Schema, schema: Schema): Schema {
  let own = schema;
  for (let step = 0; typeof own.$ref === "string" && step < deepest; step++) {
    const target = own.$ref
      .replace(/^#\/?/, "")
      .split("/")
      .filter((part) => part !== "")
      .reduce<unknown>((value, part) => (isRecord(value) ? value[part] : undefined), root);
    own = isRecord(target) ? target : {};
  }
  return listSchemas(own.allOf).reduce<Schema>((all, part) => {
    const other = resolve(root, part);
    return {
      ...other,
      ...all,
      properties: { ...listProperties(other), ...listProperties(all) },
      required: [...listRequired(other), ...listRequired(all)],
    };
  }, own);
}

/** The type of a schema, also where it only shows. */
export function readType({ type, properties, items }: Schema): string {
  const first: unknown = Array.isArray(type) ? type.find((each) => each !== "null") : type;
  if (typeof first === "string") return first;
  if (properties !== undefined) return "object";
  return items === undefined ? "any" : "array";
}

export function listProperties({ properties }: Schema): Readonly<Record<string, Schema>> {
  return isRecord(properties) ? (properties as Record<string, Schema>) : {};
}

export function listRequired({ required }: Schema): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

export function readNumber(schema: Schema, name: string): number | undefined {
  return typeof schema[name] === "number" ? schema[name] : undefined;
}

const listSchemas = (value: unknown): readonly Schema[] => (Array.isArray(value) ? value.filter(isRecord) : []);
