import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { readSpecifierName } from "../syntax/references.js";
import { rememberFor } from "../syntax/remember.js";
import {
  type ModuleSystem,
  importEqualsModule,
  detectModuleSystem,
  findRequiredModule,
} from "../syntax/source-file.js";

type SourceCode = Readonly<TSESLint.SourceCode>;

/** The value of `exported` for a name that stands for the whole module. */
export const WHOLE_MODULE = "*";

/** A local name that a top-level import or require makes. */
export interface ImportBinding {
  readonly module: string;
  /** The name it has in the module, or `WHOLE_MODULE`. */
  readonly exported: string;
  readonly variable: TSESLint.Scope.Variable;
  readonly node: TSESTree.Node;
  readonly statement: TSESTree.ProgramStatement;
  /** `import type`, or `type` before the name: there is no value until the word goes. */
  readonly isTypeOnly: boolean;
}

type Found = Pick<ImportBinding, "module" | "exported" | "node"> & { local: string; isTypeOnly?: boolean };

/** Every name that the file's top level takes from a module. A re-export binds nothing and is none. */
export const importBindings = rememberFor((sourceCode: SourceCode): readonly ImportBinding[] =>
  sourceCode.ast.body.flatMap((statement) =>
    readStatementBindings(statement).flatMap(({ module, exported, node, local, isTypeOnly = false }) => {
      const declaring = node.type === "Property" ? getDeclarator(node) : node;
      const variable = sourceCode.getDeclaredVariables(declaring).find(({ name }) => name === local);
      return variable ? [{ module, exported, node, isTypeOnly, statement, variable }] : [];
    }),
  ),
);

function readStatementBindings(statement: TSESTree.ProgramStatement): Found[] {
  if (statement.type === "ImportDeclaration") return fromImport(statement);
  if (statement.type === "VariableDeclaration") return statement.declarations.flatMap(fromDeclarator);

  const module = importEqualsModule(statement);
  if (module === undefined || statement.type !== "TSImportEqualsDeclaration") return [];
  const isTypeOnly = statement.importKind === "type";
  return [{ module, exported: WHOLE_MODULE, local: statement.id.name, node: statement, isTypeOnly }];
}

function fromImport({ importKind, source, specifiers }: TSESTree.ImportDeclaration): Found[] {
  return specifiers.map((node) => {
    const isInlineType = node.type === "ImportSpecifier" && node.importKind === "type";
    const isTypeOnly = importKind === "type" || isInlineType;
    return { module: source.value, exported: readExportedName(node), local: node.local.name, node, isTypeOnly };
  });
}

function readExportedName(node: TSESTree.ImportClause): string {
  if (node.type === "ImportNamespaceSpecifier") return WHOLE_MODULE;
  if (node.type === "ImportDefaultSpecifier") return "default";
  return readSpecifierName(node.imported);
}

function fromDeclarator(node: TSESTree.VariableDeclarator): Found[] {
  const { id, init } = node;
  if (id.type === "ObjectPattern") return fromPattern(id, findRequiredModule(init));
  if (id.type !== "Identifier") return [];

  const module = findRequiredModule(init);
  if (module !== undefined) return [{ module, exported: WHOLE_MODULE, local: id.name, node }];
  return fromRequiredMember(node, id.name);
}

/** `const SE = require("m").SystemError` */
function fromRequiredMember(node: TSESTree.VariableDeclarator, local: string): Found[] {
  if (node.init?.type !== "MemberExpression" || node.init.computed) return [];
  const module = findRequiredModule(node.init.object);
  if (module === undefined || node.init.property.type !== "Identifier") return [];
  return [{ module, exported: node.init.property.name, local, node }];
}

function fromPattern({ properties }: TSESTree.ObjectPattern, module: string | undefined): Found[] {
  if (module === undefined) return [];
  return properties.flatMap((node) => {
    // A name with a default may hold something else than the export.
    if (node.type !== "Property" || node.value.type !== "Identifier") return [];
    if (node.computed || node.key.type !== "Identifier") return [];
    return [{ module, exported: node.key.name, local: node.value.name, node }];
  });
}

function getDeclarator(property: TSESTree.Property): TSESTree.Node {
  return property.parent.parent;
}

/** The exports of a module that a fix needs. */
export interface WantedImport {
  readonly module: string;
  readonly names: readonly string[];
}

export interface ImportPlanOptions {
  /** Tells CommonJS from ES modules where the code does not. */
  readonly filename?: string;
  /** Tells which other modules provide the names too, such as the project's own wrapper of the contract. */
  readonly equivalent?: (module: string) => boolean;
}

