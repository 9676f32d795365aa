import type { JSONSchema, JSONType } from "./contract-data.js";
import { findNearest } from "./nearest.js";

/** Deeper than any failure; a deeper value is reported instead of exhausting the stack. */
const deepest = 200;
const most = 50_000;
/** Problems that are listed; putting one into words takes longer than checking a value. */
const mostProblems = 100;

/**
 * Checks a value against a schema and returns the problems in words: one line each, beginning with the path. Empty when
 * the value conforms. Understands only the keywords of {@link JSONSchema}, and expects plain JSON everywhere: a
 * function, a class instance or a cycle is a problem, because it would not arrive as it is. After a hundred problems
 * the last line says that there are more. Never throws, whatever the value.
 *
 * @param path where the value stands; without one it is called the envelope.
 */
export function checkAgainstSchema(schema: JSONSchema, value: unknown, path = ""): readonly string[] {
  const check = new Check(mostProblems);
  check.visit(schema, value, path);
  return check.problems;
}

/** Returns whether a value conforms to a schema; see {@link checkAgainstSchema}. Stops at the first problem. */
export function matchesSchema(schema: JSONSchema, value: unknown): boolean {
  const check = new Check(0);
  check.visit(schema, value, "");
  return check.problems.length === 0;
}

class Check {
  readonly problems: string[] = [];
  readonly #limit: number;
  readonly #ancestors: unknown[] = [];
  #visits = 0;

  /** @param limit how many problems are listed; one more says that there are others. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  visit(schema: JSONSchema, value: unknown, path: string): void {
    if (++this.#visits > most) {
      if (this.#visits === most + 1) this.#report(path, "too large to check");
      return;
    }
    try {
      this.#visitReadable(schema, value, path);
    } catch {
      this.#report(path, "cannot be read");
    }
  }

  #visitReadable(schema: JSONSchema, value: unknown, path: string): void {
    const kind = getJSONType(value);
    if (kind === undefined || !isTypeAllowed(schema, kind, value)) {
      this.#reportOther(path, describeExpected(schema), value);
      return;
    }
    if ((schema.const !== undefined && value !== schema.const) || schema.enum?.includes(value as never) === false) {
      this.#reportOther(path, describeExpected(schema), value, suggest(value, schema.enum));
    }
    if (schema.anyOf && !this.#visitAlternatives(schema, schema.anyOf, value, path)) return;
    if (kind === "string") this.#visitString(schema, value as string, path);
    else if (kind === "number") this.#visitNumber(schema, value as number, path);
    else if (kind === "array" || kind === "object") this.#visitContainer(schema, value as object, path);
  }

  /**
   * Returns whether one of the schemas allows the value. Otherwise the only one of the value's type reports the
   * problems.
   */
  #visitAlternatives(schema: JSONSchema, alternatives: readonly JSONSchema[], value: unknown, path: string): boolean {
    const kind = getJSONType(value)!;
    const ofKind = alternatives.filter((alternative) => isTypeAllowed(alternative, kind, value));
    const start = this.problems.length;
    for (const alternative of ofKind) {
      this.problems.length = start;
      this.visit(alternative, value, path);
      if (this.problems.length === start) return true;
      // The next schema would not be checked, and seem to allow the value.
      if (this.#visits > most) return false;
    }
    if (ofKind.length === 1) return false;
    this.problems.length = start;
    this.#reportOther(path, describeExpected(schema), value);
    return false;
  }

  #visitString({ minLength, pattern }: JSONSchema, value: string, path: string): void {
    if (minLength !== undefined && isShorter(value, minLength)) {
      this.#reportOther(path, `at least ${formatCount(minLength, "character")}`, value);
    }
    if (pattern !== undefined && !compilePattern(pattern).test(value)) {
      this.#reportOther(path, `a string that matches ${pattern}`, value);
    }
  }

  #visitNumber({ minimum, maximum }: JSONSchema, value: number, path: string): void {
    if (minimum !== undefined && value < minimum) this.#reportOther(path, `at least ${minimum}`, value);
    if (maximum !== undefined && value > maximum) this.#reportOther(path, `at most ${maximum}`, value);
  }

  #visitContainer(schema: JSONSchema, value: object, path: string): void {
    if (this.#ancestors.includes(value)) {
      this.#report(path, "contains itself");
      return;
    }
    if (this.#ancestors.length >= deepest) {
      this.#report(path, "nested too deep to check");
      return;
    }
    this.#ancestors.push(value);
    if (Array.isArray(value)) this.#visitArray(schema, value, path);
    else this.#visitObject(schema, value as Record<string, unknown>, path);
    this.#ancestors.pop();
  }

  #visitArray(schema: JSONSchema, value: readonly unknown[], path: string): void {
    if (schema.minItems !== undefined && value.length < schema.minItems) {
      this.#reportOther(path, `at least ${formatCount(schema.minItems, "item")}`, value.length);
    }
    for (let index = 0; index < value.length && !this.#isOver(); index++) {
      this.visit(schema.items ?? {}, value[index], `${path}[${index}]`);
    }
  }

  #visitObject(schema: JSONSchema, value: Record<string, unknown>, path: string): void {
    for (const name of schema.required ?? []) {
      if (!Object.hasOwn(value, name)) this.#report(joinPath(path, name), "missing");
    }
    for (const name of Object.keys(value)) {
      if (this.#isOver()) return;
      const member = getMemberSchema(schema, name);
      if (member) this.visit(member, value[name], joinPath(path, name));
      else
        this.#report(joinPath(path, name), `not expected here${suggest(name, Object.keys(schema.properties ?? {}))}`);
    }
  }

  #reportOther(path: string, expected: string, found: unknown, hint = ""): void {
    this.#report(path, `expected ${expected}, found ${describeFound(found)}${hint}`);
  }

  #report(path: string, problem: string): void {
    const { length } = this.problems;
    if (length < this.#limit) this.problems.push(`${path || "envelope"}: ${problem}`);
    else if (length === this.#limit) this.problems.push("envelope: more problems than are listed here");
  }

  #isOver(): boolean {
    return this.#visits > most || this.problems.length > this.#limit;
  }
}

