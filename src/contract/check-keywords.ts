import type { JSONSchema } from "./contract-data.js";
import { schemaProblems } from "./schema.js";

const typeNames = ["string", "number", "integer", "boolean", "null", "object", "array"] as const;
const text = { type: "string" } as const;
const scalar = { type: ["string", "number", "boolean", "null"] } as const;

/** What each keyword of a schema takes, except those that hold schemas themselves. */
const keywordSchemas: Readonly<Record<string, JSONSchema>> = {
  $schema: text,
  $id: text,
  title: text,
  description: text,
  properties: { type: "object" },
  type: { type: ["string", "array"], minItems: 1, items: { enum: typeNames } },
  enum: { type: "array", minItems: 1, items: scalar },
  const: scalar,
  minLength: { type: "integer", minimum: 0 },
  pattern: text,
  minimum: { type: "number" },
  maximum: { type: "number" },
  minItems: { type: "integer", minimum: 0 },
  required: { type: "array", items: text },
  anyOf: { type: "array", minItems: 1 },
  // A detail of a code may be left out; the keyword stands in code entries only.
  optional: { type: "boolean" },
};

/** What in a schema the envelope check does not understand, each line beginning with the path. Never throws. */
export function keywordProblems(schema: unknown, path: string): readonly string[] {
  if (!isObject(schema)) return [`${path}: expected a schema object`];
  return Object.entries(schema).flatMap(([keyword, value]): readonly string[] => {
    const where = `${path}.${keyword}`;
    if (keyword === "properties" && isObject(value)) {
      return Object.entries(value).flatMap(([name, member]) => keywordProblems(member, `${where}.${name}`));
    }
    if (keyword === "items" || (keyword === "additionalProperties" && typeof value !== "boolean")) {
      return keywordProblems(value, where);
    }
    if (keyword === "additionalProperties") return [];
    const expected = Object.hasOwn(keywordSchemas, keyword) && keywordSchemas[keyword];
    if (!expected) return [`${where}: the envelope check does not know this keyword`];
    const problems = schemaProblems(expected, value, where);
    if (problems.length > 0) return problems;
    if (keyword === "anyOf") {
      return (value as readonly unknown[]).flatMap((schema, index) => keywordProblems(schema, `${where}[${index}]`));
    }
    if (keyword === "type" && typeof value === "string") return schemaProblems({ enum: typeNames }, value, where);
    return keyword === "pattern" ? expressionProblems(String(value), where) : [];
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Why a text is no regular expression of JSON Schema's kind; empty when it is one. */
export function expressionProblems(source: string, path: string): readonly string[] {
  try {
    new RegExp(source, "u");
    return [];
  } catch (error) {
    return [`${path}: ${error instanceof Error ? error.message : "not a regular expression"}`];
  }
}
