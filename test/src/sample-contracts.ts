import { defineContract } from "error-contract";

/** A contract with a nested envelope, a discriminant, a warning and a details object. */
export const nested = defineContract({
  name: "nested",
  version: "1.0.0",
  schemaId: "urn:error-contract:nested:1.0.0",
  registry: "closed",
  codes: {
    MISSING_PARAM: { meaning: "A parameter is missing", section: "1", condition: "missing_input" },
    NOT_THERE: { meaning: "Nothing there", message: "There is nothing", section: "1", condition: "not_found" },
    NEARLY_SPENT: { meaning: "The quota is nearly spent", kind: "warning", section: "1", condition: "rate_limited" },
  },
  fallback: { construct: "NOT_THERE", unknown: "NOT_THERE" },
  fields: {
    code: "error.code",
    message: "error.message",
    details: "error.details",
    discriminant: { path: "success", value: false },
  },
  envelopes: {
    failure: {
      type: "object",
      required: ["success", "error"],
      additionalProperties: false,
      properties: {
        success: { const: false },
        error: {
          type: "object",
          required: ["code", "message"],
          additionalProperties: false,
          properties: {
            code: { type: "string" },
            message: { type: "string", minLength: 1 },
            details: { type: "object" },
          },
        },
      },
    },
  },
  context: {},
  message: "free",
  delivery: "return",
  vocabulary: {
    module: "./nested.js",
    errorClass: "NestedError",
    codes: "NESTED_CODES",
    factories: [
      {
        name: "NestedError.missing",
        purpose: "failure",
        positional: ["details"],
        reads: ["message"],
        fixed: { code: "MISSING_PARAM" },
      },
    ],
    boundary: "wrapHandler",
  },
});

/** A contract whose codes are numbers on the wire. */
export const numeric = defineContract({
  name: "numeric",
  version: "1.0.0",
  schemaId: "urn:error-contract:numeric:1.0.0",
  registry: "open",
  codes: {
    InvalidParams: { value: -32602, meaning: "Invalid parameters", section: "1", condition: "invalid_input" },
    InternalError: { value: -32603, meaning: "Internal error", section: "1", condition: "internal" },
  },
  fallback: { construct: "InternalError", unknown: "InternalError" },
  fields: { code: "code", message: "message", details: "data" },
  envelopes: {
    failure: {
      type: "object",
      required: ["code", "message"],
      additionalProperties: false,
      properties: { code: { type: "integer" }, message: { type: "string" }, data: {} },
    },
  },
  context: {},
  message: "free",
  delivery: "protocol",
  vocabulary: {
    module: "./numeric.js",
    errorClass: "NumericError",
    codes: "NUMERIC_CODES",
    factories: [],
    boundary: "wrapHandler",
  },
});

/**
 * A contract whose factory is a function, with details for each code, messages from templates, and a hidden message.
 */
export const detailed = defineContract({
  ...nested,
  name: "detailed",
  schemaId: "urn:error-contract:detailed:1.0.0",
  codes: {
    MISSING_PARAM: {
      meaning: "A parameter is missing",
      section: "1",
      condition: "missing_input",
      message: "Missing '{param}' in {op}",
      placeholders: { op: "operation" },
      details: { param: { type: "string" }, operation: { type: "string" }, value: { optional: true } },
    },
    UNKNOWN_PARAMS: {
      meaning: "Parameters that nobody knows",
      section: "1",
      condition: "invalid_input",
      message: "Unknown: {names}",
      details: { names: { type: "array", items: { type: "string" } } },
    },
    FAULT: {
      meaning: "A fault",
      section: "1",
      condition: "internal",
      details: { http_status: { type: "number", optional: true } },
    },
    OTHER: { meaning: "Anything else", section: "1", condition: "conflict" },
  },
  fallback: { construct: "FAULT", unknown: "FAULT" },
  foreign: { message: "hidden", isClassified: true },
  message: "template",
  vocabulary: {
    ...nested.vocabulary,
    errorClass: "DetailedError",
    factories: [
      {
        name: "detailedError",
        purpose: "failure",
        positional: ["code", "details"],
        optional: ["details"],
        reads: ["message", "cause"],
      },
      {
        name: "told",
        purpose: "failure",
        positional: ["code", "message"],
        optional: ["message"],
        reads: ["details", "cause"],
      },
    ],
  },
});

/** A contract whose messages are literal. */
export const literal = defineContract({
  ...nested,
  name: "literal",
  schemaId: "urn:error-contract:literal:1.0.0",
  message: "literal",
  vocabulary: {
    ...nested.vocabulary,
    errorClass: "LiteralError",
    factories: [
      {
        name: "literalError",
        purpose: "failure",
        positional: ["code", "message"],
        optional: ["message"],
        reads: ["cause"],
      },
    ],
  },
});
