import type { JSONValue } from "./to-json-safe.js";

/**
 * What stands at a path below an envelope, by own members alone; `undefined` where nothing does. Never throws.
 *
 * @param path dotted, or its parts.
 */
export function valueAt(envelope: unknown, path: string | readonly string[]): JSONValue | undefined {
  const parts = typeof path === "string" ? path.split(".") : path;
  return parts.reduce(ownMember, envelope) as JSONValue | undefined;
}

/** Puts a value at a path, with the objects around it. */
export function putAt(envelope: Record<string, unknown>, parts: readonly string[], value: JSONValue): void {
  let target = envelope;
  for (const part of parts.slice(0, -1)) target = (target[part] ??= {}) as Record<string, unknown>;
  target[parts.at(-1)!] = value;
}

function ownMember(value: unknown, name: string): unknown {
  try {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    return (value as Readonly<Record<string, unknown>>)[name];
  } catch {
    return undefined;
  }
}
