// What a function does with a failure of the callback that it is given: `wrap(handler)`, `run("read", () => load())`.
// The failure is followed from each call of the callback outwards, through the handlers around it, until it leaves the
// function or a handler ends it. Functions of other modules are read in their own text.
import type { TSESTree } from "@typescript-eslint/utils";
import { isBoundary } from "../contract/boundary-names.js";
import type { LintContext } from "../contract/lint-context.js";
import {
  getOutermostWrapper,
  readCalleeName,
  readStaticKey,
  skipAwait,
  unwrapExpression,
} from "../syntax/expressions.js";
import { isFunctionNode, listParameters, resolveFunctionReference } from "../syntax/functions.js";
import { collectReads } from "../syntax/references.js";
import { collectNodes } from "../syntax/source-file.js";
import { CONTINUATIONS } from "../words/calls.js";
import { type Callee, findCallee, neverReturns } from "./callees.js";
import { isLogging, findExitByCall } from "./exits.js";
import { type FailureHandler, findHandlerParameter, findHandlerPlace } from "./failure-handlers.js";
import { type FailureTraces, collectFailureTraces } from "./handlers.js";
import { mayComplete } from "./path-graph.js";
import { isEmptyValue } from "./sayings.js";

/**
 * What becomes of the failure. `passed`: whoever calls gets it; `converted`: they get another error in its place;
 * `dropped`: nobody gets anything; `answered`: they get a value made for it; `enveloped`: the contract's boundary or
 * envelope; `unknown`: it leads out of what can be read, or ends in several ways.
 */
export type CallbackEnd = "passed" | "converted" | "dropped" | "answered" | "enveloped" | "unknown";

/** Classifies what a call does with a failure of the function that is one of its arguments. */
export function classifyCallback(
  call: TSESTree.CallExpression,
  callback: TSESTree.Node,
  lint: LintContext,
): CallbackEnd {
  return followCallback(call, callback, lint, new Set());
}

function followCallback(
  call: TSESTree.CallExpression,
  callback: TSESTree.Node,
  lint: LintContext,
  seen: Set<TSESTree.Node>,
): CallbackEnd {
  if (isBoundary(call.callee, lint)) return "enveloped";
  const callee = findCallee(call, lint);
  const position = call.arguments.findIndex((each) => each === callback);
  const given = call.arguments.slice(0, position + 1);
  if (!callee || callee === "unknown" || given.some(({ type }) => type === "SpreadElement")) return "unknown";
  const parameter = listParameters(callee.node)[position];
  if (parameter?.type !== "Identifier" || seen.has(parameter)) return "unknown";
  seen.add(parameter);
  return joinEnds(
    collectReads(parameter, callee.lint.sourceCode).flatMap((read) => followUse(read, callee, seen) ?? []),
  );
}

function joinEnds(ends: readonly CallbackEnd[]): CallbackEnd {
  const [first = "unknown", ...others] = ends;
  return others.every((each) => each === first) ? first : "unknown";
}

/** Follows a failure from where a callback is called or passed on; `undefined` where it is only looked at. */
function followUse(read: TSESTree.Node, callee: Callee, seen: Set<TSESTree.Node>): CallbackEnd | undefined {
  const given = getOutermostWrapper(read);
  const { parent } = given;
  if (parent?.type === "CallExpression") {
    if (parent.callee === given) return followOutwards(parent, callee, seen);
    const end = followCallback(parent, given, callee.lint, seen);
    return end === "passed" ? followOutwards(parent, callee, seen) : end;
  }
  if (parent?.type === "MemberExpression" && parent.object === given) {
    if (parent.parent.type !== "CallExpression" || parent.parent.callee !== parent) return undefined;
    const name = readStaticKey(parent, callee.lint.sourceCode);
    return name === "call" || name === "apply" ? followOutwards(parent.parent, callee, seen) : "unknown";
  }
  return parent?.type === "UnaryExpression" ? undefined : "unknown";
}

function followOutwards(call: TSESTree.Node, callee: Callee, seen: Set<TSESTree.Node>): CallbackEnd {
  const { lint, node } = callee;
  for (let child = call, { parent } = call; parent; child = parent, { parent } = parent) {
    if (child === node) return "passed";
    let end: CallbackEnd | undefined;
    if (isFunctionNode(child)) {
      // What a wrapper returns is called in the place of the callback.
      if (parent.type !== "CallExpression") return "passed";
      if (CONTINUATIONS.has(readCalleeName(parent, lint.sourceCode))) continue;
      end = followCallback(parent, child, lint, seen);
    } else if (parent.type === "TryStatement" && parent.block === child && parent.handler) {
      end = classifyHandler(parent.handler, lint);
    } else if (parent.type === "MemberExpression" && parent.parent.type === "CallExpression") {
      end = classifyChain(parent.parent, lint);
    }
    if (end && end !== "passed") return end;
  }
  return "passed";
}

/** `handler(input).catch(toResult)` */
function classifyChain(call: TSESTree.CallExpression, lint: LintContext): CallbackEnd | undefined {
  const place = findHandlerPlace(call, lint);
  if (place?.kind !== "rejection") return undefined;
  const handler = resolveFunctionReference(place.handler, lint.sourceCode) ?? place.handler;
  return isFunctionNode(handler) ? classifyHandler(handler, lint) : "unknown";
}

/** Classifies how a handler ends the failure that it gets. */
function classifyHandler(handler: FailureHandler["node"], lint: LintContext): CallbackEnd {
  const { body } = handler;
  const failure = collectFailureTraces(handler, findHandlerParameter(handler), lint);
  const nodes = collectNodes(lint.sourceCode, body, isFunctionNode);
  const returned = nodes.flatMap((each) => (each.type === "ReturnStatement" ? (each.argument ?? []) : []));
  const values = body.type === "BlockStatement" ? returned : [body];
  const ends = values.map((value) => classifyValue(value, failure, lint));
  if (ends.includes("enveloped")) return "enveloped";
  if (ends.includes("answered")) return "answered";
  const thrown = nodes.flatMap((each) => (each.type === "ThrowStatement" ? [each.argument] : []));
  for (const value of thrown) ends.push(failure.isItself(value) ? "passed" : "converted");
  if (ends.length === 0) return nodes.some((each) => leadsOn(each, failure, lint)) ? "unknown" : "dropped";
  return thrown.length > 0 && mayComplete(handler, lint.sourceCode, () => false) ? "unknown" : joinEnds(ends);
}

function classifyValue(value: TSESTree.Node, failure: FailureTraces, lint: LintContext): CallbackEnd {
  const answer = skipAwait(value);
  if (isEmptyValue(answer)) return "dropped";
  if (answer.type !== "CallExpression") return "answered";
  if (lint.contract.nameOf(unwrapExpression(answer.callee)) !== undefined) return "enveloped";
  const exit = findExitByCall(answer, lint);
  if (exit?.kind === "reject") return failure.isItself(exit.value) ? "passed" : "converted";
  const callee = findCallee(answer, lint);
  return callee && callee !== "unknown" && neverReturns(callee) ? "converted" : "answered";
}

/** Returns whether a call may answer for the failure elsewhere: it gets it, and does not only record it. */
function leadsOn(node: TSESTree.Node, failure: FailureTraces, lint: LintContext): boolean {
  return node.type === "CallExpression" && !isLogging(node, lint) && node.arguments.some(failure.isIn);
}
