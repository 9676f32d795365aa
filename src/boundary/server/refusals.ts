import { findCodeByCondition } from "../../contract/codes.js";
import type { Condition } from "../../contract/condition-statuses.js";
import { isObject, readMember } from "../../json/read.js";
import type { Boundary } from "../boundary.js";
import { createError } from "../create-error.js";
import { toURL, type Registered, type Registry } from "./registries.js";
import { listIssues, type RefusedField, type SchemaIssues } from "./schema-issues.js";

export interface Refusal {
  readonly condition: Condition;
  readonly message: string;
  readonly fields?: readonly RefusedField[];
  readonly isInput?: boolean;
}

/** @throws the error of a schema that fails itself. */
export async function explainRefusedRequest(
  { noun, absent, schema, readName }: Registry,
  item: Registered | undefined,
  params: unknown,
): Promise<Refusal | undefined> {
  const name = readName(params);
  if (typeof name !== "string") return undefined;
  if (!item) {
    const isUnreadable = noun === "resource" && toURL(name) === undefined;
    return isUnreadable
      ? explainInput({ fields: [{ name: "uri", problem: "Not a URI" }], isAbsent: false })
      : { condition: absent, message: `There is no ${noun} ${JSON.stringify(name)}` };
  }
  if (item.enabled === false) {
    return { condition: absent, message: `The ${noun} ${JSON.stringify(name)} is disabled` };
  }
  const issues =
    schema && item[schema] ? await listIssues(item[schema], readMember(params, "arguments") ?? {}) : undefined;
  return issues && explainInput(issues);
}

export function explainInput({ fields, isAbsent }: SchemaIssues): Refusal {
  return {
    condition: isAbsent ? "missing_input" : "invalid_input",
    message: listFields(fields),
    fields,
    isInput: true,
  };
}

export async function explainRefusedResult(schema: unknown, result: unknown): Promise<Refusal | undefined> {
  const structuredContent = readMember(result, "structuredContent");
  if (schema && structuredContent === undefined) return noOutput;
  const issues = schema ? await listIssues(schema, structuredContent) : undefined;
  return (
    issues && {
      condition: "internal",
      message: `The result of the tool does not fit its output schema: ${listFields(issues.fields)}`,
      fields: issues.fields,
    }
  );
}

const noOutput: Refusal = {
  condition: "internal",
  message: "The tool has an output schema, and its result has no structured content",
};

export const listFields = (fields: readonly RefusedField[]): string =>
  fields.map(({ name, problem }) => (name === "" ? problem : `${name}: ${problem}`)).join("; ");

/** Other codes for a condition, where a contract has none of its own for it. */
const nearest: Readonly<Partial<Record<Condition, readonly Condition[]>>> = {
  missing_input: ["invalid_input"],
  unknown_operation: ["not_found", "invalid_input"],
  not_found: ["invalid_input"],
};

export function getRefusalCode({ compiled }: Boundary, { condition }: Refusal): string | number | undefined {
  return [condition, ...(nearest[condition] ?? [])]
    .map((each) => findCodeByCondition(compiled.contract, each))
    .find((code) => code !== undefined);
}

export function createRefusalError(boundary: Boundary, refusal: Refusal, cause: unknown): Error {
  const { errorClass, compiled } = boundary;
  const { message, fields, isInput = false } = refusal;
  const code = getRefusalCode(boundary, refusal);
  const known = { [compiled.code.name]: code, [compiled.message.name]: message, cause };
  const named = isInput ? compiled.fields.find(({ part }) => part === "refused")?.name : undefined;
  const attempts = [
    ...(fields && named !== undefined ? [{ [named]: fields }] : []),
    ...(fields && compiled.details ? [{ [compiled.details.name]: { fields } }] : []),
    {},
  ];
  const errors = code === undefined ? [] : attempts.map((more) => createError(errorClass, { ...known, ...more }));
  const complete = errors.find((error) => error !== undefined);
  if (complete) return complete;

  const incomplete = new Error(message, isObject(cause) ? { cause } : undefined);
  if (code !== undefined) codes.set(incomplete, code);
  return incomplete;
}

const codes = /* @__PURE__ */ new WeakMap<object, string | number>();

export function withRefusals(boundary: Boundary): Boundary {
  const { classify } = boundary;
  return { ...boundary, classify: (thrown) => codes.get(thrown as object) ?? classify?.(thrown) };
}
