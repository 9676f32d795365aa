import type { TSESLint } from "@typescript-eslint/utils";
import { typeFacts } from "../types/facts-of.js";
import type { TypeFacts } from "../types/type-facts.js";
import { settingsOf } from "./settings.js";

/**
 * The type facts of the file that is linted, as far as `settings.errorContract.types` wants them.
 *
 * @throws TypeError if the setting requires types and the file is linted without.
 */
export function lintFacts(context: Readonly<TSESLint.RuleContext<string, readonly unknown[]>>): TypeFacts | undefined {
  const { types } = settingsOf(context);
  if (types === "off") return undefined;
  const facts = typeFacts(context.sourceCode);
  if (!facts && types === "require") {
    throw new TypeError(
      `settings.errorContract.types is "require", and ${context.filename} is linted without type information. ` +
        "Set `languageOptions.parserOptions.projectService: true` of typescript-eslint, or write `auto`.",
    );
  }
  return facts;
}
