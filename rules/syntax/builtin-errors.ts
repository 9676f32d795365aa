import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapped } from "./expressions.js";
import { staticKey } from "./keys.js";
import { referencePath } from "./reference-path.js";

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
