import type { JSONSchema, JSONType } from "./contract-data.js";
import { findNearest } from "./nearest.js";

/** Deeper than any failure; a deeper value is reported instead of exhausting the stack. */
const deepest = 200;
const most = 50_000;
/** Problems that are listed; putting one into words takes longer than checking a value. */
const mostProblems = 100;

/**
 * Lists what is wrong with a value by a schema, at most a hundred lines that begin with the path. Never throws.
 *
 * @example
 * ```js
 * import { checkAgainstSchema } from "error-contract";
 *
 * console.log(checkAgainstSchema({ type: "object", required: ["code"] }, {})[0]); // code: missing
 * ```
 */
export function checkAgainstSchema(schema: JSONSchema, value: unknown, path = ""): readonly string[] {
  const check = new Check(mostProblems);
  check.visit(schema, value, undefined);
  return check.problems.map((problem) => describeProblem(path, problem));
}

/** Returns whether a value conforms to a schema; see {@link checkAgainstSchema}. Stops at the first problem. */
export function matchesSchema(schema: JSONSchema, value: unknown): boolean {
  const check = new Check(0);
  check.visit(schema, value, undefined);
  return check.problems.length === 0;
}

type Path = { readonly owner: Path; readonly key: string | number } | undefined;

type Fault = keyof JSONSchema | keyof typeof otherFaults;

/** Most checks only ask whether there is a problem, so it is put into words later. */
interface Problem {
  readonly path: Path;
  readonly fault: Fault;
  readonly schema?: JSONSchema;
  readonly value?: unknown;
}

class Check {
  readonly problems: Problem[] = [];
  readonly #limit: number;
  readonly #ancestors: unknown[] = [];
  #visits = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  visit(schema: JSONSchema, value: unknown, path: Path): void {
    if (++this.#visits > most) {
      if (this.#visits === most + 1) this.#report(path, "size");
      return;
    }
    try {
      this.#visitReadable(schema, value, path);
    } catch {
      this.#report(path, "unreadable");
    }
  }

  #visitReadable(schema: JSONSchema, value: unknown, path: Path): void {
    const kind = getJSONType(value);
    if (kind === undefined || !isTypeAllowed(schema, kind, value)) {
      this.#report(path, "type", schema, value);
      return;
    }
    if ((schema.const !== undefined && value !== schema.const) || schema.enum?.includes(value as never) === false) {
      this.#report(path, "enum", schema, value);
    }
    if (schema.anyOf && !this.#visitAlternatives(schema, schema.anyOf, kind, value, path)) return;
    if (typeof value === "object" && value !== null) this.#visitContainer(schema, value, path);
    else if (typeof value === "string") {
      const { minLength, pattern } = schema;
      if (minLength !== undefined && isShorter(value, minLength)) this.#report(path, "minLength", schema, value);
      if (pattern !== undefined && !compilePattern(pattern).test(value)) this.#report(path, "pattern", schema, value);
    } else if (typeof value === "number") {
      const { minimum, maximum } = schema;
      if (minimum !== undefined && value < minimum) this.#report(path, "minimum", schema, value);
      if (maximum !== undefined && value > maximum) this.#report(path, "maximum", schema, value);
    }
  }

  /** Where none allows the value, the only alternative of the value's type reports the problems. */
  #visitAlternatives(
    schema: JSONSchema,
    alternatives: readonly JSONSchema[],
    kind: Kind,
    value: unknown,
    path: Path,
  ): boolean {
    const start = this.problems.length;
    let tried = 0;
    for (const alternative of alternatives) {
      if (!isTypeAllowed(alternative, kind, value)) continue;
      tried++;
      this.problems.length = start;
      this.visit(alternative, value, path);
      if (this.problems.length === start) return true;
      // The next schema would not be checked, and seem to allow the value.
      if (this.#visits > most) return false;
    }
    if (tried === 1) return false;
    this.problems.length = start;
    this.#report(path, "anyOf", schema, value);
    return false;
  }

  #visitContainer(schema: JSONSchema, value: object, path: Path): void {
    if (this.#ancestors.includes(value)) {
      this.#report(path, "cycle");
      return;
    }
    if (this.#ancestors.length >= deepest) {
      this.#report(path, "depth");
      return;
    }
    this.#ancestors.push(value);
    if (Array.isArray(value)) this.#visitArray(schema, value, path);
    else this.#visitObject(schema, value as Record<string, unknown>, path);
    this.#ancestors.pop();
  }

  #visitArray(schema: JSONSchema, value: readonly unknown[], path: Path): void {
    if (schema.minItems !== undefined && value.length < schema.minItems) {
      this.#report(path, "minItems", schema, value.length);
    }
    for (let index = 0; index < value.length && !this.#isOver(); index++) {
      this.visit(schema.items ?? {}, value[index], { owner: path, key: index });
    }
  }

  #visitObject(schema: JSONSchema, value: Record<string, unknown>, path: Path): void {
    for (const key of schema.required ?? []) {
      if (!Object.hasOwn(value, key)) this.#report({ owner: path, key }, "missing");
    }
    for (const key of Object.keys(value)) {
      if (this.#isOver()) return;
      const member = getMemberSchema(schema, key);
      if (member) this.visit(member, value[key], { owner: path, key });
      else this.#report({ owner: path, key }, "additionalProperties", schema, key);
    }
  }

  #report(path: Path, fault: Fault, schema?: JSONSchema, value?: unknown): void {
    const { length } = this.problems;
    if (length < this.#limit) this.problems.push({ path, fault, ...(schema && { schema, value }) });
    else if (length === this.#limit) this.problems.push({ path: undefined, fault: "more" });
  }

  #isOver(): boolean {
    return this.#visits > most || this.problems.length > this.#limit;
  }
}