function getMemberSchema(schema: JSONSchema, name: string): JSONSchema | undefined {
  const { properties, additionalProperties } = schema;
  if (properties && Object.hasOwn(properties, name)) return properties[name];
  if (additionalProperties === false) return undefined;
  return typeof additionalProperties === "object" ? additionalProperties : {};
}

type Kind = Exclude<JSONType, "integer">;

/** Returns the JSON type of a value; `undefined` where JSON cannot hold it. */
function getJSONType(value: unknown): Kind | undefined {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "object") return isPlain(value) ? "object" : undefined;
  if (typeof value === "number") return Number.isFinite(value) ? "number" : undefined;
  return typeof value === "string" || typeof value === "boolean" ? (typeof value as "string" | "boolean") : undefined;
}

/** Also true for plain objects of another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function isTypeAllowed({ type }: JSONSchema, kind: Kind, value: unknown): boolean {
  if (type === undefined) return true;
  const isInteger = kind === "number" && Number.isInteger(value);
  if (typeof type === "string") return type === kind || (isInteger && type === "integer");
  return type.includes(kind) || (isInteger && type.includes("integer"));
}

/** Schema lengths count code points. */
function isShorter(text: string, length: number): boolean {
  return text.length < length * 2 && Array.from(text).length < length;
}

const expressions = new Map<string, RegExp>();

/** JSON Schema patterns are Unicode expressions without anchors of their own. */
function compilePattern(pattern: string): RegExp {
  let compiled = expressions.get(pattern);
  if (!compiled) expressions.set(pattern, (compiled = new RegExp(pattern, "u")));
  return compiled;
}

function describeExpected(schema: JSONSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) {
    const { length } = schema.enum;
    return length > 6 ? `one of ${length} values` : joinWords(schema.enum.map((entry) => JSON.stringify(entry)));
  }
  if (schema.type === undefined && schema.anyOf) return joinWords([...new Set(schema.anyOf.map(describeExpected))]);
  if (schema.type === undefined) return "a JSON value";
  return joinWords(typeof schema.type === "string" ? [schema.type] : schema.type);
}

function describeFound(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  if (typeof value === "object") return getJSONType(value) ?? "an instance of a class";
  if (value === undefined || typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value;
}

function suggest(text: unknown, candidates: readonly unknown[] = []): string {
  const names = candidates.filter((candidate) => typeof candidate === "string");
  const meant = typeof text === "string" ? findNearest(text, names) : undefined;
  return meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
}

function joinPath(path: string, name: string): string {
  if (!/^[\w$-]{1,100}$/.test(name)) return `${path}[${describeFound(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

const formatCount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** A member of an envelope that holds a value of its own: everything but the objects that only group others. */
export interface LeafField {
  /** The last part of the path: the field's name on an error and in a factory's argument. */
  readonly name: string;
  readonly path: string;
  readonly schema: JSONSchema;
  /** Whether the field, and every object around it, is required. */
  readonly required: boolean;
}

/** Lists the leaf fields of an envelope's schema, in the order of its `properties`, which is the order of its keys. */
export function listLeafFields(schema: JSONSchema, prefix = "", required = true): readonly LeafField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]): readonly LeafField[] => {
    const path = prefix + name;
    const always = required && (schema.required?.includes(name) ?? false);
    if (member.properties) return listLeafFields(member, `${path}.`, always);
    return [{ name, path, schema: member, required: always }];
  });
}

export function getLastPart(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
