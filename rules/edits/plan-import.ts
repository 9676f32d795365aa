import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { resolveReferencePath } from "../syntax/references.js";
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

/** Every name that the file's top level takes from a module. A re-export binds nothing and is none. */
export const importBindings = rememberFor((sourceCode: SourceCode): readonly ImportBinding[] =>
  sourceCode.ast.body.filter(isImport).flatMap((statement) =>
    sourceCode.getDeclaredVariables(statement).flatMap((variable) => {
      const [definition] = variable.defs;
      if (!definition) return [];
      const { name, node } = definition;
      const reference = resolveReferencePath(name, sourceCode);
      if (reference?.root.kind !== "import" || reference.path.length > 1) return [];
      const isTypeOnly = [statement, node].some((each) => "importKind" in each && each.importKind === "type");
      const [exported = WHOLE_MODULE] = reference.path;
      return [{ module: reference.root.module, exported, variable, node, statement, isTypeOnly }];
    }),
  ),
);

/** Whether a statement only imports or requires. */
export function isImport(node: TSESTree.ProgramStatement): boolean {
  if (node.type === "ImportDeclaration") return true;
  if (node.type === "ExpressionStatement") return findRequiredModule(node.expression) !== undefined;
  if (node.type !== "VariableDeclaration") return importEqualsModule(node) !== undefined;
  return node.declarations.every(
    ({ init }) => findRequiredModule(init?.type === "MemberExpression" ? init.object : init) !== undefined,
  );
}

/** The exports of a module that a fix needs. */
interface WantedImport {
  readonly module: string;
  readonly names: readonly string[];
}

interface ImportPlanOptions {
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
  { module, names }: WantedImport,
  { equivalent = () => false, filename }: ImportPlanOptions = {},
): ImportPlan | undefined {
  const system = detectModuleSystem(sourceCode, filename);
  if (!system) return undefined;
  const provides = [(other: string) => other === module, equivalent];
  const bindings = provides
    .flatMap((accepts) => importBindings(sourceCode).filter((each) => accepts(each.module)))
    // CommonJS under `verbatimModuleSyntax` allows `import type`, but no `import` of a value.
    .filter((each) => (!each.isTypeOnly || system === "esm") && isVisible(sourceCode, each, at))
    .sort((left, right) => rankBinding(left) - rankBinding(right));
  const found = new Map(
    names.map((name) => [name, bindings.find(({ exported }) => exported === name || exported === WHOLE_MODULE)]),
  );
  const unfound = [...found].flatMap(([name, binding]) => (binding ? [] : [name]));
  const missing = planMissingImports(sourceCode, at, unfound, system);
  const typeOnly = [...new Set(found.values())].flatMap((binding) => (binding?.isTypeOnly ? [binding] : []));
  const target = missing.length > 0 ? findTarget(sourceCode, system, at, { provides, typeOnly }) : undefined;
  const locals = new Map(names.map((name) => [name, printLocalName(name, found.get(name), missing)]));
  return { locals, missing, target, typeOnly, module, system };
}

/** Values before types, and names before whole modules. */
function rankBinding({ exported, isTypeOnly }: ImportBinding): number {
  return (isTypeOnly ? 2 : 0) + (exported === WHOLE_MODULE ? 1 : 0);
}

function planMissingImports(
  sourceCode: SourceCode,
  at: TSESTree.Node,
  names: readonly string[],
  system: ModuleSystem,
): readonly MissingImport[] {
  if (names.length > 0 && system === "typescript-commonjs")
    return [{ name: WHOLE_MODULE, local: findFreeName(sourceCode, "contract") }];
  return names.map((name) => ({
    name,
    local: isFreeName(sourceCode, name, at) ? name : findFreeName(sourceCode, name),
  }));
}

function printLocalName(name: string, binding: ImportBinding | undefined, missing: readonly MissingImport[]): string {
  if (binding) return binding.exported === WHOLE_MODULE ? `${binding.variable.name}.${name}` : binding.variable.name;
  const named = missing.find((item) => item.name === name);
  return named?.local ?? `${missing[0]?.local}.${name}`;
}

/** A node that can take another name: `import { a } from "m"`, or the pattern of `const { a } = require("m")`. */
export type ImportTarget = TSESTree.ImportDeclaration | TSESTree.ObjectPattern;

/** The import that the names can be added to: of the module itself before its equivalents. */
function findTarget(
  sourceCode: SourceCode,
  system: ModuleSystem,
  at: TSESTree.Node,
  { provides, typeOnly }: { provides: readonly ((module: string) => boolean)[]; typeOnly: readonly ImportBinding[] },
): ImportTarget | undefined {
  const isOfValues = (node: TSESTree.ImportDeclaration) =>
    node.importKind !== "type" || typeOnly.some(({ statement }) => statement === node);
  const candidates = sourceCode.ast.body.flatMap((node): { module: string | undefined; target: ImportTarget }[] => {
    if (node.type === "ImportDeclaration")
      return system === "esm" && isOfValues(node) && canTakeNames(node)
        ? [{ module: node.source.value, target: node }]
        : [];
    if (system !== "commonjs" || node.type !== "VariableDeclaration" || node.range[1] > at.range[0]) return [];
    return node.declarations.flatMap(({ id, init }) => {
      // Another name would take its property out of the rest.
      const isOpen = id.type === "ObjectPattern" && !id.properties.some(({ type }) => type === "RestElement");
      return isOpen ? [{ module: findRequiredModule(init), target: id }] : [];
    });
  });
  return provides.flatMap((accepts) => candidates.filter(({ module }) => module !== undefined && accepts(module)))[0]
    ?.target;
}

/** A namespace has no names, and an import for its effect or of data stays alone. */
function canTakeNames({ attributes, specifiers }: TSESTree.ImportDeclaration): boolean {
  // Espree leaves attributes out before ES2025.
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- as the line above says
  if (attributes?.length > 0 || specifiers.length === 0) return false;
  return specifiers.every(({ type }) => type !== "ImportNamespaceSpecifier");
}

/** The binding's name means the binding at a place, and holds the module's value by then. */
function isVisible(sourceCode: SourceCode, { node, statement, variable }: ImportBinding, at: TSESTree.Node): boolean {
  const isThere = statement.type === "ImportDeclaration" || node.range[1] <= at.range[0];
  return isThere && ASTUtils.findVariable(getScopeAt(sourceCode, at), variable.name) === variable;
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

/** `toolError2`: no word of the file is the name, so it is free in all of its scopes. */
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
