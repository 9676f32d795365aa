/** @typedef {import("@modelcontextprotocol/sdk/types.js").CallToolResult} CallToolResult */

/**
 * @param {string} text
 * @returns {CallToolResult}
 */
export function textResult(text) {
  return { content: [{ type: "text", text }] };
}

/**
 * @param {unknown} value
 * @returns {CallToolResult}
 */
export function jsonResult(value) {
  return textResult(JSON.stringify(value, null, 2));
}
