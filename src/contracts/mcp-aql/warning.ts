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
  /** The code, one of those that are warnings. */
  readonly code: AqlWarningCode;
  /** The message: the template of the code, unless another one is given. */
  readonly message: string;
  /** The details of the code (specification 004 section 5.8). */
  readonly details?: JSONObject;
}

/** `{ success: true, data, warnings? }`, specification 004 section 5.8. */
export interface AqlSuccess<T> {
  /** Distinguishes a success from a failure. */
  readonly success: true;
  /** The result of the operation, as JSON. */
  readonly data: T;
  /** The warnings; left out where there are none. */
  readonly warnings?: readonly AqlWarning[];
}

/**
 * Creates a warning for {@link aqlSuccess} (specification 004 section 5.8).
 *
 * @throws TypeError for a code that is no warning, or details or a message of another form.
 * @example
 * ```js
 * import { aqlWarning } from "error-contract/mcp-aql";
 *
 * const quota = { metric: "calls", current: 81, warn_threshold: 80 };
 * console.log(aqlWarning("RATE_LIMIT_QUOTA_WARNING", quota).message); // Approaching quota limit
 * ```
 */
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

/**
 * Creates a success with its warnings (specification 004 section 5.8).
 *
 * @throws TypeError for the code of an error among the warnings.
 * @example
 * ```js
 * import { aqlSuccess } from "error-contract/mcp-aql";
 *
 * console.log(aqlSuccess({ saved: true })); // { success: true, data: { saved: true } }
 * ```
 */
export function aqlSuccess<T>(data: T, warnings: readonly AqlWarning[] = []): AqlSuccess<AqlData<T>> {
  for (const warning of warnings) getWarning(readMember(warning, "code"));
  const held = (data ?? null) as AqlData<T>;
  return { success: true, data: held, ...(warnings.length > 0 && { warnings }) };
}
