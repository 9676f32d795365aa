import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { findObjectLiteral, readPlainKey, readStaticKey, readStaticValue, unwrapExpression } from "./expressions.js";
import { rememberFor } from "./remember.js";
import { importEqualsModule, findRequiredModule } from "./source-file.js";

type Variable = TSESLint.Scope.Variable;
type Definition = TSESLint.Scope.Definition;

/** The variable that an identifier refers to or declares. */
export function resolveVariable(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): Variable | undefined {
  if (node.type !== "Identifier" && node.type !== "JSXIdentifier") return undefined;
  const resolved = collectResolvedNames(sourceCode).get(node);
  // A name that is no reference: a declaration, a parameter, an import.
  if (resolved === undefined) return ASTUtils.findVariable(sourceCode.getScope(node), node.name) ?? undefined;
  return resolved ?? undefined;
}

/** Returns whether the name of an identifier means the same variable where another node stands. */
export function isVisible(name: TSESTree.Node, at: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const variable = resolveVariable(name, sourceCode);
  return variable !== undefined && ASTUtils.findVariable(sourceCode.getScope(at), variable.name) === variable;
}

// The scope manager knows it of every reference; looking a name up in the scopes around it is slow.
const collectResolvedNames = rememberFor(({ scopeManager }: TSESLint.SourceCode) => {
  const references = scopeManager?.scopes.flatMap((scope) => scope.references) ?? [];
  return new Map<TSESTree.Node, Variable | null>(references.map(({ identifier, resolved }) => [identifier, resolved]));
});

/** The reads of the variable that a name declares or refers to. */
export function collectReads(name: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  const references = resolveVariable(name, sourceCode)?.references ?? [];
  return references.filter((reference) => reference.isRead()).map(({ identifier }) => identifier);
}

/** Returns the expression that a `const` is declared with; undefined for other variables and for patterns. */
export function getConstInitializer(variable: Variable | null | undefined): TSESTree.Expression | undefined {
  const definition = variable?.defs[0];
  if (definition?.type !== "Variable" || definition.parent.kind !== "const") return undefined;
  return definition.node.id === definition.name ? (definition.node.init ?? undefined) : undefined;
}