/** How the wanted names come into the file. */
export interface ImportPlan {
  /** The text to write for each wanted name: the name, an alias, or `namespace.name`. */
  readonly locals: ReadonlyMap<string, string>;
  /** The names that the file does not import yet. */
  readonly missing: readonly MissingImport[];
  /** The import that takes the missing names; without one they get a statement of their own. */
  readonly target: ImportTarget | undefined;
  /** Type-only imports that become imports of values. */
  readonly typeOnly: readonly ImportBinding[];
  readonly module: string;
  readonly system: ModuleSystem;
}

export interface MissingImport {
  /** `WHOLE_MODULE` where the module system of the file has no named imports. */
  readonly name: string;
  readonly local: string;
}

/** How the names can be used at a place. Undefined in a file without a module system. */
export function planImport(
  sourceCode: SourceCode,
  at: TSESTree.Node,
  wanted: WantedImport,
  { equivalent = () => false, filename }: ImportPlanOptions = {},
): ImportPlan | undefined {
  const system = detectModuleSystem(sourceCode, filename);
  if (!system) return undefined;

  const provides = [(module: string) => module === wanted.module, equivalent];
  const isUsable = (binding: ImportBinding): boolean =>
    canHoldValue(binding, system) && isVisible(sourceCode, binding, at);
  const byPreference = provides
    .flatMap((accepts) => importBindings(sourceCode).filter((each) => accepts(each.module) && isUsable(each)))
    .sort(compareBindings);

  const found = new Map<string, ImportBinding>();
  for (const name of wanted.names) {
    const binding = byPreference.find(({ exported }) => exported === name || exported === WHOLE_MODULE);
    if (binding) found.set(name, binding);
  }

  const unfound = [...new Set(wanted.names)].filter((name) => !found.has(name));
  const missing = planMissingImports(sourceCode, { ...wanted, names: unfound }, system, (name) =>
    isFreeName(sourceCode, name, at),
  );
  const typeOnly = [...new Set(found.values())].filter((binding) => binding.isTypeOnly);
  const target = missing.length > 0 ? importTarget(sourceCode, system, { at, provides, typeOnly }) : undefined;
  const locals = new Map(wanted.names.map((name) => [name, printLocalName(name, found.get(name), missing)]));
  return { locals, missing, target, typeOnly, module: wanted.module, system };
}

/** CommonJS under `verbatimModuleSyntax` allows `import type`, but no `import` of a value. */
function canHoldValue({ isTypeOnly, statement }: ImportBinding, system: ModuleSystem): boolean {
  return !isTypeOnly || system === "esm" || statement.type === "TSImportEqualsDeclaration";
}

function compareBindings(left: ImportBinding, right: ImportBinding): number {
  const rank = ({ exported, isTypeOnly }: ImportBinding) => (isTypeOnly ? 2 : 0) + (exported === WHOLE_MODULE ? 1 : 0);
  return rank(left) - rank(right);
}

function planMissingImports(
  sourceCode: SourceCode,
  { module, names }: WantedImport,
  system: ModuleSystem,
  isFree: (name: string) => boolean,
): MissingImport[] {
  if (system !== "typescript-commonjs") {
    return names.map((name) => ({ name, local: isFree(name) ? name : createAlias(sourceCode, name) }));
  }
  return names.length > 0 ? [{ name: WHOLE_MODULE, local: createNamespaceName(sourceCode, module) }] : [];
}

function printLocalName(name: string, binding: ImportBinding | undefined, missing: readonly MissingImport[]): string {
  if (binding) return binding.exported === WHOLE_MODULE ? `${binding.variable.name}.${name}` : binding.variable.name;

  const named = missing.find((item) => item.name === name);
  return named?.local ?? `${missing[0]?.local}.${name}`;
}

/** A node that can take another name: `import { a } from "m"`, or the pattern of `const { a } = require("m")`. */
export type ImportTarget = TSESTree.ImportDeclaration | TSESTree.ObjectPattern;

interface TargetFacts {
  /** Best first: the module itself, then its equivalents. */
  readonly provides: readonly ((module: string) => boolean)[];
  readonly at: TSESTree.Node;
  /** Imports that the same fix turns from types into values. */
  readonly typeOnly: readonly ImportBinding[];
}

interface Candidate {
  readonly module: string | undefined;
  readonly target: ImportTarget;
}

/** The import that the names can be added to. */
function importTarget(
  sourceCode: SourceCode,
  system: ModuleSystem,
  { at, provides, typeOnly }: TargetFacts,
): ImportTarget | undefined {
  const becomesValue = (node: TSESTree.Node) => typeOnly.some(({ statement }) => statement === node);
  const candidates = {
    esm: () => importCandidates(sourceCode, becomesValue),
    commonjs: () => listPatternCandidates(sourceCode, at),
    "typescript-commonjs": () => [],
  }[system]();

  return provides.flatMap((accepts) => candidates.filter(({ module }) => module !== undefined && accepts(module)))[0]
    ?.target;
}

