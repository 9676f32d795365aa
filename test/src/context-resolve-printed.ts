// What specification 000 prints, for the tests of its contract.
/** The schema as specification 000 prints it. */
export const published = String.raw`{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://context.dev/schemas/mcp/error-v0.json",
  "title": "MCP Error Response v0",
  "type": "object",
  "required": ["error"],
  "additionalProperties": false,

  "properties": {
    "error": {
      "type": "object",
      "required": ["code", "message"],
      "additionalProperties": false,

      "properties": {
        "code": {
          "type": "string",
          "enum": [
            "cache_missing",
            "cache_invalid",
            "invalid_query",
            "invalid_budget",
            "io_error",
            "internal_error"
          ]
        },
        "message": {
          "type": "string",
          "minLength": 1
        }
      }
    }
  }
}`;

/** The messages of the codes. */
export const canonical = {
  cache_missing: "Cache does not exist",
  cache_invalid: "Cache exists but is invalid",
  invalid_query: "Query is invalid",
  invalid_budget: "Budget is invalid",
  io_error: "I/O error occurred",
  internal_error: "Internal error",
} as const;
