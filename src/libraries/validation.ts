import { isObject, readMember, tryTo } from "../json/read.js";
import type { Link } from "./find-rows.js";

export type Segment = string | number;

/** What a validator has refused, whatever library it is of. */
export interface RefusedIssue {
  readonly path: readonly Segment[];
  readonly problem: string;
  /** Whether a value there can have led to the issue; the value is `undefined` where there is none. */
  readonly fits: (value: unknown) => boolean;
}

export interface Validation {
  readonly issues: readonly RefusedIssue[];
  /** What was checked, where the error has it. */
  readonly checked?: { readonly value: unknown } | undefined;
}

type Issue = Omit<RefusedIssue, "fits"> & Partial<Pick<RefusedIssue, "fits">>;

const mostIssues = 100;

/** Reads the issues of a validator's error, by how they look: a path and a message. Never throws. */
export function readValidation({ value: thrown, names }: Link): Validation | undefined {
  if (!isObject(thrown)) return undefined;
  if (!names.some((name) => marks.has(name)) && tryTo(() => Array.isArray(thrown)) !== true) return undefined;
  for (const read of readers) {
    const found = tryTo(() => read(thrown));
    if (found && found.issues.length > 0)
      return { ...found, issues: found.issues.map((issue) => ({ fits: isThere, ...issue })) };
  }
  return undefined;
}

/** One of these every such error has. */
const marks: ReadonlySet<string> = new Set(["issues", "errors", "_original", "inner", "branch", "arkErrors"]);

const isThere = (value: unknown): boolean => value !== undefined;

type Read = (
  thrown: object,
) => { readonly issues: readonly Issue[]; readonly checked?: Validation["checked"] } | undefined;

const readers: readonly Read[] = [readIssues, readPointers, readJoi, readYup, readStruct, readArk, readConstraints];

const list = (value: unknown): readonly object[] =>
  tryTo(() => Array.isArray(value)) === true ? (value as readonly unknown[]).slice(0, mostIssues).filter(isObject) : [];

const text = (value: unknown): string => (typeof value === "string" && value !== "" ? value : "Invalid");

/** Zod 3, 4 and mini, valibot, and whatever follows Standard Schema. */
function readIssues(thrown: object): ReturnType<Read> {
  const issues = list(readMember(thrown, "issues"));
  if (!issues.every((issue) => typeof readMember(issue, "message") === "string")) return undefined;
  const [first] = issues;
  const start = list(readMember(first, "path"))[0];
  // Valibot tells the whole input beside each key.
  const root = start && "input" in start && "key" in start ? { value: readMember(start, "input") } : undefined;
  return {
    issues: issues.flatMap((issue): readonly Issue[] => {
      const path = toPath(readMember(issue, "path"));
      const problem = text(readMember(issue, "message"));
      const keys = readMember(issue, "keys");
      // A key that the schema does not know.
      if (readMember(issue, "code") === "unrecognized_keys" && Array.isArray(keys))
        return keys.map((key: unknown) => ({ path: [...path, String(key)], problem }));
      return [{ path, problem, fits: (value: unknown) => fitsZod(issue, value) }];
    }),
    checked: root,
  };
}

export const toPath = (path: unknown): readonly Segment[] =>
  Array.isArray(path)
    ? path.map((segment: unknown) => {
        const key = isObject(segment) ? readMember(segment, "key") : segment;
        return typeof key === "number" ? key : String(key);
      })
    : [];

function fitsZod(issue: object, value: unknown): boolean {
  const [code, expected, received] = ["code", "expected", "received"].map((name) => readMember(issue, name));
  // Valibot has the value itself.
  if (readMember(issue, "kind") !== undefined && "input" in issue) return readMember(issue, "input") === value;
  if (code === "invalid_type") return fitsType(value, expected, received ?? readReceived(issue));
  if (value === undefined) return code === "invalid_value" || code === "invalid_union" || code === "invalid_literal";
  const values = readMember(issue, "values") ?? readMember(issue, "options");
  if (Array.isArray(values)) return !values.includes(value);
  const size = typeof value === "number" ? value : readMember(value, "length");
  const [minimum, maximum] = [readMember(issue, "minimum"), readMember(issue, "maximum")];
  if (code === "too_small" && typeof size === "number") return size <= Number(minimum);
  if (code === "too_big" && typeof size === "number") return size >= Number(maximum);
  return code !== "invalid_format" && code !== "invalid_string" ? true : typeof value === "string";
}

/** Zod 4 says the type that it has received in its sentence alone. */
const readReceived = (issue: object): string | undefined =>
  /, received (\w+)$/u.exec(text(readMember(issue, "message")))?.[1];

