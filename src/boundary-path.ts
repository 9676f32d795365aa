import type { JSONObject, JSONValue } from "./json.js";

/** The value at a path below an envelope; `undefined` where there is none. */
export function valueAt(envelope: JSONObject, parts: readonly string[]): JSONValue | undefined {
  let value: JSONValue | undefined = envelope;
  for (const part of parts) value = ownMember(value, part);
  return value;
}

/** Puts a value at a path, with the objects around it. */
export function putAt(envelope: Record<string, JSONValue>, parts: readonly string[], value: JSONValue): void {
  let target = envelope;
  for (const part of parts.slice(0, -1)) target = (target[part] ??= {}) as Record<string, JSONValue>;
  target[parts.at(-1)!] = value;
}

function ownMember(value: JSONValue | undefined, name: string): JSONValue | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as JSONObject)[name];
}
