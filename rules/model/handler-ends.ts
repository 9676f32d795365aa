// How a handler ends the failure that it gets, on all paths from where it begins to where its function ends.
import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { skipAwait, unwrapExpression } from "../syntax/expressions.js";
import { findCalledFunction, isFunctionNode } from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { collectNodes, isInside } from "../syntax/source-file.js";
import { findCallee, neverReturns, standsAlone } from "./callees.js";
import { findExitByCall, isLogging } from "./exits.js";
import { type FailureHandler, findHandlerParameter } from "./failure-handlers.js";
import { type FailureTraces, collectFailureTraces } from "./handlers.js";
import { collectExits } from "./path-graph.js";
import { isEmptyValue } from "./sayings.js";

/**
 * What becomes of the failure. `passed`: it is thrown on; `converted`: another error is thrown in its place; `dropped`:
 * nobody gets anything; `answered`: a value is given that is made for it; `enveloped`: the contract's envelope;
 * `unknown`: it leads out of what can be read, or ends in several ways.
 */
export type HandlerEnd = "passed" | "converted" | "dropped" | "answered" | "enveloped" | "unknown";

/** A value that code gives in place of a failure, with the context of its file. */
export interface FailureAnswer {
  readonly node: TSESTree.Node;
  readonly lint: LintContext;
}

/** What is known of a failure before a handler gets it, and what is learned there. */
export interface FailureWay {
  /** The names of what failed: a call of one is another attempt, which is followed by itself. */
  readonly followed: Set<TSESTree.Node>;
  /** The values that handlers give in its place. */
  readonly answers: FailureAnswer[];
}

interface Handling extends FailureWay {
  readonly handler: FailureHandler["node"];
  readonly failure: FailureTraces;
  readonly lint: LintContext;
}

/** Joins the ends of several ways: one that is the same, else `unknown`; `undefined` adds none. */
export function joinEnds<End extends string>(ends: readonly (End | undefined)[]): End | "unknown" | undefined {
  const [first, ...others] = ends.filter((end) => end !== undefined);
  return others.every((each) => each === first) ? first : "unknown";
}

/** Classifies how a handler ends the failure that it gets; `undefined` where it only tries again. */
export function classifyHandler(
  handler: FailureHandler["node"],
  { followed, answers }: FailureWay,
  lint: LintContext,
): HandlerEnd | undefined {
  const failure = collectFailureTraces(handler, findHandlerParameter(handler), lint);
  const handling = { handler, failure, followed, answers, lint };
  const { body } = handler;
  if (body.type !== "BlockStatement") return classifyValue(body, handling);
  const isLast = (step: TSESTree.Node): boolean => {
    const callee = step.type === "CallExpression" && standsAlone(step) ? findCallee(step, lint) : undefined;
    return typeof callee === "object" && neverReturns(callee);
  };
  const ends = collectExits(handler, lint.sourceCode, isLast).map((exit) => classifyExit(exit, handling));
  if (ends.includes("enveloped")) return "enveloped";
  if (ends.includes("answered")) return "answered";
  return ends.includes("dropped") && tellsElsewhere(handling) ? "unknown" : joinEnds(ends);
}

function classifyExit(exit: TSESTree.Node, handling: Handling): HandlerEnd | undefined {
  switch (exit.type) {
    case "ThrowStatement":
      return isFailure(exit.argument, handling) ? "passed" : "converted";
    case "CallExpression":
      return "converted";
    case "ReturnStatement": {
      if (!exit.argument || isEmptyValue(exit.argument)) return "dropped";
      const end = classifyValue(exit.argument, handling);
      return end === undefined || isInside(exit, handling.handler) ? end : "unknown";
    }
    default:
      return "dropped";
  }
}

function classifyValue(value: TSESTree.Node, handling: Handling): HandlerEnd | undefined {
  const { lint } = handling;
  const answer = skipAwait(value);
  if (isEmptyValue(answer)) return "dropped";
  if (triesAgain(answer, handling)) return undefined;
  if (answer.type !== "CallExpression") return keepAnswer(answer, handling);
  if (isLogging(answer, lint)) return "dropped";
  if (lint.contract.nameOf(unwrapExpression(answer.callee)) !== undefined) return "enveloped";
  const exit = findExitByCall(answer, lint);
  if (exit?.kind === "reject") return isFailure(exit.value, handling) ? "passed" : "converted";
  const callee = findCallee(answer, lint);
  return callee && callee !== "unknown" && neverReturns(callee) ? "converted" : keepAnswer(answer, handling);
}

function keepAnswer(node: TSESTree.Node, { answers, lint }: Handling): HandlerEnd {
  answers.push({ node, lint });
  return "answered";
}

/** Returns whether a value is the failure, under any name that the handler has given it. */
function isFailure(value: TSESTree.Node, { handler, failure, lint: { sourceCode } }: Handling): boolean {
  if (failure.isItself(value)) return true;
  const variable = resolveVariable(unwrapExpression(value), sourceCode);
  return (
    variable?.references.some(({ identifier: { parent }, identifier, writeExpr }) => {
      const isKept = parent.type === "AssignmentExpression" && parent.left === identifier && isInside(parent, handler);
      return isKept && writeExpr != null && failure.isItself(writeExpr);
    }) === true
  );
}

/** `return run(input)`, `return attempt(count - 1)` in the function itself */
function triesAgain(answer: TSESTree.Node, { handler, followed, lint: { sourceCode } }: Handling): boolean {
  return collectNodes(sourceCode, answer, isFunctionNode).some((each) => {
    if (followed.has(each)) return true;
    const called = each.type === "CallExpression" ? findCalledFunction(each, sourceCode) : undefined;
    return called !== undefined && isInside(handler, called);
  });
}

/** Returns whether a handler may answer for the failure elsewhere: it does more than record it. */
function tellsElsewhere({ handler, lint }: Handling): boolean {
  const isLog = (node: TSESTree.Node) => node.type === "CallExpression" && isLogging(node, lint);
  return collectNodes(lint.sourceCode, handler.body, (node) => isFunctionNode(node) || isLog(node)).some((node) => {
    if (node.type === "AssignmentExpression") return node.left.type === "MemberExpression";
    return /^(?:Call|New|Yield)Expression$/.test(node.type) && !isLog(node);
  });
}
