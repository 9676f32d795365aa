import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler, findHandlerPlace } from "../catches/failure-handlers.js";
import { unwrapExpression } from "../syntax/expressions.js";
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
import { resolveReferencePath, readStaticKey } from "../syntax/references.js";
import { CONTINUATIONS, ITERATIONS, JOINS, LISTENERS, TIMERS } from "../words/calls.js";

/*
 * Where a suggestion may put a throw. A throw is followed outwards: to the `catch` around it, out of its function, and
 * to the places where the file calls that function or passes it on. A promise that rejects is followed to where it is
 * awaited, returned or dropped. A throw that cannot be followed counts as caught.
 */

const EVENT_PROPERTY = /^on[a-z]+$/;
// Words of a comment that leaves a failure alone on purpose; a throw below it would say the opposite.
const DISMISSALS = [
  /\b(?:ignor(?:e[ds]?|ing|able)|swallow\w*|suppress\w*|skip\w*|silent(?:ly)?|optional(?:ly)?|harmless|no-?op)\b/i,
  /\b(?:best[- ]effort|fire[- ]and[- ]forget|fall(?:s|ing)?[- ]?(?:through|back)|non-?\s?(?:fatal|critical))\b/i,
  /\b(?:not (?:fatal|critical|required|needed|important|an? (?:error|failure|problem))|nothing to do|safe to)\b/i,
  /(?:\b(?:do|does|did|must|should|can|will)(?: not|n['’]?t)|\bnever) (?:care|matter|fail|throw)\b/i,
  /(?:\b(?:do|does|did|must|should|can|will)(?: not|n['’]?t)|\bnever) (?:block|break|crash|stop)\b/i,
  /\b(?:continues?|carry on|go(?:es)? on|keep going|proceed|anyway|regardless|expected|fine|okay|deliberate(?:ly)?)\b/i,
  /\bnot (?:available|configured|found|installed|json|present|registered|supported|there|valid|yet)\b/i,
  /\btry (?:the )?next\b/i,
  /\b(?:intentional(?:ly)?|on purpose|already (?:gone|closed|removed|deleted|dead|exited|stopped))\b/i,
];

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

/** Whether nothing catches a function's failure where it stands, by itself or by its name. */
function isPlaceUncaught(node: TSESTree.Node, rejects: boolean, search: Search): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case "CallExpression":
      return parent.callee === node
        ? isCallUncaught(parent, rejects, search)
        : isArgumentUncaught(parent, node, rejects, search);
    // `this.run.bind(this)` stands for `this.run`.
    case "MemberExpression":
      return (
        parent.object === node &&
        readStaticKey(parent, search.sourceCode) === "bind" &&
        parent.parent.type === "CallExpression" &&
        parent.parent.callee === parent &&
        isPlaceUncaught(parent.parent, rejects, search)
      );
    case "AssignmentExpression": {
      const target = unwrapExpression(parent.left);
      const isMember = target.type === "MemberExpression";
      return parent.right === node && isMember && EVENT_PROPERTY.test(readStaticKey(target, search.sourceCode) ?? "");
    }
    default:
      return false;
  }
}

function isCallUncaught(call: TSESTree.CallExpression, rejects: boolean, search: Search): boolean {
  return rejects ? isRejectionUncaught(call, search) : isThrowUncaught(call, search);
}

function isArgumentUncaught(
  call: TSESTree.CallExpression,
  argument: TSESTree.Node,
  rejects: boolean,
  search: Search,
): boolean {
  const { sourceCode } = search;
  const callee = unwrapExpression(call.callee);
  const isMethod = callee.type === "MemberExpression";
  const name = isMethod ? readStaticKey(callee, sourceCode) : callee.type === "Identifier" && callee.name;
  if (typeof name !== "string") return false;
  if (TIMERS.has(name) || (isMethod && LISTENERS.has(name))) return true;
  if (isMethod && CONTINUATIONS.has(name)) return isRejectionUncaught(call, search);
  // `forEach` drops the promises that it is given.
  if (isMethod && ITERATIONS.has(name)) return (rejects && name === "forEach") || isCallUncaught(call, rejects, search);
  const place = findHandlerPlace(call, sourceCode);
  return place?.kind === "callback" && place.handler === argument;
}

function isRejectionUncaught(promise: TSESTree.Node, search: Search): boolean {
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
      const isCalled = parent.object === promise && call.type === "CallExpression" && call.callee === parent;
      const isHandled = isCalled && findHandlerPlace(call, search.sourceCode)?.kind === "rejection";
      return isCalled && !isHandled && isRejectionUncaught(call, search);
    }
    case "CallExpression": {
      const called = resolveReferencePath(parent.callee, search.sourceCode)?.path.join(".") ?? "";
      return parent.callee !== promise && JOINS.has(called) && isRejectionUncaught(parent, search);
    }
    case "ConditionalExpression":
      return parent.test !== promise && isRejectionUncaught(parent, search);
    case "ArrayExpression":
    case "SpreadElement":
    case "LogicalExpression":
    case "SequenceExpression":
      return isRejectionUncaught(parent, search);
    default:
      return (
        parent !== undefined &&
        unwrapExpression(parent) === unwrapExpression(promise) &&
        isRejectionUncaught(parent, search)
      );
  }
}

/** Whether a comment in the handler around a node, behind it or above its statement says to ignore the failure. */
function isDismissedAround(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const isBlock = isFunctionNode(node) || node.type === "CatchClause";
  const handler = findEnclosingHandler(isBlock ? node.body : node, sourceCode);
  if (!handler) return false;
  const statement = getEnclosingStatement(handler);
  const behind = sourceCode.getCommentsAfter(statement).filter(({ loc }) => loc.start.line === statement.loc.end.line);
  const comments = [...sourceCode.getCommentsBefore(statement), ...sourceCode.getCommentsInside(handler), ...behind];
  return comments.some(({ value }) => DISMISSALS.some((words) => words.test(value)));
}
