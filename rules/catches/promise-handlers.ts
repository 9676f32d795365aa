import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { catchesFailures, hasOnly } from "../model/handlers.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { type FunctionNode, collectReturnedValues, isFunctionNode } from "../syntax/functions.js";
import { readMethodCall, readStaticKey } from "../syntax/properties.js";
import { collectReads, getConstInitializer, resolveVariable } from "../syntax/references.js";

// `z.string().catch(() => "")`: a value in place of invalid input.
const SCHEMA = /^z\b|^\w*[sS]chema\b/;

/** Whether `.catch` and `.then` of a call are a promise's, as far as anybody can tell. */
export function isOfPromise(call: TSESTree.CallExpression, { sourceCode, facts }: LintContext): boolean {
  const method = readMethodCall(call, sourceCode);
  if (!method) return false;
  const kinds = facts?.members(method.object).map(({ kind }) => kind) ?? [];
  const isTyped = kinds.length > 0 && !kinds.some((kind) => /^(?:any|unknown|unresolved)$/.test(kind));
  return isTyped && facts
    ? facts.property(method.object, "then") !== "absent"
    : !SCHEMA.test(sourceCode.getText(method.object));
}

/**
 * Whether a handler stands beside the way that a promise takes: `p.catch(() => {});` keeps the process from ending when
 * nobody has come to `await p` yet, and that one is told.
 */
export function isBeside(call: TSESTree.CallExpression, { sourceCode }: LintContext): boolean {
  const method = readMethodCall(call, sourceCode);
  if (!method || call.parent.type !== "ExpressionStatement") return false;
  const variable = resolveVariable(method.object, sourceCode);
  return variable?.references.some((each) => each.isRead() && each.identifier !== method.object) === true;
}

/** Whether the rejections that `await Promise.allSettled(...)` gives are looked at by nobody. */
export function ignoresRejections(call: TSESTree.CallExpression, lint: LintContext): boolean {
  if (!resolveGlobalName(call.callee, ["Promise.allSettled"], lint.sourceCode)) return false;
  const { parent } = call;
  if (parent.type !== "AwaitExpression" || handlesItself(call, lint)) return false;
  const holder = parent.parent;
  if (holder.type === "ExpressionStatement") return true;
  if (holder.type === "VariableDeclarator" && holder.id.type === "Identifier") {
    return collectReads(holder.id, lint.sourceCode).every((read) => readsValuesOnly(read, lint));
  }
  return readsValuesOnly(parent, lint);
}

/** `results.map((each) => each.value)`: no word of how each one ended. */
function readsValuesOnly(results: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const member = results.parent;
  if (member?.type !== "MemberExpression" || member.object !== results) return false;
  if (!/^(?:map|forEach)$/.test(readStaticKey(member, sourceCode) ?? "")) return false;
  const call = member.parent;
  if (call.type !== "CallExpression") return false;
  const text = sourceCode.getText(call);
  return /\.value\b/.test(text) && !/\bstatus\b/.test(text);
}

/** The list of promises: the argument, or the initial value of its constant. */
function findPromises(call: TSESTree.CallExpression, { sourceCode }: LintContext): TSESTree.Node | undefined {
  const [given] = call.arguments;
  return given && unwrapExpression(getConstInitializer(resolveVariable(given, sourceCode)) ?? given);
}

/** Whether none of the promises of a `Promise.allSettled(...)` rejects, as each handles its failure itself. */
function handlesItself(call: TSESTree.CallExpression, lint: LintContext): boolean {
  const promises = findPromises(call, lint);
  if (promises?.type === "ArrayExpression") {
    return promises.elements.every((each) => each !== null && endsInCatch(each, lint));
  }
  const [callback] = promises?.type === "CallExpression" ? promises.arguments : [];
  return callback !== undefined && isFunctionNode(callback) && catchesAll(callback, lint);
}

function catchesAll(callback: FunctionNode, lint: LintContext): boolean {
  const { body } = callback;
  if (body.type === "BlockStatement" && body.body.every((each) => catchesFailures(each, lint))) return true;
  return (
    !callback.async && hasOnly(collectReturnedValues(callback, lint.sourceCode), (value) => endsInCatch(value, lint))
  );
}

/** `read().catch(() => {})`, `Promise.resolve()` */
function endsInCatch(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const value = unwrapExpression(node);
  const method = value.type === "CallExpression" ? readMethodCall(value, sourceCode) : undefined;
  return method?.name === "catch" || sourceCode.getText(value) === "Promise.resolve()";
}
