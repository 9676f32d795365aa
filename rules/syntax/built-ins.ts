import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getLastSegment, readMethodCall, readStaticKey, unwrapExpression } from "./expressions.js";
import { resolveReferencePath } from "./references.js";
import { rememberText } from "./remember.js";
import { isMentionedInFile } from "./source-file.js";

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

function mayBeNamed(node: TSESTree.Node, name: string, sourceCode: TSESLint.SourceCode): boolean {
  if (node.type === "MemberExpression" && !node.computed) {
    return node.property.type === "Identifier" && node.property.name === name;
  }
  return isMentionedInFile(name, sourceCode);
}

// The error classes of the language and its hosts.
const BUILTIN_ERROR = "(?:(?:Aggregate|Eval|Range|Reference|Suppressed|Syntax|Type|URI)?Error|DOMException)";
const BUILTIN_ERROR_NAME = new RegExp(`^${BUILTIN_ERROR}$`);
const BUILTIN_ERROR_WORD = new RegExp(String.raw`\b${BUILTIN_ERROR}\b`);

/** Whether a text names a built-in error class at all. */
export const mentionsBuiltin = rememberText((text) => BUILTIN_ERROR_WORD.test(text));

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
const OBJECTS: ReadonlySet<string> = new Set([
  ...["AbortController", "Boolean", "JSON.stringify", "Map", "Math", "Number", "Object", "Set"],
  ...["TextDecoder", "TextEncoder"],
]);
const TIMERS = /^(?:clear|set)(?:Interval|Timeout)$/;

/** Whether an expression is an object of the language or the console, and nobody's of the same name. */
export function isBuiltinObject(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const names = resolveGlobalPath(node, sourceCode);
  return names?.length === 1 && OBJECTS.has(names[0] ?? "");
}

/** Returns whether control comes back from a call because its callee is built in; of others, only types can tell. */
export function comesBack(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const [first = ""] = resolveGlobalPath(call.callee, sourceCode) ?? [];
  return OBJECTS.has(first) || TIMERS.test(first);
}

// What they and their methods give is a value of the language, made from other values.
const PLAIN: ReadonlySet<string> = new Set([
  ...["Array", "Boolean", "Date", "Map", "Math", "Number", "Object", "Set", "String", "WeakMap", "WeakSet"],
  ...["AbortController", "JSON.stringify", "TextDecoder", "TextEncoder", "crypto.randomUUID"],
]);

/** Returns whether a call only makes a value of the language: `new Set(ids)`, `Math.max(a, b)`, `setTimeout(f)`. */
export function makesPlainValue(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (call.type !== "CallExpression" && call.type !== "NewExpression") return false;
  const path = resolveGlobalPath(call.callee, sourceCode) ?? [];
  return PLAIN.has(path[0] ?? "") || PLAIN.has(path.join(".")) || TIMERS.test(path[0] ?? "");
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

// Modules whose functions give another text each time, or put one together, and globals that do.
const TEXT_MODULES = new Set(["crypto", "util", "uuid", "nanoid", "ulid", "cuid"]);
const TEXT_MAKERS = new Set(["String", "JSON.stringify", "Date.now", "Math.random", "crypto.randomUUID"]);
const BUILDERS = new Set(["concat", "join", "replace", "replaceAll", "toLowerCase", "toUpperCase"]);

/** Whether a call puts a text together or generates it, so that nobody can find it by reading the code. */
export function isMadeAtRunTime(node: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const { root, path = [] } = resolveReferencePath(node.callee, sourceCode) ?? {};
  if (root?.kind === "import") return TEXT_MODULES.has(root.module.replace(/^node:/, ""));
  if (root?.kind === "global" && TEXT_MAKERS.has(path.join("."))) return true;
  const method = readMethodCall(node, sourceCode);
  if (!method) return false;
  // `Math.random().toString(36)`
  const object = unwrapExpression(method.object);
  return BUILDERS.has(method.name) || (object.type === "CallExpression" && isMadeAtRunTime(object, sourceCode));
}
