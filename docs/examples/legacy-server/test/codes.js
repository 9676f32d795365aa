import assert from "node:assert/strict";

// What the server said before its errors were migrated, by the code that it says now. A failure that had no code was
// INTERNAL_ERROR to its client.
const FORMERLY = {
  POLICY_VIOLATION: ["WRITE_REJECTED"],
  UNAUTHORIZED_ACTION: ["BYPASS_ATTEMPT"],
  PREFLIGHT_FAILED: ["PREFLIGHT_FAILURE"],
  BOOTSTRAP_FAILURE: ["BOOTSTRAP_SECRET_MISSING"],
  INVALID_INPUT_TYPE: ["INTERNAL_ERROR"],
  INVALID_INPUT_FORMAT: ["INTERNAL_ERROR"],
  MISSING_REQUIRED_FIELD: ["INTERNAL_ERROR"],
  FILE_NOT_FOUND: ["INTERNAL_ERROR"],
  FILE_READ_FAILED: ["INTERNAL_ERROR"],
  PATH_NOT_FOUND: ["INTERNAL_ERROR"],
};

/**
 * The code in the text of a failure: `[CODE] message`, `CODE: message`, a bare code, or a JSON object that holds one.
 * INTERNAL_ERROR is the answer only where nothing more precise follows it.
 *
 * @param {string} text
 * @returns {string | undefined}
 */
export function codeIn(text) {
  if (text.startsWith("{")) {
    const { error_code, human_message, error } = JSON.parse(text);
    return codeIn(error_code ? `[${error_code}] ${human_message}` : String(error));
  }
  const codes = [];
  let rest = text;
  for (;;) {
    const match = /^\s*(?:\[([A-Z][A-Z0-9_]*)\]|([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?::|$))/.exec(rest);
    if (!match) break;
    codes.push(match[1] ?? match[2]);
    rest = rest.slice(match[0].length);
  }
  return codes.find((code) => code !== "INTERNAL_ERROR") ?? codes[0];
}

/** @param {any} result */
export function codeOf(result) {
  return codeIn(result.content[0].text);
}

/**
 * @param {any} result
 * @param {string} code
 */
export function assertFails(result, code) {
  const text = result.content[0].text;
  assert.ok(result.isError || JSON.parse(text).ok === false, `succeeded: ${text}`);
  assertCode(text, code);
}

/**
 * @param {string} text
 * @param {string} code
 */
export function assertCode(text, code) {
  const accepted = [code, ...(FORMERLY[code] ?? [])];
  assert.ok(accepted.includes(codeIn(text)), `expected ${accepted.join(" or ")}: ${text}`);
}

/**
 * For failures that have no code of their own yet.
 *
 * @param {any} result
 * @param {RegExp} message
 */
export function assertRefused(result, message) {
  assert.ok(result.isError, `succeeded: ${result.content[0].text}`);
  assert.match(result.content[0].text, message);
}

/** @param {any} result */
export function dataOf(result) {
  assert.ok(!result.isError, `failed: ${result.content[0].text}`);
  return JSON.parse(result.content[0].text);
}
