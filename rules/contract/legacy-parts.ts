import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import path from "node:path";
import { findModuleFile } from "../modules/module-file.js";
import { type ReferencePath, resolveReferencePath, getLastSegment } from "../syntax/references.js";
import { mentionsName } from "../syntax/source-file.js";
import { LEGACY_KINDS, type LegacyKind, isProjectModule, listNamedParts, stripDefaultName } from "./file-contract.js";
import { getTypes } from "./lint-context.js";
import { type NameOrigin, listMatcherNames, matchesName } from "./name-matcher.js";
import { readModuleCodes } from "./registry.js";
import type { LegacySettings } from "./legacy-settings.js";
import { getSettings } from "./settings.js";

type Context = Readonly<TSESLint.RuleContext<string, readonly unknown[]>>;

/** The part of `settings.legacy` that an expression of the file refers to. */
export interface LegacyPart {
  readonly kind: LegacyKind;
  readonly legacy: LegacySettings;
  /** The names that lead on from the part: `["SESSION_LOCKED"]` behind the codes object. */
  readonly rest: readonly string[];
}

/** The deprecated classes, codes objects and converters, as one linted file sees them. */
export interface LegacyParts {
  readonly settings: readonly LegacySettings[];
  /**
   * Whether the file can have a part at all: it writes a name of one, or its program has one that another name may
   * hide.
   */
  readonly isPresent: boolean;
  /** The part that an expression or a type name refers to, behind imports and aliases. */
  partAt: (node: TSESTree.Node) => LegacyPart | undefined;
}

const files = new WeakMap<TSESLint.SourceCode, LegacyParts>();

/** The legacy parts of the file that is linted; `undefined` where the settings name none. */
export function findLegacyParts(context: Context): LegacyParts | undefined {
  const { legacy } = getSettings(context);
  if (legacy.length === 0) return undefined;
  const known = files.get(context.sourceCode);
  if (known?.settings === legacy) return known;
  const parts = createLegacyParts(legacy, context);
  files.set(context.sourceCode, parts);
  return parts;
}

/** The name of a part as its setting has it. */
export function getLegacyName({ kind, legacy }: Pick<LegacyPart, "kind" | "legacy">): string {
  return listMatcherNames(legacy[kind])[0] ?? "";
}

function createLegacyParts(settings: readonly LegacySettings[], context: Context): LegacyParts {
  const { filename, sourceCode } = context;
  const facts = getTypes(context);
  const names = listNamedParts(settings).map(({ name }) => getLastSegment(name));
  // A default export has whatever name the file gives it.
  const isPresent =
    names.some((name) => name === "default" || mentionsName(sourceCode.text, name)) || facts?.mentions(names) === true;
  const codesObjects = new Map<string, boolean>();
  const isCodesObject = (module: string, name: string, legacy: LegacySettings): boolean => {
    const key = `${module}\n${name}`;
    const isLegacy = codesObjects.get(key) ?? holdsLegacyCodes(module, name, legacy, context);
    codesObjects.set(key, isLegacy);
    return isLegacy;
  };
  const find = (origin: NameOrigin, rest: readonly string[], module?: string): LegacyPart | undefined => {
    for (const legacy of settings) {
      const kind = LEGACY_KINDS.find((candidate) => matchesName(legacy[candidate], origin));
      if (!kind) continue;
      if (kind !== "codes" || module === undefined || isCodesObject(module, origin.name, legacy))
        return { kind, legacy, rest };
    }
    return undefined;
  };
  const partOf = (module: string, exported: readonly string[]): LegacyPart | undefined => {
    const [name, ...rest] = stripDefaultName(exported);
    return name === undefined
      ? undefined
      : find(createOrigin(module, name, filename), rest, isProjectModule(module) ? module : undefined);
  };
  const findPartOnPath = ({ root, path: steps }: ReferencePath, local: string | undefined): LegacyPart | undefined => {
    if (root.kind !== "import") return undefined;
    // A default export has no name of its own: the project's own modules are believed on the local one.
    const isDefault = steps.length === 1 && steps[0] === "default" && isProjectModule(root.module);
    return partOf(root.module, isDefault && local !== undefined ? [local] : steps);
  };
  const findImportedOrigin = (node: TSESTree.Node, { root, path: steps }: ReferencePath): NameOrigin | undefined => {
    if (!facts || root.kind !== "import") return undefined;
    const key = [resolveModule(root.module, filename), ...steps].join("\n");
    const origins = programs.get(facts.program) ?? new Map<string, NameOrigin | undefined>();
    programs.set(facts.program, origins);
    if (!origins.has(key)) origins.set(key, facts.origin(node));
    return origins.get(key);
  };
  const findPartOfImport = (node: TSESTree.Node, reference: ReferencePath): LegacyPart | undefined => {
    const byName = findPartOnPath(reference, findLocalName(node));
    const { root } = reference;
    const mayBeClass = root.kind === "import" && isProjectModule(root.module) && isUsedAsClass(node);
    const isAsked = byName !== undefined || mayBeClass;
    const origin = isAsked && isName(node) && !byName?.rest.length ? findImportedOrigin(node, reference) : undefined;
    // Types see through re-exports: to the class under another name, and to a namesake that comes from a package.
    const typed = origin && find(origin, []);
    return typed ?? (origin?.from === "package" ? undefined : byName);
  };
  // Every reference to an import means the same, and types are slow to ask.
  const known = new Map<string, LegacyPart | undefined>();
  const partAt = (node: TSESTree.Node): LegacyPart | undefined => {
    const reference = isPresent ? resolveReferencePath(node, sourceCode) : undefined;
    if (reference?.root.kind !== "import") return undefined;
    const key = [reference.root.module, findLocalName(node), isName(node), isUsedAsClass(node), ...reference.path].join(
      "\n",
    );
    if (!known.has(key)) known.set(key, findPartOfImport(node, reference));
    return known.get(key);
  };
  return { settings, isPresent, partAt };
}

