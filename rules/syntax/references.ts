import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { getAwaited, unwrapExpression } from "./expressions.js";
import { rememberFor } from "./remember.js";
import { isMentionedInFile, importEqualsModule, findRequiredModule } from "./source-file.js";

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

/** Lists the expressions that are what a call gives: the call, or its `await`, and the reads of what stores it. */
export function listResultUses(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): readonly TSESTree.Node[] {
  const result = getAwaited(call);
  const { parent } = result;
  return [result, ...(parent?.type === "VariableDeclarator" ? collectReads(parent.id, sourceCode) : [])];
}

/** Returns the expression that a `const` is declared with; undefined for other variables and for patterns. */
export function getConstInitializer(variable: Variable | null | undefined): TSESTree.Expression | undefined {
  const definition = variable?.defs[0];
  if (definition?.type !== "Variable" || definition.parent.kind !== "const") return undefined;
  return definition.node.id === definition.name ? (definition.node.init ?? undefined) : undefined;
}

/** Returns the value that `e = value` or `let e = value` writes; loops and patterns are not followed. */
export function findWrittenValue(
  identifier: TSESTree.Node,
  operators = /^(?:\?\?|\|\|)?=$/,
): TSESTree.Node | undefined {
  const { parent } = identifier;
  if (parent?.type === "VariableDeclarator" && parent.id === identifier) return parent.init ?? undefined;
  const isAssigned = parent?.type === "AssignmentExpression" && parent.left === identifier;
  return isAssigned && operators.test(parent.operator) ? parent.right : undefined;
}

/** Returns the value of an expression that is the same in every run, as `value`; undefined where it is not known. */
export function readStaticValue(
  node: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): { readonly value: unknown } | undefined {
  const expression = unwrapExpression(node);
  // Nearly all values are literals, and looking up a scope is slow.
  if (expression.type === "Literal" && typeof expression.value !== "object") return { value: expression.value };
  return ASTUtils.getStaticValue(expression, sourceCode.getScope(expression)) ?? undefined;
}

export type ClassNode = TSESTree.ClassDeclaration | TSESTree.ClassExpression;

/** Returns the class that a variable surely is: `class E {}`, `const E = class {}`. */
export function getDeclaredClass(variable: Variable | null | undefined): ClassNode | undefined {
  const node = variable?.defs[0]?.node;
  if (node?.type === "ClassDeclaration") return node;
  const initializer = getConstInitializer(variable);
  return initializer?.type === "ClassExpression" ? initializer : undefined;
}

/** A call of a method: `fs.promises.rm(path)`. */
export interface MethodCall {
  readonly object: TSESTree.Expression;
  /** Empty where it is computed. */
  readonly name: string;
}

/** Returns the method that a call calls; undefined where it calls anything else. */
export function readMethodCall(
  { callee }: Pick<TSESTree.CallExpression | TSESTree.NewExpression, "callee">,
  sourceCode: TSESLint.SourceCode,
): MethodCall | undefined {
  const member = unwrapExpression(callee);
  return member.type === "MemberExpression"
    ? { object: member.object, name: readStaticKey(member, sourceCode) ?? "" }
    : undefined;
}

/** Returns the last name of an expression: `rm` of `fs.promises.rm`; empty where there is none. */
export function readNameOf(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  const value = unwrapExpression(node);
  if (value.type === "MemberExpression") return readStaticKey(value, sourceCode) ?? "";
  return value.type === "Identifier" ? value.name : "";
}

/** Returns the last name of a callee: `rm` of `fs.promises.rm(path)`; empty where there is none. */
export function readCalleeName(
  { callee }: Pick<TSESTree.CallExpression | TSESTree.NewExpression, "callee">,
  sourceCode: TSESLint.SourceCode,
): string {
  return readNameOf(callee, sourceCode);
}

