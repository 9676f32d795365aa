import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapped } from "./expressions.js";
import { staticKey } from "./keys.js";
import { referencePath } from "./reference-path.js";
import { variableOf } from "./variable-of.js";

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
