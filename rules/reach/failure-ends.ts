// What becomes of a failure in the function that it happens in: whether it leaves that, or a handler ends it.
import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { isLogging } from "../model/exits.js";
import { readPlainKey, unwrapExpression } from "../syntax/expressions.js";
import {
  type FunctionNode,
  findEnclosingFunction,
  isFunctionNode,
  resolveFunctionReference,
} from "../syntax/functions.js";
import { collectReads, resolveVariable } from "../syntax/references.js";
import { getOrCreate, rememberFor } from "../syntax/remember.js";
import { isInside } from "../syntax/source-file.js";
import { CONTINUATIONS } from "../words/calls.js";
import type { CallRecord, FunctionRecord } from "./project-flow.js";

/**
 * Returns whether a failure of a call or a throw ends in the function around it: at a handler, or since nobody waits
 * for it. One that leaves the function as a text does not.
 *
 * @param isPromise whether it comes as the rejection of a promise
 */
export function endsAround(node: TSESTree.Node, isPromise: boolean, lint: LintContext): boolean {
  const { last, handlers } = isPromise ? followPromise(node) : { last: node, handlers: [] };
  if (handlers.some((handler) => endsFailure(handler, lint))) return true;
  const { parent } = last;
  if (isPromise && last.parent) {
    if (parent?.type === "ExpressionStatement" || (parent?.type === "UnaryExpression" && parent.operator === "void"))
      return true;
    // A promise that is returned leaves the `try` before it fails.
    if (parent?.type === "ReturnStatement") return false;
  }
  return endsInTry(last, lint);
}

function endsInTry(from: TSESTree.Node, lint: LintContext): boolean {
  for (
    let node: TSESTree.Node = from, { parent } = from;
    parent && !isFunctionNode(node);
    node = parent, { parent } = node
  ) {
    if (parent.type !== "TryStatement") continue;
    if (parent.finalizer && node !== parent.finalizer && leavesFinally(parent.finalizer)) return true;
    if (node === parent.block && parent.handler && endsFailure(parent.handler, lint)) return true;
  }
  return false;
}

/** A `finally` that returns takes the place of what was thrown. */
const leavesFinally = ({ body }: TSESTree.BlockStatement): boolean =>
  body.some(({ type }) => type === "ReturnStatement");

/**
 * Returns whether a function waits for what a call promises, or hands it to who waits for it.
 *
 * @param isAwaited whether who called the function waits for what it returns
 */
export function isWaitedFor(node: TSESTree.Node, isAwaited: boolean): boolean {
  const { last } = followPromise(node);
  if (last !== node && last.type === "CallExpression") return true;
  const { parent } = last;
  if (parent?.type === "AwaitExpression") return true;
  const isBody = parent?.type === "ArrowFunctionExpression" && parent.body === last;
  const returning = parent?.type === "ReturnStatement" || isBody ? findEnclosingFunction(last) : undefined;
  if (returning) return isAwaited || givesPromise(returning);
  // `await Promise.all([one(), other()])`
  const list = parent?.type === "ArrayExpression" ? parent : last;
  const call = list.parent;
  return call?.type === "CallExpression" && isOfPromise(call) && isWaitedFor(call, isAwaited);
}

const isOfPromise = ({ callee }: TSESTree.CallExpression): boolean =>
  callee.type === "MemberExpression" && callee.object.type === "Identifier" && callee.object.name === "Promise";

/** Returns whether the failures of a function that a call runs end before they leave the function around the call. */
export function endsAtCall(call: CallRecord, target: FunctionRecord): boolean {
  const isPromise = isFunctionNode(target.node) && givesPromise(target.node);
  return endsAround(call.node, isPromise, call.caller.source.lint);
}

function givesPromise({ async, returnType }: FunctionNode): boolean {
  const type = returnType?.typeAnnotation;
  return (
    async ||
    (type?.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "Promise")
  );
}

