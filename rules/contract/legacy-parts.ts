import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import path from "node:path";
import { moduleFile } from "../modules/module-file.js";
import { type ReferencePath, referencePath, staticKey } from "../syntax/references.js";
import { mentionsName } from "../syntax/source-file.js";
import {
  LEGACY_KINDS,
  type LegacyKind,
  isProjectModule,
  lastName,
  namedParts,
  withoutDefault,
} from "./file-contract.js";
import { getTypes } from "./lint-context.js";
import { type NameMatcher, type NameOrigin, matcherNames, matchesName } from "./name-matcher.js";
import { moduleCodes } from "./registry.js";
import type { LegacySettings } from "./legacy-settings.js";
import { settingsOf } from "./settings.js";

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
  /** Whether the file can have a part at all: it writes a name of one, or its program has one that another name may hide. */
  readonly isPresent: boolean;
  /** The part that an expression or a type name refers to, behind imports and aliases. */
  partAt: (node: TSESTree.Node) => LegacyPart | undefined;
  /** The same for a chain of names that stands in a comment; a name that the file does not bind is taken at its word. */
  partNamed: (names: readonly string[]) => LegacyPart | undefined;
  /** The part that another module exports under a name. */
  partOf: (module: string, exported: readonly string[]) => LegacyPart | undefined;
}

const files = new WeakMap<TSESLint.SourceCode, LegacyParts>();

/** The legacy parts of the file that is linted; `undefined` where the settings name none. */
export function legacyParts(context: Context): LegacyParts | undefined {
  const { legacy } = settingsOf(context);
  if (legacy.length === 0) return undefined;
  const known = files.get(context.sourceCode);
  if (known?.settings === legacy) return known;
  const parts = createLegacyParts(legacy, context);
  files.set(context.sourceCode, parts);
  return parts;
}

/** The name of a part as its setting has it. */
export function legacyName({ kind, legacy }: Pick<LegacyPart, "kind" | "legacy">): string {
  const matcher = legacy[kind];
  return matcher === undefined ? "" : (matcherNames(matcher)[0] ?? "");
}

function createLegacyParts(settings: readonly LegacySettings[], context: Context): LegacyParts {
  const { filename, sourceCode } = context;
  const { contract } = settingsOf(context);
  const facts = getTypes(context);
  const named = namedParts(settings);
  const written = named.filter(({ name }) => mentionsName(sourceCode.text, lastName(name)));
  // A default export has whatever name the file gives it.
  const isPresent =
    written.length > 0 ||
    named.some(({ name }) => name === "default") ||
    facts?.mentions(named.map(({ name }) => lastName(name))) === true;
  const find = (origin: NameOrigin, rest: readonly string[], module?: string): LegacyPart | undefined => {
    for (const legacy of settings) {
      const kind = LEGACY_KINDS.find((candidate) =>
        matchesName(legacy[candidate] ?? { from: "lib", name: [] }, origin),
      );
      if (!kind) continue;
      if (kind !== "codes" || module === undefined) return { kind, legacy, rest };
      const standing = standingOf(module, origin.name, legacy);
      if (standing === "foreign") continue;
      return { kind, legacy, rest, ...(standing === "known" ? {} : { evidence: standing }) };
    }
    return undefined;
  };
  // `ERROR_CODES` is a common name. Where its module can be read, some code in it must be one that maps, as itself. Where
  // it cannot, the class or converter that the file takes from it vouches for it; without one, every code that is read.
  const standings = new Map<string, Standing>();
  const standingOf = (module: string, name: string, legacy: LegacySettings): Standing => {
    const key = `${module}\n${name}`;
    const standing = standings.get(key) ?? judged(module, name, legacy);
    standings.set(key, standing);
    return standing;
  };
  const isLegacyCode = (code: string): boolean =>
    Object.hasOwn(contract.codes, code) || settings.some(({ codeMap = {} }) => Object.hasOwn(codeMap, code));
  const judged = (module: string, name: string, legacy: LegacySettings): Standing => {
    const codes = moduleCodes(module, name, context);
    if (codes) return [...codes].some(([code, value]) => code === value && isLegacyCode(code)) ? "known" : "foreign";
    const ofClass = [legacy.class, legacy.converter ?? []].flat().flatMap((each) => matcherNames(each));
    const taken = takenFrom(module, sourceCode);
    if (namesPath(legacy.codes) || isMissing(module, filename)) return "known";
    if (taken.some((each) => ofClass.includes(each.name))) return "class";
    const read = taken.filter((each) => each.name === name).flatMap(({ members }) => members);
    return read.every(isLegacyCode) ? "name" : "foreign";
  };
  const partOf = (module: string, exported: readonly string[]): LegacyPart | undefined => {
    const [name, ...rest] = withoutDefault(exported);
    return name === undefined
      ? undefined
      : find(originIn(module, name, filename), rest, isProjectModule(module) ? module : undefined);
  };
  const partOnPath = ({ root, path: names }: ReferencePath, local: string | undefined): LegacyPart | undefined => {
    if (root.kind !== "import") return undefined;
    // A default export has no name of its own: the project's own modules are believed on the local one.
    const isDefault =
      names.length === 1 && names[0] === "default" && local !== undefined && isProjectModule(root.module);
    return partOf(root.module, isDefault ? [local] : names);
  };
  const importedOrigin = (node: TSESTree.Node, { root, path: names }: ReferencePath): NameOrigin | undefined => {
    if (!facts || root.kind !== "import") return undefined;
    const module = /^\.{0,2}\//.test(root.module) ? path.resolve(path.dirname(filename), root.module) : root.module;
    const key = [module, ...names].join("\n");
    const origins = originsIn(facts.program);
    if (!origins.has(key)) origins.set(key, facts.origin(node));
    return origins.get(key);
  };
  const partOfImport = (node: TSESTree.Node, reference: ReferencePath): LegacyPart | undefined => {
    const byName = partOnPath(reference, localName(node));
    const isAsked = byName !== undefined || (isFromProject(reference) && isUsedAsClass(node));
    const origin = isAsked && isName(node) && !byName?.rest.length ? importedOrigin(node, reference) : undefined;
    // Types see through re-exports: to the class under another name, and to a namesake that comes from a package.
    const typed = origin && find(origin, []);
    if (typed && byName?.evidence === undefined) return typed;
    return origin?.from === "package" ? undefined : byName;
  };
  // Every reference to an import means the same, and types are slow to ask.
  const known = new Map<string, LegacyPart | undefined>();
  const partAt = (node: TSESTree.Node): LegacyPart | undefined => {
    if (!isPresent) return undefined;
    const reference = referencePath(node, sourceCode);
    if (reference?.root.kind !== "import") return undefined;
    const key = [reference.root.module, localName(node), isName(node), isUsedAsClass(node), ...reference.path].join(
      "\n",
    );
    if (!known.has(key)) known.set(key, partOfImport(node, reference));
    return known.get(key);
  };
  const partNamed = (names: readonly string[]): LegacyPart | undefined => {
    const [first = "", ...rest] = names;
    const variable = moduleVariable(first, sourceCode);
    const [identifier] = variable?.identifiers ?? [];
    if (!identifier) return rest.length === 0 ? find({ from: "file", name: first }, []) : undefined;
    const reference = referencePath(identifier, sourceCode);
    return reference && partOnPath({ root: reference.root, path: [...reference.path, ...rest] }, first);
  };
  return { settings, isPresent, partAt, partNamed, partOf };
}

