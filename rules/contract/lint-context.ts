import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { ContractData } from "error-contract";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { listMatcherNames } from "./name-matcher.js";
import {
  type LegacySettings,
  type RuleContext,
  type Settings,
  type TypesSetting,
  NO_CONTRACT,
  getSettings,
  listUpwards,
} from "./settings.js";
import type { ModuleReader } from "../modules/exported-node.js";
import { type ModuleParser, NO_PARSER } from "../modules/parse-source.js";
import { type ParsedModule, findModuleFile } from "../modules/parsed-module.js";
import { findEnclosingFunction } from "../syntax/functions.js";
import { getLastSegment } from "../syntax/expressions.js";
import { isProjectModule, resolveReferencePath, stripDefaultName } from "../syntax/references.js";
import { getOrCreate, rememberFor, rememberOnce } from "../syntax/remember.js";
import { findRequiredModule, mentionsName, noteComponent } from "../syntax/source-file.js";
import { findNativeFacts } from "../types/native/native-facts.js";
import { findNativePackage } from "../types/native/native-package.js";
import { findServicesFacts } from "../types/parser-services.js";
import type { TypeFacts, TypedFile } from "../types/type-facts.js";

/** The facts about the linted file that a rule and its helpers share. Rules with options of their own extend it. */
export interface LintContext extends TypedFile {
  /** The context that ESLint gives the rule. */
  readonly context: RuleContext;
  readonly filename: string;
  readonly contract: FileContract;
  /** What the file reads of the modules that it imports, with its own parser. */
  readonly reader: ModuleReader;
  /** How many calls lead from the linted file to this one: none, unless it is another module. */
  readonly depth: number;
}

/**
 * Creates the context of the linted file.
 *
 * @throws TypeError if `settings.errorContract` is wrong, or asks for types where there are none.
 */
export function createLintContext(context: LintContext["context"]): LintContext {
  const { sourceCode, filename } = context;
  noteComponent(sourceCode, filename);
  const settings = getSettings(context);
  const contract = getFileContract(settings, context);
  const parser = (context.languageOptions.parser as ModuleParser | null | undefined) ?? NO_PARSER;
  const reader = getOrCreate(readers, sourceCode, () => ({ file: filename, parser, modules: new Map() }));
  return { context, sourceCode, filename, contract, facts: getTypes(settings, context), reader, depth: 0 };
}

const readers = new WeakMap<object, ModuleReader>();

/** How many calls of other modules are followed from a linted file. */
const MAX_DEPTH = 3;

/**
 * Returns the context of another module, in which the questions about a file can be asked of it, without types;
 * `undefined` where too many calls lead there.
 */
export function openModule({ file, sourceCode: getSource }: ParsedModule, lint: LintContext): LintContext | undefined {
  const { contract, context, reader } = lint;
  const depth = lint.depth + 1;
  if (depth > MAX_DEPTH) return undefined;
  // An answer about a module may depend on what that imports, so it holds for one lint.
  return getOrCreate(getOpened(reader.modules), `${depth} ${file}`, () => {
    const sourceCode = getSource(lint.sourceCode);
    const ofModule = createFileContract(contract.settings, { sourceCode, filename: file });
    const facts = undefined;
    return { context, sourceCode, filename: file, contract: ofModule, facts, reader: { ...reader, file }, depth };
  });
}

const getOpened = rememberFor<ModuleReader["modules"], Map<string, LintContext>>(() => new Map());

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
function getTypes({ types }: Settings, { filename, sourceCode }: RuleContext): TypeFacts | undefined {
  if (types.provider === "off") return undefined;
  const { program } = Object(sourceCode.parserServices) as { readonly program?: unknown };
  const services = types.provider === "native" || !program ? undefined : findServicesFacts(sourceCode);
  if (services) return services;
  const isNative = types.provider !== "services" && findNativePackage(filename, types.package) !== undefined;
  if (isNative) return findNativeFacts(filename, sourceCode, types);
  if (types.provider === "auto") return undefined;
  throw new TypeError(describeMissingTypes(types, filename));
}

function describeMissingTypes({ provider, package: name = "typescript" }: TypesSetting, file: string): string {
  const given = `settings.errorContract.types is "${provider}", and ${file} is linted without `;
  const install = `install TypeScript 7 as \`${name}\``;
  if (provider === "services") return `${given}typescript-eslint's type information: ${PROJECT_SERVICE}.`;
  if (provider === "native") return `${given}TypeScript 7: ${install}, or name it in \`types.package\`.`;
  return `${given}type information: ${PROJECT_SERVICE}, ${install}, or write \`auto\`.`;
}

