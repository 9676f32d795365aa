import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler, findHandlerPlace } from "../model/failure-handlers.js";
import { getOutermostWrapper } from "../syntax/expressions.js";
import { resolveFunctionReference } from "../syntax/function-called.js";
import {
  type FunctionNode,
  findEnclosingFunction,
  getEnclosingStatement,
  isExecutionBoundary,
  isFunctionNode,
  findFunctionVariable,
} from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { readCalleeName } from "../syntax/references.js";
import { CONTINUATIONS, ITERATIONS, LISTENERS, TIMERS } from "../words/calls.js";
import { saysDropIsMeant } from "../words/comments.js";

/*
 * Where a suggestion may put a throw. A throw is followed outwards: to the `catch` around it, out of its function, and
 * to the places where the file calls that function or passes it on. A promise that rejects is followed to where it is
 * awaited, returned or dropped. A throw that cannot be followed counts as caught.
 */

/**
 * Returns whether code may act on a throw at a node, and no comment of the handler around it says to ignore the
 * failure.
 */
export function mayThrowAt(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return !isThrowUncaught(node, { sourceCode, functions: new Set() }) && !isDismissedAround(node, sourceCode);
}

/** The state that all steps of one search share. */
interface Search {
  readonly sourceCode: TSESLint.SourceCode;
  /** Functions that have been followed: one that calls itself is followed once. */
  readonly functions: Set<FunctionNode>;
}

function isThrowUncaught(node: TSESTree.Node, search: Search): boolean {
  for (let child = node, { parent } = node; parent; child = parent, { parent } = parent) {
    if (isFunctionNode(child)) return isFunctionUncaught(child, child.async, search);
    if (isExecutionBoundary(child)) return false;
    if (parent.type !== "TryStatement") continue;
    // A throw in `finally` takes the place of the failure that is on its way.
    if (parent.finalizer === child) return true;
    if (parent.block === child && parent.handler) return false;
  }
  return false;
}

/** Returns whether some place of the file runs a function where nothing catches its throw, or its rejection. */
function isFunctionUncaught(node: FunctionNode, rejects: boolean, search: Search): boolean {
  if (node.generator || search.functions.has(node)) return false;
  search.functions.add(node);
  return [node, ...listNames(node, search.sourceCode)].some((place) => isPlaceUncaught(place, rejects, search));
}

/** Lists the expressions of the file that stand for a function by its name: `run`, `this.run`. */
function listNames(node: FunctionNode, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  const { parent } = node;
  if (parent.type === "MethodDefinition" || parent.type === "PropertyDefinition")
    return collectNodes(sourceCode, parent.parent).filter(
      (each) => each.type === "MemberExpression" && resolveFunctionReference(each, sourceCode) === node,
    );
  return findFunctionVariable(node, sourceCode)?.references.map(({ identifier }) => identifier) ?? [];
}

/** Returns whether nothing catches a function's failure where it is called or passed, by itself or by its name. */
function isPlaceUncaught(node: TSESTree.Node, rejects: boolean, search: Search): boolean {
  const { parent: call } = node;
  if (call?.type !== "CallExpression") return false;
  const isCalled = call.callee === node;
  const name = isCalled ? "" : readCalleeName(call, search.sourceCode);
  if (TIMERS.has(name) || LISTENERS.has(name)) return true;
  if (CONTINUATIONS.has(name)) return isRejectionUncaught(call, search);
  // `forEach` drops the promises that it is given.
  if (rejects && name === "forEach") return true;
  if (isCalled || ITERATIONS.has(name))
    return rejects ? isRejectionUncaught(call, search) : isThrowUncaught(call, search);
  const place = findHandlerPlace(call, search.sourceCode);
  return place?.kind === "callback" && place.handler === node;
}

function isRejectionUncaught(node: TSESTree.Node, search: Search): boolean {
  const promise = getOutermostWrapper(node);
  const { parent } = promise;
  switch (parent?.type) {
    case "ExpressionStatement":
      return true;
    case "UnaryExpression":
      return parent.operator === "void";
    case "AwaitExpression":
      return isThrowUncaught(parent, search);
    case "ReturnStatement":
    case "ArrowFunctionExpression": {
      const owner = isFunctionNode(parent) ? parent : findEnclosingFunction(parent);
      return owner !== undefined && isFunctionUncaught(owner, true, search);
    }
    // `promise.then(next)`: the promise that it gives rejects too, unless a handler of rejections is an argument.
    case "MemberExpression": {
      const call = parent.parent;
      if (parent.object !== promise || call.type !== "CallExpression" || call.callee !== parent) return false;
      return findHandlerPlace(call, search.sourceCode)?.kind !== "rejection" && isRejectionUncaught(call, search);
    }
    default:
      return false;
  }
}

/** Returns whether a comment in the handler around a node, behind it or above its statement says to go on. */
function isDismissedAround(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const isBlock = isFunctionNode(node) || node.type === "CatchClause";
  const handler = findEnclosingHandler(isBlock ? node.body : node, sourceCode);
  if (!handler) return false;
  const statement = getEnclosingStatement(handler);
  const behind = sourceCode.getCommentsAfter(statement).filter(({ loc }) => loc.start.line === statement.loc.end.line);
  const comments = [...sourceCode.getCommentsBefore(statement), ...sourceCode.getCommentsInside(handler), ...behind];
  return comments.some(({ value }) => saysDropIsMeant(value));
}
