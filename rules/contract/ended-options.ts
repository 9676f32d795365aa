// The options that `settings.errorContract.strictness` has taken the place of. They stop the lint with its name for one
// release, 0.1; after it this file goes, and ESLint refuses them as it does any unknown option.
import type { TSESLint } from "@typescript-eslint/utils";
import type { JSONSchema4, JSONSchema4ObjectSchema } from "@typescript-eslint/utils/json-schema";

/** An option that has ended, and the value under which the rule did what it does at `recommended`. */
interface EndedOption {
  readonly option: string;
  readonly recommended: boolean;
}

/** Rule -> its option that has ended. */
export const endedOptions: Readonly<Record<string, EndedOption>> = {
  "no-swallowed-error": { option: "allowIfCallerCanTell", recommended: true },
  "no-error-leak": { option: "allowInDevelopment", recommended: true },
  "no-error-result": { option: "eachResult", recommended: false },
  "no-raw-error": { option: "strict", recommended: false },
};

type Schema = TSESLint.RuleMetaData<string>["schema"];

// Of the types that the options had: any other is refused as before.
const FLAG: JSONSchema4 = { type: ["boolean", "null"] };

/** Returns the schema of a rule's options that lets the ended one pass, so that the rule itself can refuse it. */
export function allowEndedOption({ option }: EndedOption, schema: Schema): Schema {
  // The rules have all their options in one object.
  const [options = { type: "object", additionalProperties: false }] = schema as readonly JSONSchema4ObjectSchema[];
  return [{ ...options, properties: { ...options.properties, [option]: FLAG } }];
}

/**
 * Stops the rule `id`, whose options have the ended one.
 *
 * @throws TypeError that names the option with its value, and what to set in its place.
 */
export function refuseEndedOption({ option, recommended }: EndedOption, id: string, options: object): never {
  const value = (options as Readonly<Record<string, unknown>>)[option];
  const level = value === null ? null : value === recommended ? "recommended" : "strict";
  throw new TypeError(
    `${id}: the option \`${option}\` has ended: expected \`settings.errorContract.strictness: ` +
      `${JSON.stringify(level)}\` in its place; found \`${option}: ${JSON.stringify(value)}\`.`,
  );
}