/** The last property of that name in an object literal: it is the one that counts. */
export function findProperty(
  object: TSESTree.ObjectExpression,
  name: string,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Property | undefined {
  return object.properties.findLast(
    (property): property is TSESTree.Property =>
      property.type === "Property" && readStaticKey(property, sourceCode) === name,
  );
}

/** The fields of an object literal, as far as they are written. */
export interface ObjectFields {
  /** By name, the value that counts: the last one. */
  readonly values: ReadonlyMap<string, TSESTree.Node>;
  /** The names whose value a spread behind them may replace. */
  readonly unsure: ReadonlySet<string>;
  /** Whether there may be more fields than are named: spreads, computed names, accessors. */
  readonly isOpen: boolean;
}

export function readObjectFields(object: TSESTree.ObjectExpression, sourceCode: TSESLint.SourceCode): ObjectFields {
  const values = new Map<string, TSESTree.Node>();
  const unsure = new Set<string>();
  let isOpen = false;
  for (const property of object.properties) {
    const name = property.type === "Property" ? readStaticKey(property, sourceCode) : undefined;
    if (property.type !== "Property" || name === undefined || property.kind !== "init") {
      isOpen = true;
      if (property.type === "SpreadElement") for (const known of values.keys()) unsure.add(known);
      continue;
    }
    values.set(name, property.value);
    unsure.delete(name);
  }
  return { values, unsure, isOpen };
}

/**
 * The name of a member, property or method, where it is known without running the code: `a.b`, `a["b"]`, `{ [K]: 1 }`.
 */
export function readStaticKey(
  node: TSESTree.MemberExpression | TSESTree.Property | TSESTree.MethodDefinition | TSESTree.PropertyDefinition,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  // Nearly all names are plain, and looking up a scope is slow.
  const key = node.type === "MemberExpression" ? node.property : node.key;
  if (!node.computed && key.type === "Identifier") return key.name;
  if (key.type === "Literal" && typeof key.value === "string") return key.value;
  const isWritten = !node.computed || key.type === "Literal";
  return ASTUtils.getPropertyName(node, isWritten ? undefined : sourceCode.getScope(node)) ?? undefined;
}

/** Returns the name of a key that is an identifier or a literal, whether or not it is computed. */
export function readPlainKey(key: TSESTree.Node): string | undefined {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : undefined;
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

/**
 * Which of these globals an expression refers to: `JSON.stringify`. The names in it and the text of the file are looked
 * at before any scope: most calls are of something else.
 */
export function resolveGlobalName<Name extends string>(
  node: TSESTree.Node,
  names: readonly Name[],
  sourceCode: TSESLint.SourceCode,
): Name | undefined {
  const likely = names.filter((name) => mayBeNamed(unwrapExpression(node), getLastSegment(name), sourceCode));
  const reference = likely.length > 0 ? resolveReferencePath(node, sourceCode) : undefined;
  const found = reference?.root.kind === "global" ? reference.path.join(".") : undefined;
  return likely.find((name) => name === found);
}

/** Returns the last segment of a dotted path: `code` of `error.code`. */
export function getLastSegment(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}

function mayBeNamed(node: TSESTree.Node, name: string, sourceCode: TSESLint.SourceCode): boolean {
  if (node.type === "MemberExpression" && !node.computed) {
    return node.property.type === "Identifier" && node.property.name === name;
  }
  return isMentionedInFile(name, sourceCode);
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

// The error classes of the language and its hosts.
const BUILTIN_ERROR = "(?:(?:Aggregate|Eval|Range|Reference|Suppressed|Syntax|Type|URI)?Error|DOMException)";
const BUILTIN_ERROR_NAME = new RegExp(`^${BUILTIN_ERROR}$`);
const BUILTIN_ERROR_WORD = new RegExp(String.raw`\b${BUILTIN_ERROR}\b`);

/** Whether a text names a built-in error class at all. */
export function mentionsBuiltin(text: string): boolean {
  return BUILTIN_ERROR_WORD.test(text);
}

/** Whether the last name of an expression is that of a built-in error class. */
export function isNamedLikeBuiltin(node: TSESTree.Node): boolean {
  const named = node.type === "MemberExpression" ? node.property : node;
  return named.type === "Identifier" && BUILTIN_ERROR_NAME.test(named.name);
}

/** The name of the built-in error class that an expression refers to: `Error`, `globalThis.Error`, an alias of it. */
export function findBuiltinErrorName(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  const reference = resolveReferencePath(node, sourceCode);
  if (reference?.root.kind === "import") return undefined;
  const isGlobal = reference?.root.kind === "global" && reference.path.length === 1;
  // `lib.Error("x")`: whatever the library is, a member named after a built-in class makes one.
  const callee = unwrapExpression(node);
  const member = callee.type === "MemberExpression" ? readStaticKey(callee, sourceCode) : undefined;
  const name = isGlobal ? reference.path[0] : member;
  return name !== undefined && BUILTIN_ERROR_NAME.test(name) ? name : undefined;
}

/** None of them is an error, and none of their methods ends the process. */
const OBJECTS = /^(?:Array|Boolean|console|Date|JSON|Math|Number|Object|Promise|String)$/;
const TIMERS = /^(?:clear|set)(?:Immediate|Interval|Timeout)$/;

/** Whether an expression is an object of the language or the console, and nobody's of the same name. */
export function isBuiltinObject(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const names = resolveGlobalPath(node, sourceCode);
  return names?.length === 1 && OBJECTS.test(names[0] ?? "");
}

/** Returns whether control comes back from a call because its callee is built in; of others, only types can tell. */
export function comesBack(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const [first = ""] = resolveGlobalPath(call.callee, sourceCode) ?? [];
  return OBJECTS.test(first) || TIMERS.test(first);
}

const METHODS = new Set(
  [Array, Date, Map, Number, Promise, Set, String].flatMap((each) => Object.getOwnPropertyNames(each.prototype)),
);

/**
 * Returns whether a call is of a method with the name of one of the language, all of which come back: `text.trim()`.
 */
export function isNamedLikeMethod(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  return METHODS.has(readMethodCall(call, sourceCode)?.name ?? "");
}

function resolveGlobalPath(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly string[] | undefined {
  const reference = resolveReferencePath(node, sourceCode);
  return reference?.root.kind === "global" ? reference.path : undefined;
}
