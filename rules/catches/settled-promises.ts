import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getOutermostWrapper, unwrapExpression } from "../syntax/expressions.js";
import { findNameAround } from "../syntax/function-name.js";
import { type FunctionNode, collectReturnedValues, isFunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import {
  getConstInitializer,
  readMethodCall,
  readStaticKey,
  resolveGlobalName,
  resolveVariable,
} from "../syntax/references.js";
import { classifyPurpose, isInFinally, isRemoval } from "./attempts.js";

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

/** Whether the promises of a `Promise.allSettled(...)` only clean up: at the end of something, or by their names. */
export function settlesCleanup(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const name = findNameAround(call, sourceCode) ?? "";
  if (isRemoval(name)) return false;
  if (isInFinally(call) || ENDS.test(name)) return true;
  const purposes = collectNodes(sourceCode, findPromises(call, sourceCode) ?? call)
    .filter((node) => node.type === "CallExpression")
    .map((each) => classifyPurpose(each, sourceCode))
    .filter((purpose) => purpose !== "computation");
  return purposes.every((purpose) => purpose === "cleanup") && (purposes.length > 0 || holdsStored(call, sourceCode));
}

/** `Promise.allSettled(this.pending.values())`: whoever began them looks at how they end. */
function holdsStored(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  return collectNodes(sourceCode, findPromises(call, sourceCode) ?? call).some(
    (node) => node.type === "CallExpression" && readMethodCall(node, sourceCode)?.name === "values",
  );
}

const ENDS = /^(?:close|stop|shutdown|shutDown|dispose|flush|cleanup|cleanUp|disconnect|teardown|tearDown)(?:$|[A-Z_])/;

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
  if (body.type === "BlockStatement" && body.body.every((each) => isTryWithoutThrow(each, sourceCode))) return true;
  const values = collectReturnedValues(callback, sourceCode);
  return !callback.async && values.length > 0 && values.every((value) => endsInCatch(value, sourceCode));
}

function isTryWithoutThrow(statement: TSESTree.Statement, sourceCode: TSESLint.SourceCode): boolean {
  if (statement.type !== "TryStatement" || !statement.handler) return false;
  return collectNodes(sourceCode, statement.handler.body).every(({ type }) => type !== "ThrowStatement");
}

/** `read().catch(() => {})`, `Promise.resolve()` */
function endsInCatch(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapExpression(node);
  const method = value.type === "CallExpression" ? readMethodCall(value, sourceCode) : undefined;
  return method?.name === "catch" || sourceCode.getText(value) === "Promise.resolve()";
}