function fitsType(value: unknown, expected: unknown, received: unknown): boolean {
  const type = typeOf(value);
  if (typeof received === "string" && received.toLowerCase() !== "nan") return received.toLowerCase() === type;
  return type !== expected || type === "number";
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : value instanceof Date ? "date" : typeof value;
}

/** Ajv and TypeBox: JSON pointers. */
function readPointers(thrown: object): ReturnType<Read> {
  const errors = list(readMember(thrown, "errors"));
  if (typeof readMember(errors[0], "instancePath") !== "string") return undefined;
  // TypeBox, whose cause this is, has the value beside them.
  return { issues: errors.flatMap(readPointer), checked: "value" in thrown ? { value: thrown.value } : undefined };
}

function readPointer(error: object): readonly Issue[] {
  const [pointer, params, message] = ["instancePath", "params", "message"].map((name) => readMember(error, name));
  const path = String(pointer)
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .map((part) => (/^\d{1,9}$/u.test(part) ? Number(part) : part));
  const problem = text(message);
  const missing = [readMember(params, "missingProperty"), readMember(params, "requiredProperties")].flat();
  const absent = missing.filter((name) => typeof name === "string");
  if (absent.length > 0)
    return absent.map((name) => ({ path: [...path, name], problem, fits: (value) => value === undefined }));
  const others = [readMember(params, "additionalProperty"), readMember(params, "additionalProperties")].flat();
  const unknown = others.filter((name) => typeof name === "string");
  if (unknown.length > 0) return unknown.map((name) => ({ path: [...path, name], problem }));
  const type = readMember(params, "type");
  const allowed = readMember(params, "allowedValues");
  const fits = (value: unknown): boolean =>
    value !== undefined &&
    (typeof type !== "string" || typeOf(value) !== type) &&
    (!Array.isArray(allowed) || !allowed.includes(value));
  return [{ path, problem, fits }];
}

function readJoi(thrown: object): ReturnType<Read> {
  if (!("_original" in thrown)) return undefined;
  const issues = list(readMember(thrown, "details")).map((detail) => ({
    path: toPath(readMember(detail, "path")),
    problem: text(readMember(detail, "message")),
    fits: () => true,
  }));
  return { issues, checked: { value: readMember(thrown, "_original") } };
}

function readYup(thrown: object): ReturnType<Read> {
  const inner = list(readMember(thrown, "inner"));
  if (!("inner" in thrown) || !("params" in thrown || inner.length > 0)) return undefined;
  const issues = (inner.length > 0 ? inner : [thrown]).map((error) => ({
    path: parsePath(readMember(error, "path")),
    problem: text(readMember(error, "message")),
    fits: () => true,
  }));
  return { issues, checked: { value: readMember(thrown, "value") } };
}

/** `items[0].name` */
function parsePath(path: unknown): readonly Segment[] {
  if (typeof path !== "string" || path === "") return [];
  return [...path.matchAll(/\[(\d{1,9})\]|\["([^"]*)"\]|([^.[\]]+)/gu)].map(([, index, quoted, name]) =>
    index === undefined ? (quoted ?? name!) : Number(index),
  );
}

function readStruct(thrown: object): ReturnType<Read> {
  const [branch, failures] = [readMember(thrown, "branch"), readMember(thrown, "failures")];
  if (!Array.isArray(branch) || typeof failures !== "function") return undefined;
  const all = tryTo(() => [...(Reflect.apply(failures, thrown, []) as Iterable<object>)]) ?? [thrown];
  const issues = all.slice(0, mostIssues).map((failure) => ({
    path: toPath(readMember(failure, "path")),
    problem: text(readMember(failure, "message")),
    fits: () => true,
  }));
  return { issues, checked: { value: branch[0] } };
}

function readArk(thrown: object): ReturnType<Read> {
  const errors = list(readMember(thrown, "arkErrors"));
  const issues = errors.map((error) => {
    const data = readMember(error, "data");
    return {
      path: toPath([...((readMember(error, "path") as Iterable<unknown> | undefined) ?? [])]),
      problem: text(readMember(error, "message")),
      // What is missing has the object around it as its data.
      fits: (value: unknown) => (readMember(error, "code") === "required" ? value === undefined : data === value),
    };
  });
  return { issues };
}

/** Class-validator rejects with a list. */
function readConstraints(thrown: object): ReturnType<Read> {
  const errors = list(thrown);
  if (errors.length === 0 || !errors.every((error) => typeof readMember(error, "property") === "string"))
    return undefined;
  const issues = errors.map((error) => ({
    path: [readMember(error, "property") as string],
    problem: text(Object.values(readMember(error, "constraints") ?? {})[0]),
    fits: (value: unknown) => value === readMember(error, "value"),
  }));
  return { issues };
}