// The exports of a module are the same for every file that imports it, and reading types is slow.
const programs = new WeakMap<object, Map<string, NameOrigin | undefined>>();

/**
 * `ERROR_CODES` is a common name. Where its module can be read, some code in it must be one that maps, as itself. Where
 * it cannot, the file must name the class or its converter too.
 */
function holdsLegacyCodes(module: string, name: string, legacy: LegacySettings, context: Context): boolean {
  const { contract, legacy: all } = getSettings(context);
  const isLegacyCode = (code: string): boolean =>
    Object.hasOwn(contract.codes, code) || all.some(({ codeMap = {} }) => Object.hasOwn(codeMap, code));
  const codes = readModuleCodes(module, name, context);
  if (codes) return [...codes].some(([code, value]) => code === value && isLegacyCode(code));
  const isAtPath = typeof legacy.codes === "object" && legacy.codes.from === "file" && legacy.codes.path !== undefined;
  // Where a relative specifier leads to no file, nothing there speaks against a name.
  const isMissing = module.startsWith(".") && !findModuleFile(resolveModule(module, context.filename));
  const names = [legacy.class, legacy.converter].flatMap((each) => listMatcherNames(each));
  return isAtPath || isMissing || names.some((each) => mentionsName(context.sourceCode.text, each));
}

/** Whether a name stands where only a class can: types are asked there for a class under another name. */
function isUsedAsClass(node: TSESTree.Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case "NewExpression":
      return parent.callee === node;
    case "BinaryExpression":
      return parent.operator === "instanceof" && parent.right === node;
    case "ClassDeclaration":
    case "ClassExpression":
      return parent.superClass === node;
    case "TSTypeReference":
      return true;
    default:
      return false;
  }
}

function isName({ type }: TSESTree.Node): boolean {
  return type === "Identifier" || type === "MemberExpression" || type === "TSQualifiedName";
}

function findLocalName(node: TSESTree.Node): string | undefined {
  return node.type === "Identifier" ? node.name : undefined;
}

function createOrigin(module: string, name: string, filename: string): NameOrigin {
  if (!isProjectModule(module)) return { from: "package", name, package: module };
  return { from: "file", name, file: resolveModule(module, filename) };
}

function resolveModule(module: string, filename: string): string {
  return /^\.{0,2}\//.test(module) ? path.resolve(path.dirname(filename), module) : module;
}
