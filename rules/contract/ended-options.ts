// The options that `settings.errorContract.strictness` has taken the place of. They stop the lint with its name for one
// release, 0.1; after it this file goes, and ESLint refuses them as it does any unknown option.
import type { TSESLint } from "@typescript-eslint/utils";
import type { JSONSchema4, JSONSchema4ObjectSchema } from "@typescript-eslint/utils/json-schema";

type Schema = TSESLint.RuleMetaData<string>["schema"];

/** Rule -> its option that has ended, and the value under which the rule did what it does at `recommended`. */
const ENDED: Readonly<Record<string, { readonly option: string; readonly recommended: boolean }>> = {
  "no-swallowed-error": { option: "allowIfCallerCanTell", recommended: true },
  "no-error-leak": { option: "allowInDevelopment", recommended: true },
  "no-error-result": { option: "eachResult", recommended: false },
  "no-raw-error": { option: "strict", recommended: false },
};

// Of the types that the options had: any other is refused as before.
const FLAG: JSONSchema4 = { type: ["boolean", "null"] };

/** Returns the schema of a rule's options that lets the ended one pass, so that the rule itself can refuse it. */
export function allowEndedOption(rule: string, schema: Schema): Schema {
  const ended = ENDED[rule];
  if (!ended) return schema;
  // The rules have all their options in one object.
  const [options = { type: "object", additionalProperties: false }] = schema as readonly JSONSchema4ObjectSchema[];
  return [{ ...options, properties: { ...options.properties, [ended.option]: FLAG } }];
}

/**
 * Stops a rule that is given the ended option.
 *
 * @throws TypeError that names the option with its value, and what to set in its place.
 */
export function refuseEndedOption(
  rule: string,
  { id, options: [given] }: Readonly<TSESLint.RuleContext<string, readonly unknown[]>>,
): void {
  const ended = ENDED[rule];
  if (!ended || typeof given !== "object" || given === null || !Object.hasOwn(given, ended.option)) return;
  const value = (given as Readonly<Record<string, unknown>>)[ended.option];
  const level = value === null ? null : value === ended.recommended ? "recommended" : "strict";
  throw new TypeError(
    `${id}: the option \`${ended.option}\` has ended: expected \`settings.errorContract.strictness: ` +
      `${JSON.stringify(level)}\` in its place; found \`${ended.option}: ${JSON.stringify(value)}\`.`,
  );
}
