import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import path from "node:path";
import { findModuleFile } from "../modules/module-file.js";
import {
  type ReferencePath,
  resolveReferencePath,
  readStaticKey,
  readSpecifierName,
  getLastSegment,
} from "../syntax/references.js";
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
  /** The evidence for a codes object whose module cannot be read; `undefined` where it can, and for other parts. */
  readonly evidence?: "class" | "name";
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
  /**
   * The same for a chain of names that stands in a comment; a name that the file does not bind is taken at its word.
   */
  partNamed: (names: readonly string[]) => LegacyPart | undefined;
  /** The part that another module exports under a name. */
  partOf: (module: string, exported: readonly string[]) => LegacyPart | undefined;
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
  const standings = new Map<string, Standing>();
  const getStanding = (module: string, name: string, legacy: LegacySettings): Standing => {
    const key = `${module}\n${name}`;
    const standing = standings.get(key) ?? classifyCodesObject(module, name, legacy, context);
    standings.set(key, standing);
    return standing;
  };
  const find = (origin: NameOrigin, rest: readonly string[], module?: string): LegacyPart | undefined => {
    for (const legacy of settings) {
      const kind = LEGACY_KINDS.find((candidate) => matchesName(legacy[candidate], origin));
      if (!kind) continue;
      if (kind !== "codes" || module === undefined) return { kind, legacy, rest };
      const standing = getStanding(module, origin.name, legacy);
      if (standing !== "foreign") return { kind, legacy, rest, ...(standing !== "known" && { evidence: standing }) };
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
    if (typed && byName?.evidence === undefined) return typed;
    return origin?.from === "package" ? undefined : byName;
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
  const partNamed = ([first = "", ...rest]: readonly string[]): LegacyPart | undefined => {
    const [identifier] = findModuleVariable(first, sourceCode)?.identifiers ?? [];
    if (!identifier) return rest.length === 0 ? find({ from: "file", name: first }, []) : undefined;
    const reference = resolveReferencePath(identifier, sourceCode);
    return reference && findPartOnPath({ root: reference.root, path: [...reference.path, ...rest] }, first);
  };
  return { settings, isPresent, partAt, partNamed, partOf };
}

// The exports of a module are the same for every file that imports it, and reading types is slow.
const programs = new WeakMap<object, Map<string, NameOrigin | undefined>>();

/** Whether an object with the name of a codes object is known to be one, or the evidence for it. */
type Standing = "known" | "foreign" | NonNullable<LegacyPart["evidence"]>;

/**
 * `ERROR_CODES` is a common name. Where its module can be read, some code in it must be one that maps, as itself. Where
 * it cannot, the class or converter that the file takes from it vouches for it; without one, every code that is read.
 */
function classifyCodesObject(module: string, name: string, legacy: LegacySettings, context: Context): Standing {
  const { contract, legacy: all } = getSettings(context);
  const isLegacyCode = (code: string): boolean =>
    Object.hasOwn(contract.codes, code) || all.some(({ codeMap = {} }) => Object.hasOwn(codeMap, code));
  const codes = readModuleCodes(module, name, context);
  if (codes) return [...codes].some(([code, value]) => code === value && isLegacyCode(code)) ? "known" : "foreign";
  const isAtPath = typeof legacy.codes === "object" && legacy.codes.from === "file" && legacy.codes.path !== undefined;
  // Where a relative specifier leads to no file, nothing there speaks against a name.
  const isMissing = module.startsWith(".") && !findModuleFile(resolveModule(module, context.filename));
  if (isAtPath || isMissing) return "known";
  const ofClass = [legacy.class, legacy.converter].flatMap((each) => listMatcherNames(each));
  const taken = listTakenNames(module, context.sourceCode);
  if (taken.some((each) => ofClass.includes(each.name))) return "class";
  const read = taken.filter((each) => each.name === name).flatMap(({ members }) => members);
  return read.every(isLegacyCode) ? "name" : "foreign";
}

function findModuleVariable(name: string, { scopeManager }: TSESLint.SourceCode): TSESLint.Scope.Variable | undefined {
  const moduleScope = scopeManager?.scopes.find(({ type }) => type === "module");
  return moduleScope?.set.get(name) ?? scopeManager?.globalScope?.set.get(name);
}

interface TakenName {
  readonly name: string;
  /** The properties that are read from it, where it is a name of its own. */
  readonly members: readonly string[];
}

/** The names that a file takes from a module, in whatever way. */
function listTakenNames(module: string, sourceCode: TSESLint.SourceCode): readonly TakenName[] {
  const variables = sourceCode.scopeManager?.scopes.flatMap(({ variables: all }) => all) ?? [];
  const exported = sourceCode.ast.body.flatMap((statement) =>
    statement.type === "ExportNamedDeclaration" && statement.source?.value === module
      ? statement.specifiers.map(({ local }) => ({ name: readSpecifierName(local), members: [] }))
      : [],
  );
  const imported = variables.flatMap(({ name, identifiers: [identifier], references }) => {
    const reference = identifier && resolveReferencePath(identifier, sourceCode);
    if (reference?.root.kind !== "import" || reference.root.module !== module) return [];
    const members = references.flatMap(({ identifier: { parent } }) =>
      parent.type === "MemberExpression" ? (readStaticKey(parent, sourceCode) ?? []) : [],
    );
    const [first] = stripDefaultName(reference.path);
    // `errors.KaizaError`
    if (first === undefined) return members.map((each) => ({ name: each, members: [] }));
    return [{ name: first === "default" ? name : first, members }];
  });
  return [...imported, ...exported];
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
