import { errorCodes, wireCodeOf } from "./codes.js";
import type { CodeEntry, ContractData, JSONSchema, JSONType } from "./contract-data.js";
import { leafFields, type LeafField } from "./leaf-fields.js";
import { toJSONSafe, type JSONValue } from "../json/to-json-safe.js";
import { brought } from "./features.js";
import { schemaProblems } from "./schema.js";

/** A field of a failure, with all that is decided about it before the first error is made. */
export interface Field extends LeafField {
  readonly part: "code" | "message" | "cause" | "timestamp" | "stack" | "constant" | "other";
  readonly parts: readonly string[];
  /** What the envelope says when nobody gave a value; `undefined` where the field is then left out. */
  readonly unset: JSONValue | undefined;
  /** Whether the envelope can hold the value. */
  readonly accepts: (value: unknown) => boolean;
}

/** A contract as its error class needs it, worked out once. */
export interface Shape {
  readonly contract: ContractData;
  /** All fields of the failure envelope, in its order. */
  readonly fields: readonly Field[];
  /** The envelope's leading fields that are always there, null; a copy of it has the right keys in the right order. */
  readonly template: Readonly<Record<string, null>>;
  /** Those that stand on an error as properties and can be given: all but cause, stack and the discriminant. */
  readonly settable: readonly Field[];
  readonly code: Field;
  readonly message: Field;
  readonly cause: Field | undefined;
  readonly details: Field | undefined;
  readonly timestamp: Field | undefined;
  readonly stack: Field | undefined;
  /** The wire values of the contract's two fallback codes. */
  readonly fallback: { readonly construct: string | number; readonly unknown: string | number };
  /** What a code says when nobody wrote a message; `undefined` for a code that is not registered. */
  readonly messageOf: (code: unknown, details: unknown) => string | undefined;
  /** The schema of a code's details, `undefined` where anything goes. */
  readonly detailsOf: (code: unknown) => JSONSchema | undefined;
  /** The details whose value a message of the code has to show. */
  readonly shownBy: (code: unknown) => readonly string[];
  /** ISO 8601, as the timestamp's schema asks for it. */
  readonly now: () => string;
}

/** Answers the time: a date, or milliseconds since 1970. */
export type Clock = () => Date | number;

export function shapeOf(contract: ContractData, clock: Clock | undefined): Shape {
  const fields = leafFields(contract.envelopes.failure).map((leaf) => fieldOf(contract, leaf));
  const part = (name: Field["part"]): Field | undefined => fields.find((field) => field.part === name);
  const timestamp = part("timestamp");
  const entries = new Map<unknown, CodeEntry>(
    Object.entries(contract.codes).map(([name, entry]) => [wireCodeOf(contract, name), entry]),
  );
  const details = new Map([...entries].map(([code, entry]) => [code, detailsSchema(entry)]));
  return {
    contract,
    fields,
    template: templateOf(fields),
    settable: fields.filter((field) => !["cause", "stack", "constant"].includes(field.part)),
    code: part("code")!,
    message: part("message")!,
    cause: part("cause"),
    details: fields.find(({ path }) => path === contract.fields.details),
    timestamp,
    stack: part("stack"),
    fallback: {
      construct: wireCodeOf(contract, contract.fallback.construct),
      unknown: wireCodeOf(contract, contract.fallback.unknown),
    },
    messageOf: (code, given) => {
      const entry = entries.get(code);
      if (!entry) return undefined;
      const { renderedMessage } = brought;
      return (renderedMessage ? renderedMessage(entry, given) : entry.message) ?? entry.meaning;
    },
    detailsOf: (code) => details.get(code),
    shownBy: (code) => entries.get(code)?.shows ?? [],
    now: timestampFrom(clock, timestamp?.accepts ?? (() => true)),
  };
}

/** The shape of a contract, worked out once. */
export function shapeFor(contract: ContractData): Shape {
  const shape = shapes.get(contract) ?? shapeOf(contract, undefined);
  shapes.set(contract, shape);
  return shape;
}

const shapes = new WeakMap<ContractData, Shape>();