/** Follows a promise through `.then()`, `.catch()` and `.finally()`. */
function followPromise(node: TSESTree.Node) {
  const handlers: TSESTree.Node[] = [];
  let last = node;
  for (;;) {
    const { parent } = last;
    const call = parent?.parent;
    if (parent?.type === "ChainExpression" || parent?.type === "TSNonNullExpression") {
      last = parent;
      continue;
    }
    if (parent?.type !== "MemberExpression" || parent.object !== last || call?.type !== "CallExpression") break;
    const method = readPlainKey(parent.property);
    if (call.callee !== parent || method === undefined || !CONTINUATIONS.has(method)) break;
    const handler = method === "catch" ? call.arguments[0] : method === "then" ? call.arguments[1] : undefined;
    if (handler) handlers.push(handler);
    last = call;
  }
  return { last, handlers };
}

const getKnown = rememberFor<object, Map<TSESTree.Node, boolean>>(() => new Map());

/** Whether a handler never lets a failure out, neither as it is nor in what it returns or stores. */
function endsFailure(node: TSESTree.Node, lint: LintContext): boolean {
  return getOrCreate(getKnown(lint.sourceCode), node, () => {
    if (node.type === "CatchClause") return node.param ? !keepsFailure(node.param, node.body, lint) : true;
    const written = unwrapExpression(node);
    const handler = isFunctionNode(written) ? written : resolveFunctionReference(written, lint.sourceCode);
    if (!isFunctionNode(handler)) return false;
    const [parameter] = handler.params;
    return parameter ? !keepsFailure(parameter, handler.body, lint) : true;
  });
}

/** Whether anything but a log, a test or the making of another error takes the failure. */
function keepsFailure(binding: TSESTree.Node, body: TSESTree.Node, lint: LintContext): boolean {
  if (binding.type !== "Identifier") return true;
  const names: TSESTree.Node[] = [binding];
  for (const name of names) {
    for (const read of collectReads(name, lint.sourceCode)) {
      if (!isInside(read, body)) continue;
      const use = classifyUse(read, body, lint);
      if (use === "kept") return true;
      if (use !== "gone") names.push(use);
    }
  }
  return false;
}

/** What takes a read of the failure: nothing that stays, something that does, or a name that holds it now. */
function classifyUse(
  read: TSESTree.Node,
  body: TSESTree.Node,
  lint: LintContext,
): "gone" | "kept" | TSESTree.Identifier {
  for (let node = read, { parent } = read; parent && node !== body; node = parent, { parent } = node) {
    switch (parent.type) {
      case "ThrowStatement":
        return isNewError(parent.argument) ? "gone" : "kept";
      case "CallExpression":
        if (isLogging(parent, lint)) return "gone";
        if (node !== parent.callee && !asksOnly(parent)) return isInNewError(parent) ? "gone" : "kept";
        break;
      case "IfStatement":
      case "ConditionalExpression":
      case "WhileStatement":
        if (parent.test === node) return "gone";
        break;
      case "SwitchStatement":
        if (parent.discriminant === node) return "gone";
        break;
      case "VariableDeclarator":
        return parent.id.type === "Identifier" ? parent.id : "kept";
      case "ReturnStatement":
      case "AssignmentExpression":
        return "kept";
      case "ExpressionStatement":
        return "gone";
      default:
        if (isFunctionNode(parent)) return "kept";
    }
  }
  return "kept";
}

/** What a call gives may be the failure itself. */
const isNewError = (node: TSESTree.Node): boolean => unwrapExpression(node).type === "NewExpression";

/** `isNotFound(error)`, `String(error)`: its value goes on, and is looked at where it goes. */
function asksOnly({ parent, callee }: TSESTree.CallExpression): boolean {
  return parent.type !== "ExpressionStatement" && callee.type === "Identifier";
}

function isInNewError(node: TSESTree.Node): boolean {
  for (let each: TSESTree.Node | undefined = node; each && !isFunctionNode(each); each = each.parent)
    if (each.type === "ThrowStatement") return isNewError(each.argument);
  return false;
}

/** Whether a name holds what was caught, or given: it is made elsewhere. */
export const bindsFailure = (name: TSESTree.Node, lint: LintContext): boolean => {
  const definition = resolveVariable(name, lint.sourceCode)?.defs[0];
  return definition?.type === "CatchClause" || definition?.type === "Parameter";
};
