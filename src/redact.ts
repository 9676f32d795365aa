import { readOptions } from "./error/refusal.js";
import type { JSONObject } from "./json/json-value.js";
import { createRedaction, redactionRows, type RedactOptions } from "./json/redaction.js";
import { secretKeys, secretValues } from "./json/secrets.js";

export type { RedactOptions } from "./json/redaction.js";
export { secretKeys, secretValues } from "./json/secrets.js";

/**
 * Creates the function for the option `redact` of the boundary. With options, only the given keys and values are
 * secrets.
 *
 * @throws TypeError naming the option that is unknown or wrong.
 * @example
 * ```js
 * import { createRedactor } from "error-contract/redact";
 *
 * const redact = createRedactor();
 * console.log(redact({ details: { password: "open sesame" } })); // { details: { password: '[Redacted]' } }
 * ```
 */
export function createRedactor(
  options: RedactOptions = { keys: secretKeys, values: secretValues },
): (envelope: JSONObject) => JSONObject {
  const redact = createRedaction(readOptions<RedactOptions>("createRedactor", options, redactionRows));
  return (envelope) => redact(envelope).value;
}
