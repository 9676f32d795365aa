import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapped } from "./expressions.js";
import { referencePath, staticKey, variableOf } from "./references.js";

/** The error classes of the language and its hosts, each with the built-in class above it. */
const BUILTIN_ERRORS: ReadonlyMap<string, string | undefined> = new Map([
  ["Error", undefined],
  ["AggregateError", "Error"],
  ["DOMException", "Error"],
  ["EvalError", "Error"],
  ["RangeError", "Error"],
  ["ReferenceError", "Error"],
  ["SuppressedError", "Error"],
  ["SyntaxError", "Error"],
  ["TypeError", "Error"],
  ["URIError", "Error"],
]);

function isBuiltinErrorName(name: string): boolean {
  return BUILTIN_ERRORS.has(name);
}

const BUILTIN_WORD = new RegExp(`\\b(?:${[...BUILTIN_ERRORS.keys()].join("|")})\\b`);

/** Whether a text names a built-in error class at all. */
export function mentionsBuiltin(text: string): boolean {
  return BUILTIN_WORD.test(text);
}

/** Whether the last name of an expression is that of a built-in error class. */
export function isNamedLikeBuiltin(node: TSESTree.Node): boolean {
  const named = node.type === "MemberExpression" ? node.property : node;
  return named.type === "Identifier" && isBuiltinErrorName(named.name);
}

/** The name of the built-in error class that an expression refers to: `Error`, `globalThis.Error`, an alias of it. */
export function builtinErrorClass(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  const reference = referencePath(node, sourceCode);
  const [name, ...rest] = reference?.path ?? [];
  if (reference?.root.kind === "global" && name !== undefined && rest.length === 0) {
    return isBuiltinErrorName(name) ? name : undefined;
  }
  return reference?.root.kind === "import" ? undefined : errorMember(node, sourceCode);
}

// `lib.Error("x")`: whatever the library is, a member named after a built-in class makes one.
function errorMember(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): string | undefined {
  const callee = unwrapped(node);
  if (callee.type !== "MemberExpression") return undefined;
  const name = staticKey(callee, sourceCode);
  return name !== undefined && isBuiltinErrorName(name) ? name : undefined;
}

/** None of them is an error, and none of their methods ends the process. */
const OBJECTS = new Set([
  "Array",
  "Boolean",
  "console",
  "Date",
  "JSON",
  "Math",
  "Number",
  "Object",
  "Promise",
  "String",
]);
const TIMERS = /^(?:clear|set)(?:Immediate|Interval|Timeout)$/;
const KEEPS = /^(?:add|delete|push|set|unshift)$/;

/** Whether an expression is an object of the language or the console, and nobody's of the same name. */
export function isBuiltinObject(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const names = globalNames(node, sourceCode);
  return names?.length === 1 && OBJECTS.has(names[0] ?? "");
}

/** Whether control comes back from a call, since what it calls is built in; only types know it of other functions. */
export function comesBack({ callee }: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const [first] = globalNames(callee, sourceCode) ?? [];
  if (first !== undefined) return OBJECTS.has(first) || TIMERS.test(first);
  const method = unwrapped(callee);
  if (method.type !== "MemberExpression" || !KEEPS.test(staticKey(method, sourceCode) ?? "")) return false;
  return isCollection(method.object, sourceCode);
}

function globalNames(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly string[] | undefined {
  const reference = referencePath(node, sourceCode);
  return reference?.root.kind === "global" ? reference.path : undefined;
}

/** `const found = []`, `const seen = new Set()` */
function isCollection(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const [definition, ...others] = variableOf(unwrapped(node), sourceCode)?.defs ?? [];
  if (definition?.type !== "Variable" || others.length > 0 || definition.parent.kind !== "const") return false;
  const { id, init } = definition.node;
  if (id !== definition.name || !init) return false;
  const value = unwrapped(init);
  if (value.type === "ArrayExpression") return true;
  const names = value.type === "NewExpression" ? globalNames(value.callee, sourceCode) : undefined;
  return names?.length === 1 && /^(?:Array|Map|Set|WeakMap|WeakSet)$/.test(names[0] ?? "");
}