export type Factory = ContractData["vocabulary"]["factories"][number];

/** The contract as one linted file sees it. */
export interface FileContract {
  readonly data: ContractData;
  readonly settings: Settings;
  /** Whether the project follows no contract: then the rules judge errors of any class, and offer no import. */
  readonly isNone: boolean;
  /** Whether `settings.errorContract.strictness` is `strict`. */
  readonly isStrict: boolean;
  /** The name of the error class, for messages and for the code that fixes write. */
  readonly errorClass: string;
  /** The name of the codes object. */
  readonly codesObject: string;
  readonly runtime: RuntimeModule;
  /** The factories with the fields that they read in this project. */
  readonly factories: readonly Factory[];
  /** The name of the factory that fits most failures, of the class where the project has none. */
  readonly factory: string;
  /** The name of the factory that converts a value that may be anything. */
  readonly converter: string;
  /** What messages advise to send of a failure. */
  readonly answer: string;
  /** Whether an import of that module can be an import of the contract's parts. */
  isRuntime: (module: string) => boolean;
  /** Whether the text of the file has the name of a part of the contract: without, no scope has to be asked. */
  readonly mentionsParts: () => boolean;
  /** The dotted name of a part of the contract that an expression refers to: `SystemError.toolFailure`. */
  nameOf: (node: TSESTree.Node) => string | undefined;
  /** Whether the file itself defines the contract's class: such a module is never rewritten to import itself. */
  readonly definesContract: boolean;
  /** Whether the file itself defines a deprecated class, codes object or converter: it is never rewritten either. */
  readonly definesLegacy: boolean;
}

const contractsUnder = rememberFor(() => new WeakMap<object, FileContract>());

/** Returns the contract of a file under the settings: one object for all rules. */
function getFileContract(settings: Settings, context: RuleContext): FileContract {
  const create = () => createFileContract(settings, context);
  return getOrCreate(contractsUnder(settings), context.sourceCode, create);
}

function createFileContract(
  settings: Settings,
  { sourceCode, filename }: Pick<RuleContext, "sourceCode" | "filename">,
): FileContract {
  const { contract: data } = settings;
  const { errorClass, codes, module: contractModule } = data.vocabulary;
  const factories = listProjectFactories(settings);
  const factory = factories[0]?.name ?? errorClass;
  /** The names that the contract's module exports. */
  const isNone = data === NO_CONTRACT;
  const partNames = new Set(
    isNone ? [] : [errorClass, codes, ...factories.map(({ name }) => name.split(".", 1)[0] ?? name)],
  );
  const runtime = resolveRuntimeModule(settings.runtime.module ?? contractModule, filename);
  const isRuntime = (module: string): boolean =>
    module === contractModule ||
    module === runtime.specifier ||
    (runtime.file !== undefined && isSameModule(module, filename, runtime.file));
  const findPartName = (node: TSESTree.Node): string | undefined => {
    const reference = resolveReferencePath(node, sourceCode);
    if (reference?.root.kind !== "import") return undefined;
    const { module } = reference.root;
    const names = stripDefaultName(reference.path);
    // A relative module is believed on the name alone: projects re-export the contract's parts from their own files.
    const isOfProject = isRuntime(module) || isProjectModule(module);
    return partNames.has(names[0] ?? "") && isOfProject ? names.join(".") : undefined;
  };
  // Most files import nothing of the contract; their text says so before any scope is asked.
  const mentionsParts = rememberOnce(() => [...partNames].some((name) => sourceCode.text.includes(name)));
  const definesLegacy = rememberOnce(() =>
    listLegacyNames(settings.legacy).some((name) =>
      findDefinitions(getLastSegment(name), sourceCode).some(isLegacyDefinition),
    ),
  );
  return {
    data,
    settings,
    isNone,
    isStrict: settings.strictness === "strict",
    errorClass,
    codesObject: codes,
    runtime,
    factories,
    factory,
    converter: factories.find(({ purpose }) => purpose === "unknown")?.name ?? factory,
    answer: isNone ? "a text of your own" : "the contract's envelope",
    isRuntime,
    mentionsParts,
    nameOf: (node) => (mentionsParts() ? findPartName(node) : undefined),
    definesContract: filename === runtime.file || findDefinitions(errorClass, sourceCode).some(isErrorClass),
    get definesLegacy() {
      return definesLegacy();
    },
  };
}

function listProjectFactories({ contract, runtime: { factories } }: Settings): readonly Factory[] {
  return contract.vocabulary.factories.map((factory) => ({
    ...factory,
    reads: factories[factory.name] ?? factory.reads,
  }));
}

