import type { JSONObject } from "./json/json-value.js";
import { createRedaction, type RedactOptions } from "./json/redaction.js";
import { secretKeys, secretValues } from "./json/secrets.js";

export type { RedactOptions } from "./json/redaction.js";
export { secretKeys, secretValues } from "./json/secrets.js";

/**
 * Creates the function for the option `redact` of the boundary: it returns a copy of an envelope in which secrets are
 * `[Redacted]`. With options, only the given keys and values are secrets.
 *
 * @throws TypeError when a key is neither a name nor a regular expression, or a value is no regular expression.
 *
 * @example
 * wrapHandler(search, { tool_name: "search", redact: createRedactor() });
 */
export function createRedactor(
  options: RedactOptions = { keys: secretKeys, values: secretValues },
): (envelope: JSONObject) => JSONObject {
  const { keys = [], values = [] } = options;
  if (!keys.every((key) => typeof key === "string" || isPattern(key))) {
    throw new TypeError("createRedactor: keys: expected names and regular expressions");
  }
  if (!values.every(isPattern)) throw new TypeError("createRedactor: values: expected regular expressions");
  const redact = createRedaction({ keys, values });
  return (envelope) => redact(envelope).value;
}

const isPattern = (value: unknown): value is RegExp => value instanceof RegExp;
