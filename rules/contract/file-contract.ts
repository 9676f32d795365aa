import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { ContractData } from "error-contract";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { findModuleFile } from "../modules/module-file.js";
import { type ReferencePath, resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { mentionsName, findRequiredModule } from "../syntax/source-file.js";
import { type LegacySettings, existingKaizaFactories } from "./legacy-settings.js";
import { listMatcherNames } from "./name-matcher.js";
import { type Settings, getSettings } from "./settings.js";

export type Factory = ContractData["vocabulary"]["factories"][number];
type Variable = TSESLint.Scope.Variable;
type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;

/** The contract as one linted file sees it. */
export interface FileContract {
  readonly data: ContractData;
  readonly settings: Settings;
  /** The name of the error class, for messages and for the code that fixes write. */
  readonly errorClass: string;
  /** The name of the codes object. */
  readonly codesObject: string;
  readonly runtime: RuntimeModule;
  /** The factories with the fields that they read in this project. */
  readonly factories: readonly Factory[];
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

const files = new WeakMap<TSESLint.SourceCode, FileContract>();

/**
 * The contract of the file that is linted.
 *
 * @throws TypeError if `settings.errorContract` is wrong.
 */
export function getFileContract(context: Context): FileContract {
  const settings = getSettings(context);
  const known = files.get(context.sourceCode);
  if (known?.settings === settings) return known;
  const contract = createFileContract(settings, context);
  files.set(context.sourceCode, contract);
  return contract;
}

function createFileContract(settings: Settings, { sourceCode, filename }: Context): FileContract {
  const { contract: data } = settings;
  const { vocabulary } = data;
  const { factories, partNames } = getProjectParts(settings);
  const runtime = resolveRuntimeModule(settings.runtime.module ?? vocabulary.module, filename);
  const isRuntime = (module: string): boolean =>
    module === vocabulary.module ||
    module === runtime.specifier ||
    (runtime.file !== undefined && isSameModule(module, filename, runtime.file));
  const nameBehind = (node: TSESTree.Node): string | undefined => {
    const reference = resolveReferencePath(node, sourceCode);
    if (reference?.root.kind !== "import") return undefined;
    const [first = "", ...rest] = stripDefaultName(reference.path);
    return partNames.has(first) && comesFromProject(reference, isRuntime) ? [first, ...rest].join(".") : undefined;
  };
  // Every name of one variable means the same.
  const names = new Map<Variable, string | undefined>();
  const findContractName = (node: TSESTree.Node): string | undefined => {
    if (node.type !== "Identifier") return nameBehind(node);
    const variable = resolveVariable(node, sourceCode);
    if (!variable || names.has(variable)) return variable && names.get(variable);
    const name = mayBeImported(variable) ? nameBehind(node) : undefined;
    names.set(variable, name);
    return name;
  };
  // Most files import nothing of the contract; their text says so before any scope is asked.
  let isMentioned: boolean | undefined;
  let definesLegacy: boolean | undefined;
  const mentionsParts = () => (isMentioned ??= [...partNames].some((name) => sourceCode.text.includes(name)));
  return {
    data,
    settings,
    errorClass: vocabulary.errorClass,
    codesObject: vocabulary.codes,
    runtime,
    factories,
    isRuntime,
    mentionsParts,
    nameOf: (node) => (mentionsParts() ? findContractName(node) : undefined),
    definesContract: filename === runtime.file || definesClass(sourceCode, vocabulary.errorClass),
    get definesLegacy() {
      return (definesLegacy ??= listNamedParts(settings.legacy).some((part) => definesPart(part, sourceCode)));
    },
  };
}

interface ProjectParts {
  readonly factories: readonly Factory[];
  /** The names that the contract's module exports. */
  readonly partNames: ReadonlySet<string>;
}

const projects = new WeakMap<Settings, ProjectParts>();

/** Derives the parts of the settings that are the same for every file. */
function getProjectParts(settings: Settings): ProjectParts {
  const known = projects.get(settings);
  if (known) return known;
  const { errorClass, codes, factories } = settings.contract.vocabulary;
  const partNames = new Set([errorClass, codes, ...factories.map(({ name }) => readFirstName(name))]);
  const parts = { factories: listProjectFactories(settings), partNames };
  projects.set(settings, parts);
  return parts;
}

// A relative module is believed on the name alone: projects re-export the contract's parts from their own files.
function comesFromProject({ root }: ReferencePath, isRuntime: (module: string) => boolean): boolean {
  return root.kind === "import" && (isRuntime(root.module) || isProjectModule(root.module));
}

/**
 * Whether a specifier means a file of the project: relative, absolute, or one of the usual aliases (`#`, `@/`, `~`).
 */
export function isProjectModule(module: string): boolean {
  return /^(\.|\/|#|@\/|~)/.test(module);
}

/** The names after a default export, which a CommonJS module imported by name has in front. */
export function stripDefaultName(path: readonly string[]): readonly string[] {
  return path[0] === "default" && path.length > 1 ? path.slice(1) : path;
}

function definesClass({ text, scopeManager }: TSESLint.SourceCode, name: string): boolean {
  if (!mentionsName(text, name)) return false;
  return scopeManager?.scopes.some(({ set }) => set.get(name)?.defs.some(({ node }) => isDefinition(node))) ?? false;
}

/** `class E {}`, `const E = class {}`, `const E = errorClass(contract)`; not `const E = require("./e")`. */
function isDefinition(node: TSESTree.Node): boolean {
  if (node.type === "ClassDeclaration") return true;
  if (node.type !== "VariableDeclarator" || node.id.type !== "Identifier") return false;
  if (node.init?.type === "ClassExpression") return true;
  return node.init?.type === "CallExpression" && findRequiredModule(node.init) === undefined;
}

/** Returns whether a variable may hold an import: most are parameters and functions, or hold the result of a call. */
function mayBeImported({ defs: [definition] }: Variable): boolean {
  if (definition?.type !== "Variable") return definition?.type === "ImportBinding";
  const { init } = definition.node;
  return init?.type !== "CallExpression" || findRequiredModule(init) !== undefined;
}

function readFirstName(name: string): string {
  return name.split(".", 1)[0] ?? name;
}

function listProjectFactories({ contract, runtime }: Settings): readonly Factory[] {
  const reads = { ...(runtime.module === undefined ? {} : existingKaizaFactories), ...runtime.factories };
  return contract.vocabulary.factories.map((factory) => ({ ...factory, reads: reads[factory.name] ?? factory.reads }));
}

/** The name of a field, or of a factory's method, from its dotted path: `code` of `error.code`. */
export function readFieldName(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
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
  const written = resolveSettingPath(setting, filename, key);
  if (written === undefined) return { specifier: setting, file: undefined };
  // As TypeScript has it: `.js` is written for a module whose file is `.ts`.
  return {
    specifier: toRelativeSpecifier(path.dirname(filename), written),
    file: findModuleFile(written)?.file ?? written,
  };
}

/** The absolute path that a setting means, with the extension that it has there. */
function resolveSettingPath(setting: string, filename: string, key: string): string | undefined {
  if (setting.startsWith("file:") || path.isAbsolute(setting)) {
    const file = setting.startsWith("file:") ? fromFileURL(setting) : setting;
    if (file !== undefined && findModuleFile(file)) return file;
    throw createMissingFileError(key, `"${setting}" is none`);
  }
  const isRelative = /^\.\.?\//.test(setting);
  if (!isRelative && !SCRIPT_EXTENSION.test(setting)) return undefined;
  for (let folder = path.dirname(filename); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, setting);
    if (findModuleFile(candidate)) return candidate;
    if (path.dirname(folder) === folder) break;
  }
  if (!isRelative) return undefined;
  throw createMissingFileError(
    key,
    `"${setting}" stands in no folder from ${path.dirname(filename)} upwards. ` +
      "Write an absolute path or a file URL, or limit the setting to the `files` it is for",
  );
}

function fromFileURL(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    // A host, or no URL at all.
    return undefined;
  }
}

function createMissingFileError(key: string, found: string): TypeError {
  return new TypeError(`settings.errorContract.${key}: expected a file; ${found}.`);
}

function toRelativeSpecifier(folder: string, file: string): string {
  const relative = path.relative(folder, file).split(path.sep).join("/");
  return relative.startsWith(".") ? relative : `./${relative}`;
}

/** The file that a relative or absolute specifier means, written as another module would write it (`.js` for `.ts`). */
function isSameModule(specifier: string, filename: string, file: string): boolean {
  if (!/^(\.\.?\/|\/)/.test(specifier)) return false;
  const stripExtension = (name: string) => name.replace(SCRIPT_EXTENSION, "").replace(/\/index$/, "");
  return stripExtension(path.resolve(path.dirname(filename), specifier)) === stripExtension(file);
}

export type LegacyKind = "class" | "codes" | "converter";

export const LEGACY_KINDS = ["class", "codes", "converter"] as const;

/** A name of a deprecated part, as a setting has it. */
interface NamedPart {
  readonly kind: LegacyKind;
  readonly name: string;
}

const namesOf = new WeakMap<readonly LegacySettings[], readonly NamedPart[]>();

/** The names that the settings have for parts, the same for every file. */
export function listNamedParts(settings: readonly LegacySettings[]): readonly NamedPart[] {
  const known =
    namesOf.get(settings) ??
    settings.flatMap((legacy) =>
      LEGACY_KINDS.flatMap((kind) =>
        listMatcherNames(legacy[kind] ?? { from: "lib", name: [] }).map((name) => ({ kind, name })),
      ),
    );
  namesOf.set(settings, known);
  return known;
}

/** Of a method that a setting names with its class. */
export function readMethodName(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}

/** Returns whether a file declares a deprecated part itself: such a module is never rewritten. */
function definesPart({ kind, name: named }: NamedPart, { text, scopeManager }: TSESLint.SourceCode): boolean {
  // A setting may name a method with its class, whose name alone is no declaration.
  const name = readMethodName(named);
  if (!mentionsName(text, name)) return false;
  const definitions = scopeManager?.scopes.flatMap(({ set }) => set.get(name)?.defs ?? []) ?? [];
  return definitions.some(({ node }) => {
    if (kind === "class") return isClassNode(node) || (isDeclarator(node) && isClassNode(node.init));
    if (kind === "converter") return node.type === "FunctionDeclaration";
    return isExported(node.parent) && (node.type === "TSEnumDeclaration" || isDeclarator(node));
  });
}

function isClassNode(node: TSESTree.Node | null): boolean {
  return node?.type === "ClassDeclaration" || node?.type === "ClassExpression";
}

function isDeclarator(node: TSESTree.Node): node is TSESTree.VariableDeclarator {
  return node.type === "VariableDeclarator";
}

// A codes object of the file's own is common (`const ERROR_CODES = { TIMEOUT: 1 }`); the legacy module exports it.
function isExported(node: TSESTree.Node | undefined): boolean {
  const outer = node?.type === "VariableDeclaration" ? node.parent : node;
  return outer?.type === "ExportNamedDeclaration";
}