/** The nodes that define a name in the module: what a function defines for itself is no part of a contract. */
function findDefinitions(name: string, { text, scopeManager }: TSESLint.SourceCode): readonly TSESTree.Node[] {
  if (!mentionsName(text, name)) return [];
  const defined = scopeManager?.scopes.flatMap(({ set }) => set.get(name)?.defs.map(({ node }) => node) ?? []) ?? [];
  return defined.filter((node) => !findEnclosingFunction(node));
}

/** `class E {}`, `const E = class {}`, `const E = errorClass(contract)`; not `const E = require("./e")`. */
function isErrorClass(node: TSESTree.Node): boolean {
  if (isClass(node)) return true;
  if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") return false;
  return node.init?.type === "CallExpression" && findRequiredModule(node.init) === undefined;
}

/** `class E {}`, `const E = class {}` */
function isClass(node: TSESTree.Node): boolean {
  if (node.type === "VariableDeclarator") return node.init?.type === "ClassExpression";
  return node.type === "ClassDeclaration" || node.type === "ClassExpression";
}

const SCRIPT_EXTENSION = /\.[cm]?[jt]sx?$/;

/** The module that fixes import from, as one file sees it. */
export interface RuntimeModule {
  /** The module specifier to write in an import. */
  readonly specifier: string;
  /** The absolute path, where the module is a file of the project. */
  readonly file: string | undefined;
}

/**
 * Resolves `runtime.module` for the file that is linted, or another setting that names a module.
 *
 * @throws TypeError naming the setting, if it means a file and there is none: a relative path is looked for from the
 *   linted file's folder upwards.
 */
export function resolveRuntimeModule(setting: string, filename: string, key = "runtime.module"): RuntimeModule {
  const isRelative = /^\.\.?\//.test(setting);
  const isFile = setting.startsWith("file:") || path.isAbsolute(setting) || isRelative;
  if (!isFile && !SCRIPT_EXTENSION.test(setting)) return { specifier: setting, file: undefined };
  // With the extension that the setting has: as TypeScript has it, `.js` is written for a module whose file is `.ts`.
  const candidates = isRelative || !isFile ? listUpwards(setting, filename) : [toPath(setting)];
  for (const candidate of candidates) {
    const found = findModuleFile(candidate);
    if (found) return { specifier: toRelativeSpecifier(path.dirname(filename), candidate), file: found.file };
  }
  if (!isFile) return { specifier: setting, file: undefined };
  throw new TypeError(
    `settings.errorContract.${key}: expected a file; "${setting}" is none` +
      (isRelative
        ? ` in any folder from ${path.dirname(filename)} upwards. ` +
          "Write an absolute path or a file URL, or limit the setting to the `files` it is for."
        : "."),
  );
}

function toPath(setting: string): string {
  // A URL with a host is no file.
  return setting.startsWith("file:///") ? fileURLToPath(setting) : setting;
}

function toRelativeSpecifier(folder: string, file: string): string {
  const relative = path.relative(folder, file).split(path.sep).join("/");
  return relative.startsWith(".") ? relative : `./${relative}`;
}

/** Returns whether a relative or absolute specifier means a file, under whichever extension (`.js` for `.ts`). */
function isSameModule(specifier: string, filename: string, file: string): boolean {
  if (!/^(\.\.?\/|\/)/.test(specifier)) return false;
  const stripExtension = (name: string) => name.replace(SCRIPT_EXTENSION, "").replace(/\/index$/, "");
  return stripExtension(path.resolve(path.dirname(filename), specifier)) === stripExtension(file);
}

export const LEGACY_KINDS = ["class", "codes", "converter"] as const;

export type LegacyKind = (typeof LEGACY_KINDS)[number];

/** Lists the names of deprecated parts; that of a method stands behind its class. */
export function listLegacyNames(settings: readonly LegacySettings[]): readonly string[] {
  return settings.flatMap((legacy) => LEGACY_KINDS.flatMap((kind) => listMatcherNames(legacy[kind])));
}

/** Returns whether a node defines a deprecated part of the name that it has. */
function isLegacyDefinition(node: TSESTree.Node): boolean {
  if (isClass(node) || node.type === "FunctionDeclaration") return true;
  // A codes object of the file's own is common (`const ERROR_CODES = { TIMEOUT: 1 }`); the legacy module exports it.
  const declaration = node.type === "VariableDeclarator" ? node.parent : node;
  const isCodes = declaration.type === "VariableDeclaration" || declaration.type === "TSEnumDeclaration";
  return isCodes && declaration.parent.type === "ExportNamedDeclaration";
}
