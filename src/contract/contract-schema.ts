import { conditionStatuses } from "./condition-statuses.js";
import type { JSONSchema } from "./contract-data.js";

const word = { type: "string", minLength: 1 } as const;
const words = { type: "array", items: word } as const;
const texts = { type: "object", additionalProperties: { type: "string" } } as const;
const status = { type: "integer", minimum: 100, maximum: 599 } as const;
const anyObject = { type: "object" } as const;

const codeEntrySchema = {
  type: "object",
  required: ["meaning", "section", "condition"],
  additionalProperties: false,
  properties: {
    value: { type: "integer" },
    meaning: word,
    category: word,
    kind: { enum: ["error", "warning"] },
    section: word,
    condition: { enum: Object.keys(conditionStatuses) },
    http: { type: "array", minItems: 1, items: status },
    retryable: { type: "boolean" },
    recovery: word,
    message: word,
    wordings: texts,
    placeholders: texts,
    details: { type: "object", additionalProperties: anyObject },
    shows: words,
    foreign: word,
  },
} as const satisfies JSONSchema;

const categorySchema = {
  type: "object",
  required: ["meaning", "condition", "http"],
  additionalProperties: false,
  properties: {
    meaning: word,
    condition: { enum: Object.keys(conditionStatuses) },
    http: { type: "array", items: { anyOf: [status, { type: "array", minItems: 2, items: status }] } },
  },
} as const satisfies JSONSchema;

const factorySchema = {
  type: "object",
  required: ["name", "purpose", "positional", "reads"],
  additionalProperties: false,
  properties: {
    name: word,
    purpose: { enum: ["failure", "invariant", "startup", "unknown", "construct", "warning"] },
    positional: words,
    optional: words,
    reads: words,
    fixed: texts,
    defaults: texts,
  },
} as const satisfies JSONSchema;

/** The shape of ContractData, apart from the schemas in it, which describe themselves. */
export const contractSchema = {
  type: "object",
  required: [
    "name",
    "version",
    "schemaId",
    "registry",
    "codes",
    "fallback",
    "fields",
    "envelopes",
    "context",
    "message",
    "delivery",
    "vocabulary",
  ],
  additionalProperties: false,
  properties: {
    name: { type: "string", pattern: "^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$" },
    extends: words,
    version: word,
    schemaId: word,
    registry: { enum: ["closed", "open"] },
    codePattern: word,
    categories: { type: "object", additionalProperties: categorySchema },
    codes: { type: "object", additionalProperties: codeEntrySchema },
    fallback: {
      type: "object",
      required: ["construct", "unknown"],
      additionalProperties: false,
      properties: { construct: word, unknown: word },
    },
    byCondition: {
      type: "object",
      additionalProperties: false,
      properties: Object.fromEntries(Object.keys(conditionStatuses).map((condition) => [condition, word])),
    },
    foreign: {
      type: "object",
      additionalProperties: false,
      properties: { message: { enum: ["kept", "hidden"] }, isClassified: { type: "boolean" }, codes: texts },
    },
    fields: {
      type: "object",
      required: ["code", "message"],
      additionalProperties: false,
      properties: {
        code: word,
        message: word,
        cause: word,
        details: word,
        tool: word,
        invariant: word,
        timestamp: word,
        stack: word,
        discriminant: {
          type: "object",
          required: ["path", "value"],
          additionalProperties: false,
          properties: { path: word, value: { type: ["string", "number", "boolean", "null"] } },
        },
      },
    },
    envelopes: {
      type: "object",
      required: ["failure"],
      additionalProperties: false,
      properties: { failure: anyObject, http: anyObject, success: anyObject, batch: anyObject, response: anyObject },
    },
    context: {
      type: "object",
      additionalProperties: {
        type: "object",
        required: ["meaning", "default"],
        additionalProperties: false,
        properties: { meaning: word, default: { type: ["string", "null"] } },
      },
    },
    message: { enum: ["free", "literal", "template"] },
    delivery: { enum: ["throw", "return", "return-json", "protocol"] },
    resultEnvelope: { enum: ["_meta", "text", "alone"] },
    vocabulary: {
      type: "object",
      required: ["module", "errorClass", "codes", "factories", "boundary"],
      additionalProperties: false,
      properties: {
        module: word,
        errorClass: word,
        codes: word,
        factories: { type: "array", items: factorySchema },
        boundary: word,
      },
    },
    legacy: {
      type: "object",
      required: ["fields", "codes"],
      additionalProperties: false,
      properties: {
        fields: {
          type: "object",
          additionalProperties: {
            type: "object",
            required: ["from"],
            additionalProperties: false,
            properties: { from: word, lowerCase: { type: "boolean" } },
          },
        },
        codes: texts,
      },
    },
  },
} as const satisfies JSONSchema;
