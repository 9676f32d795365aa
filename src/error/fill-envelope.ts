import { normalisedCause } from "./cause.js";
import { readable, safeText, toJSONSafe, type JSONValue } from "../json/to-json-safe.js";
import { putAt } from "../json/path.js";
import type { Field, Shape } from "../contract/compile-contract.js";

/**
 * The envelope of an error: JSON-safe, keys in the order of the schema, and conforming to it whatever has become of the
 * error since it was made: a field that the schema would reject falls back as if nobody had given it. Never throws.
 */
export function filledEnvelope(shape: Shape, error: object): object {
  // Most fields of most errors are null, as they are in the template.
  const envelope: Record<string, unknown> = { ...shape.template };
  for (const field of shape.fields) {
    const value = safeValue(field, error);
    const kept = value !== undefined && field.accepts(value) ? value : replacement(shape, field, error);
    if (kept === undefined || (kept === null && envelope[field.name] === null)) continue;
    if (field.parts.length === 1) envelope[field.name] = kept;
    else putAt(envelope, field.parts, kept);
  }
  return envelope;
}

/** The `toEnvelope` of every class built here: one that answers for any error. */
const reliable = new WeakSet<object>();

/** Marks a `toEnvelope` that is {@link filledEnvelope}. */
export function setReliable(toEnvelope: object): void {
  reliable.add(toEnvelope);
}

/** Whether an error answers for its envelope by {@link filledEnvelope}. Never throws. */
export function hasReliableEnvelope(error: object): boolean {
  const method = readable(error, "toEnvelope");
  return typeof method === "function" && reliable.has(method);
}

/**
 * What an error's own `toEnvelope` answers, where that is an object that JSON can hold; `undefined` where it throws or
 * answers anything else. Never throws.
 */
export function answeredEnvelope(error: { toEnvelope(): object }): object | undefined {
  try {
    const envelope = error.toEnvelope();
    // A string is what is needed of it, so no other check would do.
    return (JSON.stringify(envelope) as string | undefined)?.startsWith("{") === true ? envelope : undefined;
  } catch {
    // The caller fills an envelope of its own.
    return undefined;
  }
}

function safeValue({ part, name, unset }: Field, error: object): JSONValue | undefined {
  if (part === "constant") return unset;
  const value = readable(error, part === "cause" ? "cause" : name);
  if (part === "cause") return normalisedCause(value);
  if (typeof value === "string") return safeText(value);
  return value === undefined || value === null ? value : toJSONSafe(value);
}

function replacement(shape: Shape, field: Field, error: object): JSONValue | undefined {
  if (!field.required) return undefined;
  if (field.part === "code") return shape.fallback.unknown;
  if (field.part === "timestamp") return shape.now();
  if (field.part !== "message") return field.unset;
  const code = readable(error, shape.code.name);
  const details = shape.details && readable(error, shape.details.name);
  return shape.messageOf(code, details) ?? shape.messageOf(shape.fallback.unknown, details);
}
