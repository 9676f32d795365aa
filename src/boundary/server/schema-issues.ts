import { checkAgainstSchema } from "../../contract/schema.js";
import type { JSONSchema } from "../../contract/contract-data.js";
import { hasFunctions, isFunction, readMember, tryTo } from "../../json/read.js";
import { toSafeText } from "../../json/to-json-safe.js";
import { toPath, type Segment } from "../../libraries/validation.js";

export interface RefusedField {
  readonly name: string;
  readonly problem: string;
}

export interface SchemaIssues {
  readonly fields: readonly RefusedField[];
  readonly isAbsent: boolean;
}

const mostFields = 20;

/** Takes Standard Schema, also the SDK's JSON Schema, and earlier zod. Throws the error of a schema that fails. */
export async function listIssues(schema: unknown, value: unknown): Promise<SchemaIssues | undefined> {
  const located = locate(await readIssues(schema, value), value);
  if (!located || located.fields.some(({ name }) => name !== "")) return located;
  const exact = checkJSONSchema(schema, value);
  return exact.length > 0 ? toIssues(exact) : located;
}

export function locate(issues: unknown, value: unknown): SchemaIssues | undefined {
  if (!Array.isArray(issues) || issues.length === 0) return undefined;
  const located = issues.slice(0, mostFields).map((issue: unknown) => {
    const [path, problem] = [toPath(readMember(issue, "path")), readMember(issue, "message")];
    return { path, problem: typeof problem === "string" && problem !== "" ? toSafeText(problem) : "Invalid" };
  });
  return {
    fields: located.map(({ path, problem }) => ({ name: toSafeText(joinPath(path)), problem })),
    isAbsent: located.every(({ path }) => path.length > 0 && readPath(value, path) === undefined),
  };
}

async function readIssues(schema: unknown, value: unknown): Promise<unknown> {
  const standard = readMember(schema, "~standard");
  if (hasFunctions(standard, "validate")) {
    return readMember(await (schema as StandardSchema)["~standard"].validate(value), "issues");
  }
  if (!hasFunctions(schema, "safeParseAsync")) return undefined;
  return readMember(readMember(await (schema as ZodSchema).safeParseAsync(value), "error"), "issues");
}

export interface StandardSchema {
  readonly "~standard": { validate(value: unknown): unknown };
}

interface ZodSchema {
  safeParseAsync(value: unknown): unknown;
}

/** The SDK's validators of JSON Schema say in one sentence what is wrong, without a path. */
function checkJSONSchema(schema: unknown, value: unknown): readonly RefusedField[] {
  const json = readMember(readMember(schema, "~standard"), "jsonSchema");
  const read = readMember(json, "input");
  if (!isFunction(read)) return [];
  return tryTo(() => listProblems((read as () => JSONSchema)(), value)) ?? [];
}

/** What our check would misread, as JSON. */
const unread = /"(?:\$(?:dynamicR|r)ef|patternProperties|prefixItems|nullable)":|"items":\[/;

/** Says by fields what a JSON Schema refuses of a value; in the given words, where that is more than we can check. */
export function explainJSONSchema(
  { schema, text }: { readonly schema: object; readonly text: string },
  value: unknown,
  words: string,
): SchemaIssues {
  const known = unread.test(text) ? [] : listProblems(schema, value);
  const fields = known.length > 0 ? known : [{ name: "", problem: toSafeText(words) }];
  return toIssues(fields);
}

const toIssues = (fields: readonly RefusedField[]): SchemaIssues => ({
  fields,
  isAbsent: fields.every(({ problem }) => problem === "missing"),
});

function listProblems(schema: JSONSchema, value: unknown): readonly RefusedField[] {
  const problems = checkAgainstSchema(schema, value, "input");
  return problems.slice(0, mostFields).map((line) => {
    const [, name = "", problem = line] = /^input\.?(.*?): (.*)$/su.exec(line) ?? [];
    return { name, problem };
  });
}

export function joinPath(path: readonly Segment[]): string {
  return path.reduce<string>(
    (joined, segment) =>
      typeof segment === "number" ? `${joined}[${segment}]` : joined === "" ? segment : `${joined}.${segment}`,
    "",
  );
}

export const readPath = (value: unknown, path: readonly Segment[]): unknown =>
  path.reduce<unknown>((inner, segment) => readMember(inner, String(segment)), value);
