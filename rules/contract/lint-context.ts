import type { ModuleParser } from "../modules/parsed-module.js";
import { getOrCreate } from "../syntax/remember.js";
import { findNativeFacts } from "../types/native/native-facts.js";
import { findNativePackage } from "../types/native/native-package.js";
import { findServicesFacts } from "../types/parser-services.js";
import type { TypeFacts, TypedFile } from "../types/type-facts.js";
import { type FileContract, getFileContract } from "./file-contract.js";
import { type RuleContext, type TypesSetting, getSettings } from "./settings.js";

/** The facts about the linted file that a rule and its helpers share. Rules with options of their own extend it. */
export interface LintContext extends TypedFile {
  /** The context that ESLint gives the rule. */
  readonly context: RuleContext;
  readonly filename: string;
  readonly contract: FileContract;
  /** The parser of the file, which reads the modules that it imports. */
  readonly parser: ModuleParser | null | undefined;
}

/**
 * Creates the context of the linted file.
 *
 * @throws TypeError if `settings.errorContract` is wrong, or asks for types where there are none.
 */
export function createLintContext(context: LintContext["context"]): LintContext {
  const { sourceCode, filename } = context;
  const parser = context.languageOptions.parser as ModuleParser | null | undefined;
  return { context, sourceCode, filename, contract: getFileContract(context), facts: getTypes(context), parser };
}

/** Returns a function that works out an answer once for each linted file, and again under other settings. */
export function rememberForLint<A>(answer: (lint: LintContext) => A): (lint: LintContext) => A {
  const answers = new WeakMap<FileContract, A>();
  return (lint) => getOrCreate(answers, lint.contract, () => answer(lint));
}

const PROJECT_SERVICE = "set `languageOptions.parserOptions.projectService: true` of typescript-eslint";

/**
 * The type facts of the file that is linted, as far as `settings.errorContract.types` wants them: from
 * typescript-eslint where it has types, else from TypeScript 7.
 *
 * @throws TypeError if the setting names somebody who answers, and there is nobody.
 */
function getTypes(context: RuleContext): TypeFacts | undefined {
  const { types } = getSettings(context);
  const { filename, sourceCode } = context;
  if (types.provider === "off") return undefined;
  const services = types.provider === "native" ? undefined : findServicesFacts(sourceCode);
  if (services) return services;
  const native = types.provider === "services" ? undefined : findNativeFacts(filename, sourceCode, types);
  if (native || types.provider === "auto") return native;
  if (types.provider !== "services" && findNativePackage(filename, types.package)) return undefined;
  throw new TypeError(describeMissingTypes(types, filename));
}

function describeMissingTypes({ provider, package: name = "typescript" }: TypesSetting, file: string): string {
  const given = `settings.errorContract.types is "${provider}", and ${file} is linted without `;
  const install = `install TypeScript 7 as \`${name}\``;
  if (provider === "services") return `${given}typescript-eslint's type information: ${PROJECT_SERVICE}.`;
  if (provider === "native") return `${given}TypeScript 7: ${install}, or name it in \`types.package\`.`;
  return `${given}type information: ${PROJECT_SERVICE}, ${install}, or write \`auto\`.`;
}
