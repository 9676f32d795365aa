import { createDetailsSchema, findEntry } from "../../contract/codes.js";
import type { CodeEntry } from "../../contract/contract-data.js";
import type { DetailsOf } from "../../contract/infer-factories.js";
import { renderMessage } from "../../contract/message-template.js";
import { checkAgainstSchema } from "../../contract/schema.js";
import { createRefusal, readOptions } from "../../error/refusal.js";
import type { JSONObject } from "../../json/json-value.js";
import { readMember } from "../../json/read.js";
import { jsonLimits, stringify, toJSONSafe } from "../../json/to-json-safe.js";
import { mcpAql, type McpAqlContract } from "./contract.js";

type Codes = McpAqlContract["codes"];

/** A code that stands beside a success. */
export type AqlWarningCode = {
  [Name in keyof Codes]: Codes[Name] extends { readonly kind: "warning" } ? Name : never;
}[keyof Codes];

/** An item of the `warnings` of a success. */
export interface AqlWarning {
  readonly code: AqlWarningCode;
  readonly message: string;
  readonly details?: JSONObject;
}

/** `{ success: true, data, warnings? }`, specification 004 section 5.8. */
export interface AqlSuccess<T> {
  readonly success: true;
  readonly data: T;
  readonly warnings?: readonly AqlWarning[];
}

/** Creates a warning for {@link aqlSuccess} (specification 004 section 5.8). Wrong arguments are a TypeError. */
export function aqlWarning<Code extends AqlWarningCode>(
  code: Code,
  details: DetailsOf<McpAqlContract, Code>,
  options: { readonly message?: string | undefined } = {},
): AqlWarning {
  const entry = getWarning(code);
  const safe = toJSONSafe(details);
  const [problem] = checkAgainstSchema(createDetailsSchema(entry) ?? {}, safe, "details");
  if (problem !== undefined) throw createRefusal(`aqlWarning: ${problem}`, undefined);
  const { message } = readOptions<typeof options>("aqlWarning", options, {
    message: { expected: "a text", fits: (value) => typeof value === "string" },
  });
  return { code, message: message ?? renderMessage(entry, safe) ?? entry.meaning, details: safe as JSONObject };
}

function getWarning(code: unknown): CodeEntry {
  const entry = findEntry(mcpAql, code);
  if (entry?.kind === "warning") return entry;
  throw createRefusal(
    `INVALID_ERROR_CODE: ${stringify(code, { ...jsonLimits, text: 60 })} is no warning of mcp-aql`,
    undefined,
  );
}

type AqlData<T> = Exclude<T, undefined> | (undefined extends T ? null : never);

/** Creates a success with its warnings (specification 004 section 5.8). The code of an error is a TypeError. */
export function aqlSuccess<T>(data: T, warnings: readonly AqlWarning[] = []): AqlSuccess<AqlData<T>> {
  for (const warning of warnings) getWarning(readMember(warning, "code"));
  const held = (data ?? null) as AqlData<T>;
  return { success: true, data: held, ...(warnings.length > 0 && { warnings }) };
}
