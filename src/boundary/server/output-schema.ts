import { matchesSchema } from "../../contract/schema.js";
import { isObject, isRecord, readMember } from "../../json/read.js";
import type { RequestHandler } from "../options.js";

/** A list of tools may have no end. */
const mostPages = 20;

/**
 * Finds the output schema of a tool as the clients have it, in the list of the tools.
 *
 * @param listTools the handler of the list; what it throws, the search throws too.
 */
export async function findOutputSchema(listTools: RequestHandler, name: unknown, context: unknown): Promise<unknown> {
  let params: object = {};
  for (let page = 0; page < mostPages; page++) {
    const list = await listTools({ method: "tools/list", params }, context);
    const tools = readMember(list, "tools");
    const tool: unknown = Array.isArray(tools) ? tools.find((each) => readMember(each, "name") === name) : undefined;
    if (tool) return readMember(tool, "outputSchema");
    const cursor = readMember(list, "nextCursor");
    if (typeof cursor !== "string") break;
    params = { cursor };
  }
  return undefined;
}

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