/** The schema of the details of a code; `undefined` where anything goes. */
export function detailsSchema({ details }: CodeEntry): JSONSchema | undefined {
  if (!details) return undefined;
  const required = Object.keys(details).filter((name) => details[name]!.optional !== true);
  return { type: "object", required, properties: details };
}

function templateOf(fields: readonly Field[]): Readonly<Record<string, null>> {
  const end = fields.findIndex((field) => !field.required || field.parts.length > 1);
  const leading = end < 0 ? fields : fields.slice(0, end);
  return Object.fromEntries(leading.map((field) => [field.name, null]));
}

function fieldOf(contract: ContractData, leaf: LeafField): Field {
  const part = partOf(contract, leaf.path);
  const { discriminant } = contract.fields;
  const unset =
    part === "constant"
      ? discriminant!.value
      : leaf.required
        ? (contract.context[leaf.name]?.default ?? null)
        : undefined;
  return { ...leaf, part, parts: leaf.path.split("."), unset, accepts: acceptor(contract, leaf, part) };
}

function partOf({ fields }: ContractData, path: string): Field["part"] {
  for (const part of ["code", "message", "cause", "timestamp", "stack"] as const) {
    if (fields[part] === path) return part;
  }
  return fields.discriminant?.path === path ? "constant" : "other";
}

function acceptor(contract: ContractData, { schema }: LeafField, part: Field["part"]): Field["accepts"] {
  if (part === "code") {
    const codes = new Set<unknown>(errorCodes(contract));
    return (value) => codes.has(value);
  }
  if (part === "message" && contract.message === "literal") {
    return (value) => conforms(schema, value) && brought.diagnosticIn?.(String(value)) === undefined;
  }
  const types = bareTypes(schema);
  if (types) {
    // The common case, a string or null, needs no walk over the schema.
    const [text, none, object] = [types.includes("string"), types.includes("null"), types.includes("object")];
    // A cause arrives here normalised: a string, null or a JSON-safe object.
    if (part === "cause") return (value) => (typeof value === "string" ? text : value === null ? none : object);
    if (types.every((type) => type === "string" || type === "null")) {
      return (value) => (typeof value === "string" ? text : value === null && none);
    }
  }
  // The same role, and the timestamp of the error at hand, are asked about again and again.
  let last: string | undefined;
  return (value) => {
    if (value === last && value !== undefined) return true;
    if (!conforms(schema, value)) return false;
    if (typeof value === "string") last = value;
    return true;
  };
}

/** The types that a schema allows, where it asks for nothing else. */
function bareTypes({ type, anyOf, description: _, ...others }: JSONSchema): readonly JSONType[] | undefined {
  if (Object.keys(others).length > 0 || (type === undefined) === (anyOf === undefined)) return undefined;
  if (type !== undefined) return [type].flat();
  const types = anyOf!.map(bareTypes);
  return types.includes(undefined) ? undefined : types.flatMap((alternative) => alternative ?? []);
}

/** Objects are judged by what arrives; one that arrives as a mere string does not count as that string. */
function conforms(schema: JSONSchema, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return schemaProblems(schema, value).length === 0;
  const safe = toJSONSafe(value);
  if (typeof safe === "object") return schemaProblems(schema, safe).length === 0;
  return schema.type === undefined && schema.anyOf === undefined;
}

/** The first clock whose time the schema accepts; the epoch if even the system's has none, such as after the year 9999. */
function timestampFrom(clock: Clock | undefined, accepts: (value: unknown) => boolean): () => string {
  const system = (): string | undefined => accepted(() => new Date().toISOString(), accepts);
  const own = (): string | undefined => clock && accepted(() => new Date(clock()).toISOString(), accepts);
  return () => own() ?? system() ?? "1970-01-01T00:00:00.000Z";
}

function accepted(time: () => string, accepts: (value: unknown) => boolean): string | undefined {
  try {
    const text = time();
    return accepts(text) ? text : undefined;
  } catch {
    // A clock that throws is replaced by the next.
    return undefined;
  }
}