const otherFaults = {
  missing: "missing",
  size: "too large to check",
  depth: "nested too deep to check",
  cycle: "contains itself",
  unreadable: "cannot be read",
  more: "more problems than are listed here",
};

function describeProblem(start: string, problem: Problem): string {
  const place = problem.fault === "more" ? "" : describePath(start, problem.path);
  return `${place || "envelope"}: ${describeFault(problem)}`;
}

function describePath(start: string, path: Path): string {
  if (path === undefined) return start;
  const owner = describePath(start, path.owner);
  return typeof path.key === "number" ? `${owner}[${path.key}]` : joinPath(owner, path.key);
}

function describeFault({ fault, schema, value }: Problem): string {
  if (!schema) return otherFaults[fault as keyof typeof otherFaults];
  if (fault === "additionalProperties") {
    return `not expected here${suggest(value, Object.keys(schema.properties ?? {}))}`;
  }
  const hint = fault === "enum" ? suggest(value, schema.enum) : "";
  return `expected ${describeKeyword(fault, schema)}, found ${describeFound(value)}${hint}`;
}

function describeKeyword(keyword: Fault, schema: JSONSchema): string {
  const { minLength = 0, minItems = 0, pattern, minimum, maximum } = schema;
  if (keyword === "minLength") return `at least ${formatCount(minLength, "character")}`;
  if (keyword === "minItems") return `at least ${formatCount(minItems, "item")}`;
  if (keyword === "pattern") return `a string that matches ${pattern}`;
  if (keyword === "minimum") return `at least ${minimum}`;
  return keyword === "maximum" ? `at most ${maximum}` : describeExpected(schema);
}

function getMemberSchema(schema: JSONSchema, name: string): JSONSchema | undefined {
  const { properties, additionalProperties } = schema;
  if (properties && Object.hasOwn(properties, name)) return properties[name];
  if (additionalProperties === false) return undefined;
  return typeof additionalProperties === "object" ? additionalProperties : {};
}

type Kind = Exclude<JSONType, "integer">;

function getJSONType(value: unknown): Kind | undefined {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "object") return isPlain(value) ? "object" : undefined;
  if (typeof value === "number") return Number.isFinite(value) ? "number" : undefined;
  return typeof value === "string" || typeof value === "boolean" ? (typeof value as "string" | "boolean") : undefined;
}

/** Returns whether an object is one as it is written, of any realm, and not that of a class. */
export function isPlain(value: object): boolean {
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

const expressions = /* @__PURE__ */ new Map<string, RegExp>();

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
  readonly name: string;
  readonly path: string;
  readonly parts: readonly string[];
  readonly schema: JSONSchema;
  readonly required: boolean;
}

/** Lists the leaf fields of an envelope's schema, in the order of its `properties`, which is the order of its keys. */
export function listLeafFields(schema: JSONSchema): readonly LeafField[] {
  let fields = leafFields.get(schema);
  if (!fields) leafFields.set(schema, (fields = collectLeafFields(schema, [], true)));
  return fields;
}

const leafFields = /* @__PURE__ */ new WeakMap<JSONSchema, readonly LeafField[]>();

function collectLeafFields(schema: JSONSchema, around: readonly string[], required: boolean): readonly LeafField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]): readonly LeafField[] => {
    const parts = [...around, name];
    const always = required && (schema.required?.includes(name) ?? false);
    if (member.properties) return collectLeafFields(member, parts, always);
    return [{ name, path: parts.join("."), parts, schema: member, required: always }];
  });
}

export function getLastPart(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
