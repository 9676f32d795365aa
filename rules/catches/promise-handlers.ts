import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "../syntax/expressions.js";
import { findNameAround } from "../syntax/function-name.js";
import { type FunctionNode, collectReturnedValues, isFunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import {
  getConstInitializer,
  readCalleeName,
  readMethodCall,
  readStaticKey,
  resolveGlobalName,
  resolveReferencePath,
  resolveVariable,
} from "../syntax/references.js";
import type { TypeFacts } from "../types/type-facts.js";
import { catchesFailures, classifyPurpose, isInFinally, isRemoval } from "./attempts.js";

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

/** Whether the rejections that `await Promise.allSettled(...)` gives are looked at by nobody. */
export function ignoresRejections(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  if (!resolveGlobalName(call.callee, ["Promise.allSettled"], sourceCode)) return false;
  const { parent } = call;
  if (parent.type !== "AwaitExpression" || handlesItself(call, sourceCode)) return false;
  const holder = parent.parent;
  if (holder.type === "ExpressionStatement") return true;
  if (holder.type === "VariableDeclarator" && holder.id.type === "Identifier") {
    const [variable] = sourceCode.getDeclaredVariables(holder);
    const reads = variable?.references.filter((each) => each.isRead()) ?? [];
    return reads.length === 0 || reads.every(({ identifier }) => readsValuesOnly(identifier, sourceCode));
  }
  return readsValuesOnly(parent, sourceCode);
}

/** `results.map((each) => each.value)`: no word of how each one ended. */
function readsValuesOnly(results: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const member = results.parent;
  if (member?.type !== "MemberExpression" || member.object !== results) return false;
  if (!/^(?:map|forEach)$/.test(readStaticKey(member, sourceCode) ?? "")) return false;
  const call = member.parent;
  if (call.type !== "CallExpression") return false;
  const text = sourceCode.getText(call);
  return /\.value\b/.test(text) && !/\bstatus\b/.test(text);
}

const ENDS = /^(?:close|flush)$/;

/**
 * Returns whether the promises of a `Promise.allSettled(...)` only clean up, at the end of something or by their names,
 * or were begun by other code that looks at how they end: `Promise.allSettled(this.pending.values())`.
 */
export function settlesCleanup(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const name = findNameAround(call, sourceCode) ?? "";
  if (isRemoval(name)) return false;
  if (isInFinally(call) || ENDS.test(name)) return true;
  const promises = findPromises(call, sourceCode) ?? call;
  const calls = collectNodes(sourceCode, promises).filter((node) => node.type === "CallExpression");
  const works = calls.filter((each) => classifyPurpose(each, sourceCode) !== "computation");
  if (works.length === 0)
    return isKeptElsewhere(promises) || calls.some((each) => readCalleeName(each, sourceCode) === "values");
  return works.every((each) => classifyPurpose(each, sourceCode) === "cleanup");
}

/** `[...pending]`: the code that began the promises looks at how they end. */
function isKeptElsewhere(promises: TSESTree.Node): boolean {
  const isKept = (element: TSESTree.Node | null): boolean =>
    element?.type === "SpreadElement" && /^(?:Identifier|MemberExpression)$/.test(element.argument.type);
  return promises.type === "ArrayExpression" && promises.elements.length > 0 && promises.elements.every(isKept);
}

/** The list of promises: the argument, or the initial value of its constant. */
function findPromises(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const [given] = call.arguments;
  return given && unwrapExpression(getConstInitializer(resolveVariable(given, sourceCode)) ?? given);
}

/** Whether none of the promises of a `Promise.allSettled(...)` rejects, as each handles its failure itself. */
function handlesItself(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const promises = findPromises(call, sourceCode);
  if (promises?.type === "ArrayExpression") {
    return promises.elements.every((each) => each !== null && endsInCatch(each, sourceCode));
  }
  const [callback] = promises?.type === "CallExpression" ? promises.arguments : [];
  return callback !== undefined && isFunctionNode(callback) && catchesAll(callback, sourceCode);
}

function catchesAll(callback: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  const { body } = callback;
  if (body.type === "BlockStatement" && body.body.every((each) => catchesFailures(each, sourceCode))) return true;
  const values = collectReturnedValues(callback, sourceCode);
  return !callback.async && values.length > 0 && values.every((value) => endsInCatch(value, sourceCode));
}

/** `read().catch(() => {})`, `Promise.resolve()` */
function endsInCatch(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  const method = value.type === "CallExpression" ? readMethodCall(value, sourceCode) : undefined;
  return method?.name === "catch" || sourceCode.getText(value) === "Promise.resolve()";
}
