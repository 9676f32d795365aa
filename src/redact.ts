import { readOptions } from "./error/refusal.js";
import type { JSONObject } from "./json/json-value.js";
import { createRedaction, redactionChecks, type RedactOptions } from "./json/redaction.js";
import { secretKeys, secretValues } from "./json/secrets.js";

export type { RedactOptions } from "./json/redaction.js";
export { secretKeys, secretValues } from "./json/secrets.js";

/**
 * Creates the function for the option `redact` of the boundary. With options, only the given keys and values are
 * secrets.
 *
 * @throws TypeError naming the option that is unknown or wrong.
 */
export function createRedactor(
  options: RedactOptions = { keys: secretKeys, values: secretValues },
): (envelope: JSONObject) => JSONObject {
  const redact = createRedaction(readOptions("createRedactor", options, redactionChecks));
  return (envelope) => redact(envelope).value;
}