function moduleVariable(name: string, { scopeManager }: TSESLint.SourceCode): TSESLint.Scope.Variable | undefined {
  const moduleScope = scopeManager?.scopes.find(({ type }) => type === "module");
  return moduleScope?.set.get(name) ?? scopeManager?.globalScope?.set.get(name);
}

// The exports of a module are the same for every file that imports it, and reading types is slow.
const programs = new WeakMap<object, Map<string, NameOrigin | undefined>>();

function originsIn(program: object): Map<string, NameOrigin | undefined> {
  const known = programs.get(program) ?? new Map<string, NameOrigin | undefined>();
  programs.set(program, known);
  return known;
}

/** Whether an object with the name of a codes object is known to be one, or the evidence for it. */
type Standing = "known" | "foreign" | NonNullable<LegacyPart["evidence"]>;

interface TakenName {
  readonly name: string;
  /** The properties that are read from it, where it is a name of its own. */
  readonly members: readonly string[];
}

/** The names that a file takes from a module, in whatever way. */
function takenFrom(module: string, sourceCode: TSESLint.SourceCode): readonly TakenName[] {
  const variables = sourceCode.scopeManager?.scopes.flatMap(({ variables: all }) => all) ?? [];
  const exported = sourceCode.ast.body.flatMap((statement) =>
    statement.type === "ExportNamedDeclaration" && statement.source?.value === module
      ? statement.specifiers.map(({ local }) => ({ name: nameOf(local), members: [] }))
      : [],
  );
  const imported = variables.flatMap(({ name, identifiers: [identifier], references }) => {
    const reference = identifier && referencePath(identifier, sourceCode);
    if (reference?.root.kind !== "import" || reference.root.module !== module) return [];
    const members = references.flatMap(({ identifier: { parent } }) =>
      parent.type === "MemberExpression" ? (staticKey(parent, sourceCode) ?? []) : [],
    );
    const [first] = withoutDefault(reference.path);
    // `errors.KaizaError`
    if (first === undefined) return members.map((each) => ({ name: each, members: [] }));
    return [{ name: first === "default" ? name : first, members }];
  });
  return [...imported, ...exported];
}

function nameOf(node: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return node.type === "Identifier" ? node.name : node.value;
}

/** Whether a relative specifier leads to no file: nothing there speaks against a name. */
function isMissing(module: string, filename: string): boolean {
  return module.startsWith(".") && moduleFile(path.resolve(path.dirname(filename), module)) === undefined;
}

function namesPath(matcher: NameMatcher | undefined): boolean {
  return typeof matcher === "object" && matcher.from === "file" && matcher.path !== undefined;
}

function isFromProject({ root }: ReferencePath): boolean {
  return root.kind === "import" && isProjectModule(root.module);
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

function localName(node: TSESTree.Node): string | undefined {
  return node.type === "Identifier" ? node.name : undefined;
}

function originIn(module: string, name: string, filename: string): NameOrigin {
  if (!isProjectModule(module)) return { from: "package", name, package: module };
  const file = /^\.{0,2}\//.test(module) ? path.resolve(path.dirname(filename), module) : module;
  return { from: "file", name, file };
}
