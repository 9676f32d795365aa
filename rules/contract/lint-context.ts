import type { ParserServicesWithTypeInformation, TSESLint } from "@typescript-eslint/utils";
import type { ModuleParser } from "../modules/parsed-module.js";
import { createNativeFacts } from "../types/native/native-facts.js";
import { findNativePackage } from "../types/native/native-package.js";
import { type NativeChoice, canAnswer, createNativeSource } from "../types/native/session.js";
import { createServicesFacts } from "../types/parser-services.js";
import type { TypeFacts } from "../types/type-facts.js";
import { type FileContract, getFileContract } from "./file-contract.js";
import { type TypesSetting, getSettings } from "./settings.js";

/** The facts about the linted file that a rule and its helpers share. Rules with options of their own extend it. */
export interface LintContext {
  /** The context that ESLint gives the rule. */
  readonly context: Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;
  readonly sourceCode: TSESLint.SourceCode;
  readonly filename: string;
  readonly contract: FileContract;
  /** Answers questions about types; undefined where the file is linted without them. */
  readonly facts: TypeFacts | undefined;
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

const PROJECT_SERVICE = "set `languageOptions.parserOptions.projectService: true` of typescript-eslint";

/**
 * The type facts of the file that is linted, as far as `settings.errorContract.types` wants them: from
 * typescript-eslint where it has types, else from TypeScript 7.
 *
 * @throws TypeError if the setting names somebody who answers, and there is nobody.
 */
function getTypes(context: Readonly<TSESLint.RuleContext<string, readonly unknown[]>>): TypeFacts | undefined {
  const { types } = getSettings(context);
  const { filename, sourceCode } = context;
  if (types.provider === "off") return undefined;
  const services = types.provider === "native" ? undefined : findTypeFacts(sourceCode);
  if (services) return services;
  const native = types.provider === "services" ? undefined : findNativeTypeFacts(filename, sourceCode, types);
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

// By tree: a host may have one object for the sources of all files.
const fromServices = new WeakMap<object, TypeFacts>();
const fromNative = new WeakMap<object, TypeFacts>();

// Never typescript-eslint's `getParserServices()`: it throws where there are no types.
function hasTypes(services: unknown): services is ParserServicesWithTypeInformation {
  const found = services as Partial<ParserServicesWithTypeInformation> | null | undefined;
  return Boolean(found?.program) && typeof found?.getTypeAtLocation === "function";
}

/** The type facts of a linted file by typescript-eslint, or `undefined` where it is linted without its types. */
export function findTypeFacts(sourceCode: TSESLint.SourceCode): TypeFacts | undefined {
  const services: unknown = sourceCode.parserServices;
  if (!hasTypes(services)) return undefined;
  const facts = fromServices.get(sourceCode.ast) ?? createServicesFacts(services, sourceCode);
  fromServices.set(sourceCode.ast, facts);
  return facts;
}

/** The type facts of a linted file by TypeScript 7, or `undefined` where there is none. */
export function findNativeTypeFacts(
  file: string,
  { ast, text }: Pick<TSESLint.SourceCode, "ast" | "text">,
  choice: NativeChoice,
): TypeFacts | undefined {
  const known = fromNative.get(ast);
  if (known) return known;
  if (!findNativePackage(file, choice.package) || !canAnswer(file, text, choice)) return undefined;
  const facts = createNativeFacts(createNativeSource(file, text, choice), text);
  fromNative.set(ast, facts);
  return facts;
}
