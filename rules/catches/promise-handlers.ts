import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "../syntax/expressions.js";
import { readMethodCall, resolveReferencePath, readStaticKey, resolveVariable } from "../syntax/references.js";
import type { TypeFacts } from "../types/type-facts.js";

const SCHEMA_PACKAGES = /^(?:zod|@zod\/|valibot|@hono\/zod|zod-)/;
// Methods that build a schema, whose `.catch` gives a value in place of invalid input.
const SCHEMA_METHODS = new RegExp(
  String.raw`^(?:optional|nullable|nullish|refine|superRefine|transform|pipe|coerce|strict|passthrough|` +
    String.raw`string|number|boolean|object|array|enum|nativeEnum|literal|union|record|tuple|default|min|max|` +
    String.raw`describe)$`,
);

/** Whether `.catch` and `.then` of a call are a promise's, as far as anybody can tell. */
export function isOfPromise(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
  facts: TypeFacts | undefined,
): boolean {
  const method = readMethodCall(call, sourceCode);
  if (!method) return false;
  const isSchemaByName = isSchema(method.object, sourceCode);
  const kinds = facts?.members(method.object).map(({ kind }) => kind) ?? [];
  const isTyped = kinds.length > 0 && !kinds.some((kind) => /^(?:any|unknown|unresolved)$/.test(kind));
  return isTyped && facts ? facts.isThenable(method.object) : !isSchemaByName;
}

function isSchema(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const object = unwrapExpression(node);
  switch (object.type) {
    case "CallExpression":
      return isSchema(object.callee, sourceCode);
    case "MemberExpression":
      return SCHEMA_METHODS.test(readStaticKey(object, sourceCode) ?? "") || isSchema(object.object, sourceCode);
    case "Identifier": {
      const reference = resolveReferencePath(object, sourceCode);
      if (reference?.root.kind === "import") return SCHEMA_PACKAGES.test(reference.root.module);
      return object.name === "z" || /[sS]chema$/.test(object.name);
    }
    default:
      return false;
  }
}

/**
 * Whether a handler stands beside the way that a promise takes: `p.catch(() => {});` keeps the process from ending when
 * nobody has come to `await p` yet, and that one is told.
 */
export function isBeside(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const method = readMethodCall(call, sourceCode);
  if (!method || call.parent.type !== "ExpressionStatement") return false;
  const variable = resolveVariable(method.object, sourceCode);
  const others = variable?.references.filter((each) => each.isRead() && each.identifier !== method.object) ?? [];
  return others.some(({ identifier }) => !isHandledBeside(identifier));
}

function isHandledBeside({ parent }: TSESTree.Node): boolean {
  return parent?.type === "MemberExpression" && parent.parent.parent?.type === "ExpressionStatement";
}
