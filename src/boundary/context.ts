import type { Boundary } from "./options.js";
import { putAt, valueAt } from "../json/path.js";
import { readable, safeText, toJSONSafe, type JSONObject, type JSONValue } from "../json/to-json-safe.js";
import type { Field, Shape } from "../contract/compile-contract.js";

/**
 * What is known about a call beyond its error, best first: the tool's name, and what the session says at this moment. Never
 * throws.
 */
export function knownContext({ shape, tool, session }: Boundary, args: readonly unknown[]): readonly unknown[] {
  const field = toolField(shape);
  return [field && { [field.name]: tool }, currentSession(session, args)];
}

/**
 * The envelope with the context in it, where the error left it empty: absent, null, or the contract's default. What was set
 * stays, and so does the order of the keys. The envelope itself when there is nothing to fill in. Never throws.
 *
 * Specification 001 section 1: session fields are null only before a session.
 */
export function withContext(shape: Shape, envelope: JSONObject, known: readonly unknown[]): JSONObject {
  const found = new Map<Field, JSONValue>();
  for (const field of shape.fields) {
    if (!isContext(shape, field) || !isEmpty(shape, field, valueAt(envelope, field.parts))) continue;
    const value = known.map((source) => readable(source, field.name)).find((value) => isTold(field, value));
    if (value !== undefined) found.set(field, typeof value === "string" ? safeText(value) : toJSONSafe(value));
  }
  return found.size === 0 ? envelope : filledIn(shape, envelope, found);
}

function filledIn(shape: Shape, envelope: JSONObject, found: ReadonlyMap<Field, JSONValue>): JSONObject {
  const filled: Record<string, JSONValue> = {};
  for (const field of shape.fields) {
    const value = found.get(field) ?? valueAt(envelope, field.parts);
    if (value !== undefined) putAt(filled, field.parts, value);
  }
  return { ...filled, ...others(envelope, filled) };
}

/** What a contract's schema allows without naming it. */
function others(envelope: JSONObject, named: JSONObject): JSONObject {
  return Object.fromEntries(Object.entries(envelope).filter(([key]) => !Object.hasOwn(named, key)));
}

const isContext = (shape: Shape, field: Field): boolean =>
  Object.hasOwn(shape.contract.context, field.name) || field === toolField(shape);

function isEmpty({ contract }: Shape, field: Field, value: JSONValue | undefined): boolean {
  return value === undefined || value === null || value === contract.context[field.name]?.default;
}

function isTold(field: Field, value: unknown): boolean {
  try {
    return value !== undefined && value !== null && field.accepts(value);
  } catch {
    return false;
  }
}

function toolField({ contract, fields }: Shape): Field | undefined {
  const { tool } = contract.fields;
  return tool === undefined ? undefined : fields.find((field) => field.path === tool);
}

function currentSession(session: unknown, args: readonly unknown[]): unknown {
  try {
    return typeof session === "function" ? (Reflect.apply(session, undefined, args) as unknown) : session;
  } catch {
    // A failure without its session is still to be told.
    return undefined;
  }
}