/** Returns what a constant is declared with: `error instanceof Error` of `const isError = ...`; else the node. */
export function resolveConstant(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Node {
  return unwrapExpression(getConstInitializer(resolveVariable(node, sourceCode)) ?? node);
}

export type ClassNode = TSESTree.ClassDeclaration | TSESTree.ClassExpression;

/** Returns the class that a variable surely is: `class E {}`, `const E = class {}`. */
export function getDeclaredClass(variable: Variable | null | undefined): ClassNode | undefined {
  const node = variable?.defs[0]?.node;
  if (node?.type === "ClassDeclaration") return node;
  const initializer = getConstInitializer(variable);
  return initializer?.type === "ClassExpression" ? initializer : undefined;
}

/** Where a chain of names begins: an import, a global, or a variable of the file that leads no further. */
type ReferenceRoot =
  | { readonly kind: "import"; readonly module: string }
  | { readonly kind: "global" }
  | { readonly kind: "variable"; readonly variable: Variable };

/**
 * The target of an expression like `errors.SystemError.toolFailure`, with aliases, destructuring, namespaces and
 * `require` resolved: a root and the property names that lead from it. The path of an import begins with the imported
 * name (`default` for a default import); the path of a global begins with the global's name.
 */
export interface ReferencePath {
  readonly root: ReferenceRoot;
  readonly path: readonly string[];
}

const GLOBAL_OBJECTS = new Set(["globalThis", "global", "window", "self"]);
// A chain of aliases longer than this is a cycle (`const a = b, b = a`) or nobody's code.
const MAX_ALIASES = 10;

/** The reference path of an identifier or member chain; `undefined` where it is no such chain or a name is computed. */
export function resolveReferencePath(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): ReferencePath | undefined {
  return resolveExpressionPath(node, sourceCode, 0);
}

function resolveExpressionPath(
  node: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
  depth: number,
): ReferencePath | undefined {
  if (depth > MAX_ALIASES) return undefined;
  const expression = unwrapExpression(node);
  switch (expression.type) {
    case "Identifier":
    case "JSXIdentifier":
      return resolveIdentifierPath(expression, sourceCode, depth);
    case "MemberExpression": {
      const name = readStaticKey(expression, sourceCode);
      return name === undefined
        ? undefined
        : extendPath(resolveExpressionPath(expression.object, sourceCode, depth + 1), [name]);
    }
    case "TSQualifiedName":
      return extendPath(resolveExpressionPath(expression.left, sourceCode, depth + 1), [expression.right.name]);
    case "CallExpression":
      return createImportPath(resolveRequireCall(expression, sourceCode));
    case "AwaitExpression":
      return resolveExpressionPath(expression.argument, sourceCode, depth + 1);
    case "ImportExpression":
      return createImportPath(readStaticValue(expression.source, sourceCode)?.value);
    default:
      return undefined;
  }
}

function createImportPath(module: unknown, ...path: readonly string[]): ReferencePath | undefined {
  return typeof module === "string" ? { root: { kind: "import", module }, path } : undefined;
}

const pathsByVariable = new WeakMap<Variable, ReferencePath>();

function resolveIdentifierPath(
  node: TSESTree.Identifier | TSESTree.JSXIdentifier,
  sourceCode: TSESLint.SourceCode,
  depth: number,
): ReferencePath {
  const variable = resolveVariable(node, sourceCode);
  const definition = variable?.defs[0];
  if (!definition) return { root: { kind: "global" }, path: GLOBAL_OBJECTS.has(node.name) ? [] : [node.name] };
  const path = pathsByVariable.get(variable) ??
    readImportPath(definition) ??
    resolveAliasPath(variable, definition, sourceCode, depth) ?? { root: { kind: "variable", variable }, path: [] };
  pathsByVariable.set(variable, path);
  return path;
}

function readImportPath({ node, parent }: Definition): ReferencePath | undefined {
  if (parent?.type !== "ImportDeclaration") return createImportPath(importEqualsModule(node));
  const module = parent.source.value;
  if (node.type === "ImportSpecifier") return createImportPath(module, readSpecifierName(node.imported));
  return node.type === "ImportDefaultSpecifier" ? createImportPath(module, "default") : createImportPath(module);
}

/** Returns the name in an import or export specifier. */
export function readSpecifierName(node: TSESTree.Identifier | TSESTree.StringLiteral): string {
  return node.type === "Identifier" ? node.name : node.value;
}

// `const E = Error`, `const { SystemError: E } = errors`: only a binding that is never written again is an alias.
function resolveAliasPath(
  variable: Variable,
  definition: Definition,
  sourceCode: TSESLint.SourceCode,
  depth: number,
): ReferencePath | undefined {
  const declarator = definition.node;
  if (declarator.type !== "VariableDeclarator" || !declarator.init || variable.defs.length > 1) return undefined;
  if (variable.references.some((reference) => reference.isWrite() && !reference.init)) return undefined;
  const steps = readDestructuringPath(declarator.id, definition.name);
  return steps && extendPath(resolveExpressionPath(declarator.init, sourceCode, depth + 1), steps);
}

/** The property names that lead from the destructured value to the binding: none for a plain identifier. */
function readDestructuringPath(pattern: TSESTree.Node, binding: TSESTree.Node): readonly string[] | undefined {
  if (pattern === binding) return [];
  if (pattern.type !== "ObjectPattern") return undefined;
  for (const property of pattern.properties) {
    if (property.type !== "Property" || property.computed) continue;
    const key = property.key.type === "Identifier" ? property.key.name : undefined;
    const steps = key === undefined ? undefined : readDestructuringPath(property.value, binding);
    if (key !== undefined && steps) return [key, ...steps];
  }
  return undefined;
}

function extendPath(base: ReferencePath | undefined, names: readonly string[]): ReferencePath | undefined {
  if (!base) return undefined;
  if (names.length === 0) return base;
  // `globalThis.globalThis.Error` is `Error`.
  const [first = "", ...rest] = names;
  if (base.root.kind === "global" && base.path.length === 0 && GLOBAL_OBJECTS.has(first)) return extendPath(base, rest);
  return { root: base.root, path: [...base.path, ...names] };
}

function resolveRequireCall(node: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): string | undefined {
  const module = findRequiredModule(node);
  if (module === undefined) return undefined;
  const definition = resolveVariable(node.callee, sourceCode)?.defs[0]?.node;
  // `const require = createRequire(import.meta.url)` is how an ES module gets one.
  const isShadowed = definition !== undefined && definition.type !== "VariableDeclarator";
  return isShadowed ? undefined : module;
}

/** Finds the value of a path like `CODES.path.INVALID` in a `const` object or an enum of the file. */
export function findLocalMember({ root, path }: ReferencePath): TSESTree.Node | undefined {
  const definition = root.kind === "variable" ? root.variable.defs[0] : undefined;
  if (!definition || path.length === 0) return undefined;
  if (definition.node.type === "TSEnumDeclaration") {
    const member = definition.node.body.members.find(({ id }) => readPlainKey(id) === path[0]);
    return path.length === 1 ? member?.initializer : undefined;
  }
  const initializer = getConstInitializer(root.kind === "variable" ? root.variable : undefined);
  return initializer && findMember(initializer, path);
}

function findMember(node: TSESTree.Node, [name, ...rest]: readonly string[]): TSESTree.Node | undefined {
  if (name === undefined) return node;
  const object = findObjectLiteral(node);
  // A spread may replace any member.
  if (!object || object.properties.some(({ type }) => type === "SpreadElement")) return undefined;
  const property = object.properties.findLast(
    (each): each is TSESTree.ObjectExpressionProperty =>
      each.type === "Property" && !each.computed && readPlainKey(each.key) === name,
  );
  // The value of a getter is not the getter.
  return property?.kind === "init" ? findMember(property.value, rest) : undefined;
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

/** The value of `exported` for a name that stands for the whole module. */
export const WHOLE_MODULE = "*";

/** A local name that a top-level import or require makes. */
export interface ImportBinding {
  readonly module: string;
  /** The name it has in the module, or `WHOLE_MODULE`. */
  readonly exported: string;
  readonly variable: Variable;
  readonly node: TSESTree.Node;
  readonly statement: TSESTree.ProgramStatement;
  /** `import type`, or `type` before the name: there is no value until the word goes. */
  readonly isTypeOnly: boolean;
}

/** Every name that the file's top level takes from a module. A re-export binds nothing and is none. */
export const listImports = rememberFor((sourceCode: Readonly<TSESLint.SourceCode>): readonly ImportBinding[] =>
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
