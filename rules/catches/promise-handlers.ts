import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression, getOutermostWrapper } from "../syntax/expressions.js";
import { findCalledFunction } from "../syntax/function-called.js";
import type { FunctionNode } from "../syntax/functions.js";
import {
  resolveGlobalName,
  readMethodCall,
  resolveReferencePath,
  readStaticKey,
  resolveVariable,
} from "../syntax/references.js";
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
  if (!facts || (!isSchemaByName && isUsedAsPromise(call, method.object, sourceCode))) return !isSchemaByName;
  const kinds = facts.members(method.object).map(({ kind }) => kind);
  const isTyped = kinds.length > 0 && !kinds.some((kind) => /^(?:any|unknown|unresolved)$/.test(kind));
  return isTyped ? facts.isThenable(method.object) : !isSchemaByName;
}

/** `read().then(use).catch(...)`, `read().catch(...).then(use)`, `await read().catch(...)`: types need not be asked. */
function isUsedAsPromise(
  call: TSESTree.CallExpression,
  object: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const { parent } = call;
  if (parent.type === "AwaitExpression" || isThen(parent, sourceCode)) return true;
  const before = unwrapExpression(object);
  if (before.type !== "CallExpression") return false;
  return isThen(unwrapExpression(before.callee), sourceCode) || givesPromise(findCalledFunction(before, sourceCode));
}

/** `async () => ...`, `(): Promise<void> => ...` */
function givesPromise(called: FunctionNode | undefined): boolean {
  if (!called || called.async) return called?.generator === false;
  const type = called.returnType?.typeAnnotation;
  return type?.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "Promise";
}

function isThen(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return node.type === "MemberExpression" && /^(?:then|finally)$/.test(readStaticKey(node, sourceCode) ?? "");
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

/** Whether the rejections that `await Promise.allSettled(...)` gives are looked at by nobody. */
export function ignoresRejections(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  if (!resolveGlobalName(call.callee, ["Promise.allSettled"], sourceCode)) return false;
  const { parent } = call;
  if (parent.type !== "AwaitExpression") return false;
  const holder = parent.parent;
  if (holder.type === "ExpressionStatement") return true;
  if (holder.type === "VariableDeclarator" && holder.id.type === "Identifier") {
    const [variable] = sourceCode.getDeclaredVariables(holder);
    const reads = variable?.references.filter((each) => each.isRead()) ?? [];
    return reads.length === 0 || reads.every(({ identifier }) => readsValuesOnly(identifier, sourceCode));
  }
  if (holder.type === "VariableDeclarator" && holder.id.type === "ArrayPattern") {
    return holder.id.elements.every((each) => each === null || takesValueOnly(each, sourceCode));
  }
  return readsValuesOnly(parent, sourceCode);
}

/** `[one]` of which only `one.value` is read, or `[{ value }]`: a value that is tested may tell of the rejection. */
function takesValueOnly(element: TSESTree.DestructuringPattern, sourceCode: TSESLint.SourceCode): boolean {
  if (element.type === "ObjectPattern") {
    return element.properties.every(
      (property) =>
        property.type === "Property" &&
        readStaticKey(property, sourceCode) === "value" &&
        !isTested(property.value, sourceCode),
    );
  }
  if (element.type !== "Identifier") return false;
  const reads = resolveVariable(element, sourceCode)?.references.filter((each) => each.isRead()) ?? [];
  return reads.every(({ identifier }) => {
    const member = getOutermostWrapper(identifier).parent;
    if (member?.type !== "MemberExpression" || readStaticKey(member, sourceCode) !== "value") return false;
    return !isInTest(member) && !isTested(findHolder(member), sourceCode);
  });
}

/** The name that an expression is kept under, if it is kept as it is. */
function findHolder(node: TSESTree.Node): TSESTree.Node | undefined {
  const { parent } = getOutermostWrapper(node);
  return parent?.type === "VariableDeclarator" ? parent.id : undefined;
}

/** Whether a variable is tested anywhere; a pattern takes the value apart. */
function isTested(name: TSESTree.Node | undefined, sourceCode: TSESLint.SourceCode): boolean {
  if (name?.type !== "Identifier") return false;
  return resolveVariable(name, sourceCode)?.references.some(({ identifier }) => isInTest(identifier)) ?? false;
}

function isInTest(node: TSESTree.Node): boolean {
  for (let child = node, { parent } = node; parent; child = parent, { parent } = parent) {
    if ("test" in parent) return parent.test === child;
    if (parent.type === "LogicalExpression" && parent.left === child) return true;
    if (parent.type.endsWith("Statement") || parent.type === "VariableDeclarator") return false;
  }
  return false;
}

/** `results.map((each) => each.value)`: no word of how each one ended. */
function readsValuesOnly(results: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const member = results.parent;
  if (member?.type !== "MemberExpression" || member.object !== results) return false;
  if (!/^(?:map|flatMap|forEach)$/.test(readStaticKey(member, sourceCode) ?? "")) return false;
  const call = member.parent;
  if (call.type !== "CallExpression") return false;
  const text = sourceCode.getText(call);
  return /\.value\b|\bvalue\s*\}/.test(text) && !/\b(?:status|reason|rejected|fulfilled)\b/.test(text);
}
