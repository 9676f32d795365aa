import { conditionStatuses } from "./condition-statuses.js";
import { describeMap, describeObject, type JSONSchema } from "./contract-data.js";

const word: JSONSchema = { type: "string", minLength: 1 };
const words: JSONSchema = { type: "array", items: word };
const describeWords = (names: string): Record<string, JSONSchema> =>
  Object.fromEntries(names.split(" ").map((name) => [name, word]));
const text: JSONSchema = { type: "string" };
const texts = describeMap(text);
const boolean: JSONSchema = { type: "boolean" };
const status: JSONSchema = { type: "integer", minimum: 100, maximum: 599 };
const scalar: JSONSchema = { type: ["string", "number", "boolean", "null"] };
const count: JSONSchema = { type: "integer", minimum: 0 };
const typeName: JSONSchema = {
  type: "string",
  enum: ["string", "number", "integer", "boolean", "null", "object", "array"],
};

const keywords: Record<string, JSONSchema> = {
  ...Object.fromEntries(["$schema", "$id", "title", "description", "pattern"].map((name) => [name, text])),
  type: { anyOf: [typeName, { type: "array", minItems: 1, items: typeName }] },
  enum: { type: "array", minItems: 1, items: scalar },
  const: scalar,
  minLength: count,
  minimum: { type: "number" },
  maximum: { type: "number" },
  minItems: count,
  required: { type: "array", items: text },
  // A detail of a code may be left out.
  optional: boolean,
};

const schemaSchema = describeObject([], keywords);
Object.assign(keywords, {
  items: schemaSchema,
  properties: describeMap(schemaSchema),
  additionalProperties: { anyOf: [boolean, schemaSchema] },
  anyOf: { type: "array", minItems: 1, items: schemaSchema },
});

const conditionNames = Object.keys(conditionStatuses);

const codeEntrySchema = describeObject(["meaning", "section", "condition"], {
  ...describeWords("meaning category section recovery message foreign"),
  value: { type: "integer" },
  kind: { enum: ["error", "warning"] },
  condition: { enum: conditionNames },
  http: { type: "array", minItems: 1, items: status },
  retryable: boolean,
  wordings: texts,
  placeholders: texts,
  details: describeMap(schemaSchema),
  shows: words,
});

const categorySchema = describeObject(["meaning", "condition", "http"], {
  meaning: word,
  condition: { enum: conditionNames },
  http: { type: "array", items: { anyOf: [status, { type: "array", minItems: 2, items: status }] } },
});

const factorySchema = describeObject(["name", "purpose", "positional", "reads"], {
  name: word,
  purpose: { enum: ["failure", "invariant", "startup", "unknown", "construct", "warning"] },
  positional: words,
  optional: words,
  reads: words,
  fixed: texts,
  defaults: texts,
});

const fieldsSchema = describeObject(["code", "message"], {
  ...describeWords("code message cause details tool invariant timestamp stack retryable retryAfter next refused"),
  discriminant: describeObject(["path", "value"], { path: word, value: scalar }),
});

const required =
  "name version schemaId registry codes fallback fields envelopes context message delivery vocabulary".split(" ");

export const contractSchema = describeObject(required, {
  name: { type: "string", pattern: "^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$" },
  ...describeWords("version schemaId codePattern"),
  extends: words,
  registry: { enum: ["closed", "open"] },
  categories: describeMap(categorySchema),
  codes: describeMap(codeEntrySchema),
  fallback: describeObject(["construct", "unknown"], { construct: word, unknown: word }),
  byCondition: describeObject([], Object.fromEntries(conditionNames.map((condition) => [condition, word]))),
  foreign: describeObject([], {
    message: { enum: ["kept", "hidden"] },
    isLogged: boolean,
    isClassified: boolean,
    codes: texts,
  }),
  fields: fieldsSchema,
  envelopes: describeObject(["failure"], {
    failure: schemaSchema,
    http: schemaSchema,
    success: schemaSchema,
    batch: schemaSchema,
    response: schemaSchema,
  }),
  context: describeMap(
    describeObject(["meaning", "default"], { meaning: word, default: { type: ["string", "null"] } }),
  ),
  message: { enum: ["free", "literal", "template"] },
  delivery: { enum: ["throw", "return", "return-json", "protocol"] },
  resultEnvelope: { enum: ["_meta", "text", "alone"] },
  vocabulary: describeObject(["module", "errorClass", "codes", "factories", "boundary"], {
    ...describeWords("module errorClass codes boundary"),
    factories: { type: "array", items: factorySchema },
  }),
  legacy: describeObject(["fields", "codes"], {
    classes: words,
    fields: describeMap(describeObject(["from"], { from: word, lowerCase: boolean })),
    codes: texts,
  }),
});
