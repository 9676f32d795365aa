import type { TSESLint } from "@typescript-eslint/utils";
import { nativeTypeFacts, typeFacts } from "./facts-of.js";
import { nativePackage } from "../types/native/native-package.js";
import type { TypeFacts } from "../types/type-facts.js";
import { settingsOf, type TypesSetting } from "./settings.js";

const PROJECT_SERVICE = "set `languageOptions.parserOptions.projectService: true` of typescript-eslint";

/**
 * The type facts of the file that is linted, as far as `settings.errorContract.types` wants them: from typescript-eslint
 * where it has types, else from TypeScript 7.
 *
 * @throws TypeError if the setting names somebody who answers, and there is nobody.
 */
export function lintFacts(context: Readonly<TSESLint.RuleContext<string, readonly unknown[]>>): TypeFacts | undefined {
  const { types } = settingsOf(context);
  const { filename, sourceCode } = context;
  if (types.provider === "off") return undefined;
  const services = types.provider === "native" ? undefined : typeFacts(sourceCode);
  if (services) return services;
  const native = types.provider === "services" ? undefined : nativeTypeFacts(filename, sourceCode, types);
  if (native || types.provider === "auto") return native;
  if (types.provider !== "services" && nativePackage(filename, types.package)) return undefined;
  throw new TypeError(missing(types, filename));
}

function missing({ provider, package: name = "typescript" }: TypesSetting, file: string): string {
  const given = `settings.errorContract.types is "${provider}", and ${file} is linted without `;
  const install = `install TypeScript 7 as \`${name}\``;
  if (provider === "services") return `${given}typescript-eslint's type information: ${PROJECT_SERVICE}.`;
  if (provider === "native") return `${given}TypeScript 7: ${install}, or name it in \`types.package\`.`;
  return `${given}type information: ${PROJECT_SERVICE}, ${install}, or write \`auto\`.`;
}