const getImports = rememberFor(({ ast }: SourceCode) => ast.body.filter((node) => node.type === "ImportDeclaration"));

function importCandidates(sourceCode: SourceCode, becomesValue: (node: TSESTree.Node) => boolean): Candidate[] {
  return getImports(sourceCode)
    .filter((node) => node.importKind !== "type" || becomesValue(node))
    .filter((node) => canTakeNames(sourceCode, node))
    .map((target) => ({ target, module: target.source.value }));
}

function canTakeNames(sourceCode: SourceCode, { attributes, source, specifiers }: TSESTree.ImportDeclaration): boolean {
  // With attributes the module is data and has no such names. Espree leaves them out before ES2025.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- as the line above says
  if (attributes?.length > 0) return false;
  if (specifiers.length > 0) return specifiers.every(({ type }) => type !== "ImportNamespaceSpecifier");
  // `import {} from "m"` takes names; `import "m"` is there for its effect and stays alone.
  return sourceCode.getTokenBefore(source)?.value === "from";
}

function listPatternCandidates(sourceCode: SourceCode, at: TSESTree.Node): Candidate[] {
  return sourceCode.ast.body
    .filter((node) => node.type === "VariableDeclaration")
    .filter((node) => node.range[1] <= at.range[0])
    .flatMap(({ declarations }) => declarations)
    .flatMap(({ id: target, init }) => {
      if (target.type !== "ObjectPattern" || target.typeAnnotation) return [];
      // Another name would take its property out of the rest.
      if (target.properties.some(({ type }) => type === "RestElement")) return [];
      return [{ target, module: findRequiredModule(init) }];
    });
}

/** The binding's name means the binding at a place, and holds the module's value by then. */
function isVisible(sourceCode: SourceCode, { node, statement, variable }: ImportBinding, at: TSESTree.Node): boolean {
  const isHoisted = statement.type === "ImportDeclaration";
  const writes = variable.references.filter((reference) => reference.isWrite());
  if (writes.length > 1 || variable.defs.length > 1) return false;

  return (
    ASTUtils.findVariable(getScopeAt(sourceCode, at), variable.name) === variable &&
    (isHoisted || node.range[1] <= at.range[0])
  );
}

const getUndeclaredNames = rememberFor(
  ({ scopeManager }: SourceCode) =>
    new Set(scopeManager?.globalScope?.through.map(({ identifier }) => identifier.name)),
);

/** A new import can bind the name: nothing at the place, in the module scope or outside of the file has it. */
function isFreeName(sourceCode: SourceCode, name: string, at: TSESTree.Node): boolean {
  if (getUndeclaredNames(sourceCode).has(name)) return false;

  const variable = ASTUtils.findVariable(getScopeAt(sourceCode, at), name);
  // A configured global that the file does not mention may be covered.
  const isUnmentioned = variable?.defs.length === 0 && variable.references.length === 0;
  return !variable || isUnmentioned;
}

/**
 * `ContractSystemError`, `contractToolError`, `CONTRACT_CODES`; a number follows where the file has that word already.
 */
function createAlias(sourceCode: SourceCode, name: string): string {
  if (/^[A-Z0-9_$]+$/.test(name)) return findFreeName(sourceCode, `CONTRACT_${name}`);
  const isCapital = /^[A-Z]/.test(name);
  return findFreeName(
    sourceCode,
    isCapital ? `Contract${name}` : `contract${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  );
}

/** `systemError` for `../core/system-error.js` */
function createNamespaceName(sourceCode: SourceCode, module: string): string {
  const lastPart = module.split("/").at(-1) ?? "";
  const words = lastPart.replace(/\.\w+$/, "").match(/[A-Za-z0-9]+/g) ?? [];
  const camelCase = words
    .map((word, index) => (index > 0 ? word.charAt(0).toUpperCase() + word.slice(1) : word))
    .join("");
  const isUsable =
    /^[A-Za-z]/.test(camelCase) && !/^(?:class|default|delete|enum|new|package|static|this)$/.test(camelCase);
  return findFreeName(sourceCode, isUsable ? camelCase : "contract");
}

/** Stricter than the scopes ask for: no word of the file is the name, so it is free in all of them. */
function findFreeName(sourceCode: SourceCode, name: string): string {
  const words = new Set(sourceCode.ast.tokens.map(({ value }) => value));
  let free = name;
  for (let number = 2; words.has(free); number++) free = `${name}${number}`;
  return free;
}

function getScopeAt(sourceCode: SourceCode, place: TSESTree.Node): TSESLint.Scope.Scope {
  const scope = sourceCode.getScope(place);
  if (place.type !== "Program") return scope;
  // ESLint answers with the global scope here, which does not see the declarations of the module.
  return scope.childScopes.find(({ block }) => block === place) ?? scope;
}
