import { matchesSchema } from "../../contract/schema.js";
import { isObject, isRecord } from "../../json/read.js";

/** Returns whether content fits as a client finds it. A schema that says more than is checked here may refuse it. */
export const fitsOutput = (schema: object, structuredContent: unknown): boolean =>
  isChecked(schema) && matchesSchema(schema, structuredContent);

/** The keywords of JSON Schema that are checked: those whose values are schemas themselves, and the others. */
const inner: ReadonlySet<string> = new Set(["items", "additionalProperties", "properties", "anyOf"]);
const plain: ReadonlySet<string> = new Set([
  ...["$schema", "$id", "title", "description", "default", "examples"],
  ...["type", "enum", "const", "minLength", "pattern", "minimum", "maximum", "minItems", "required"],
]);

function isChecked(schema: unknown): boolean {
  if (!isRecord(schema)) return typeof schema === "boolean";
  return Object.entries(schema).every(([keyword, value]) => {
    if (!inner.has(keyword)) return plain.has(keyword);
    const isOfSeveral = keyword === "properties" || keyword === "anyOf";
    return isOfSeveral && isObject(value) ? Object.values(value).every(isChecked) : isChecked(value);
  });
}
