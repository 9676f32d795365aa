import { toJSONSafe, type JSONObject, type JSONValue } from "../json/to-json-safe.js";

/**
 * A cause as the envelope holds it (specification 001 sections 1 and 3): null where there is none, strings as they are,
 * an error as `{ message, code, name }`, other objects as JSON-safe copies. Every other primitive becomes a string, and an
 * array its JSON text. Never throws.
 */
export function normalisedCause(cause: unknown): string | JSONObject | null {
  if (cause === undefined || cause === null) return null;
  const safe = toJSONSafe(cause);
  if (safe === null || typeof safe === "string") return safe;
  return isObject(safe) ? safe : JSON.stringify(safe);
}

function isObject(value: JSONValue): value is JSONObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
