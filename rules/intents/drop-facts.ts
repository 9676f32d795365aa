import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type AttemptHandler, type Purpose, classifyPurpose, collectAttempts } from "../catches/attempts.js";
import { findHandlerParameter } from "../catches/failure-handlers.js";
import { isLogging } from "../catches/logging.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues } from "../syntax/expressions.js";
import { findCalledFunction } from "../syntax/function-called.js";
import { findNameAround } from "../syntax/function-name.js";
import { type FunctionNode, findEnclosingFunction, isFunctionNode } from "../syntax/functions.js";
import { collectNodes, isInside } from "../syntax/nodes.js";
import { readCalleeName, resolveVariable } from "../syntax/references.js";

/** The facts of a handler that drops its failure. */
export interface DropFacts extends LintContext {
  readonly handler: AttemptHandler;
  /** The handler where its code stands in the file; `undefined` for `console.error` of `.catch(console.error)`. */
  readonly localHandler: TSESTree.CatchClause | FunctionNode | undefined;
  /** The calls of the attempt that do more than compute a value. */
  readonly calls: readonly TSESTree.Node[];
  /** The purposes of these calls. */
  readonly purposes: readonly Purpose[];
  /** The innermost function around the handler. */
  readonly owner: FunctionNode | undefined;
  /** The name of the innermost function around the handler that has one, else an empty text. */
  readonly functionName: string;
  /** The calls of the handler that log the failure. */
  readonly logs: readonly TSESTree.CallExpression[];
  /** The values that the handler gives in place of the answer. */
  readonly answers: readonly TSESTree.Node[];
}

/** Reads the facts that tell why a handler drops its failure. */
export function readDropFacts(handler: AttemptHandler, context: LintContext): DropFacts {
  const { sourceCode } = context;
  const { node, kind } = handler;
  const localHandler = node.type === "CatchClause" || isFunctionNode(node) ? node : undefined;
  // Nothing reads the return value of a callback or a listener.
  const isAnswering = kind === "catch" || kind === "rejection";
  const calls = collectAttempts(handler, sourceCode);
  return {
    ...context,
    handler,
    localHandler,
    calls,
    purposes: calls.map((call) => classifyPurpose(call, sourceCode)),
    owner: findEnclosingFunction(node),
    functionName: findNameAround(node, sourceCode) ?? "",
    logs: localHandler ? collectFailureLogs(localHandler, context) : [],
    answers: localHandler && isAnswering ? collectAnswers(localHandler.body, sourceCode) : [],
  };
}

/**
 * Collects the logs of the failure. A handler without a parameter for the failure logs something else, and so does one
 * that does not read it and logs no louder than news.
 */
function collectFailureLogs(
  node: TSESTree.CatchClause | FunctionNode,
  context: LintContext,
): readonly TSESTree.CallExpression[] {
  const { sourceCode } = context;
  if (!findHandlerParameter(node)) return [];
  const logs = collectLoggingCalls(node.body, context);
  const isNews = logs.every((log) => readCalleeName(log, sourceCode).startsWith("log"));
  return isNews && !readsFailure(node, sourceCode) ? [] : logs;
}

/** Collects the calls that log where an operator looks; a call of a function of the file that does so counts. */
function collectLoggingCalls(body: TSESTree.Node, context: LintContext): readonly TSESTree.CallExpression[] {
  const { sourceCode } = context;
  const isLog = (node: TSESTree.Node): node is TSESTree.CallExpression =>
    node.type === "CallExpression" && isLogging(node, context);
  return collectNodes(sourceCode, body).filter((node): node is TSESTree.CallExpression => {
    if (node.type !== "CallExpression") return false;
    if (isLog(node)) return true;
    const called = findCalledFunction(node, sourceCode);
    return called !== undefined && !isInside(body, called) && collectNodes(sourceCode, called.body).some(isLog);
  });
}

/** Returns whether a handler reads its failure, or takes it apart with a pattern. */
export function readsFailure(node: TSESTree.CatchClause | FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  const parameter = findHandlerParameter(node);
  if (parameter?.type !== "Identifier") return parameter !== undefined;
  return resolveVariable(parameter, sourceCode)?.references.some((each) => each.isRead()) ?? true;
}

function collectAnswers(body: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  if (body.type !== "BlockStatement") return listPossibleValues(body);
  return collectNodes(sourceCode, body, isFunctionNode).flatMap((node) =>
    node.type === "ReturnStatement" && node.argument ? listPossibleValues(node.argument) : [],
  );
}

/** Returns whether a list has elements, and all of them pass a test. */
export function hasOnly<T>(elements: readonly T[], passes: (element: T) => boolean): boolean {
  return elements.length > 0 && elements.every((element) => passes(element));
}
