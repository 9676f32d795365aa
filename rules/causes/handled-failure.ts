import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import type { KnownCause } from "../edits/factory-call.js";
import {
  type FailureHandler,
  boundVariables,
  findFailureHandler,
  findHandledCause,
} from "../model/failure-handlers.js";
import { type MessagePart, isNothing, readCalleeName, readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import { isExecutionBoundary, isExecutor, isFunctionNode, isShownBefore } from "../syntax/functions.js";
import { isVisible, resolveVariable } from "../syntax/references.js";
import { getOrCreate } from "../syntax/remember.js";
import { isInside } from "../syntax/source-file.js";
import { isErrorName } from "../words/names.js";

/** The failure that is handled where a node runs, in its file. */
export interface HandledFailure extends LintContext {
  readonly handler: FailureHandler;
  /** The variables that hold it or parts of it. */
  readonly variables: readonly TSESLint.Scope.Variable[];
  /**
   * Its name there, or the one that it can get; `undefined` where it is taken apart, hidden, overwritten, or an event.
   */
  readonly cause: KnownCause | undefined;
  /** Whether an executor stands in between: it runs while the handler does, but is a function of its own. */
  readonly isBehindExecutor: boolean;
}

/** Finds the cause of a failure made at a node: the one that is handled there, or the error that its message quotes. */
export function findKnownCause(
  node: TSESTree.Node,
  message: readonly MessagePart[],
  lint: LintContext,
): KnownCause | undefined {
  const handled = findFailureAt(node, lint);
  return handled ? handled.cause : findQuotedError(node, message, lint);
}

// `cb(new Error(`FILE_READ_FAILED: ${err.message}`))`: the message quotes the failure that it reports.
function findQuotedError(
  made: TSESTree.Node,
  message: readonly MessagePart[],
  { sourceCode }: LintContext,
): KnownCause | undefined {
  const quoted = message.flatMap(({ node }) => {
    const member = unwrapExpression(node);
    if (member.type !== "MemberExpression" || readStaticKey(member, sourceCode) !== "message") return [];
    const owner = unwrapExpression(member.object);
    const isError = owner.type === "Identifier" && isErrorName(owner.name);
    const isDeclared = isError && resolveVariable(owner, sourceCode)?.defs.length;
    return isDeclared && isVisible(owner, made, sourceCode) ? [owner.name] : [];
  });
  const [name, ...others] = new Set(quoted);
  return name !== undefined && others.length === 0 ? { name } : undefined;
}

/** Returns the failure that the innermost handler around a node surely gets. */
export function findFailureAt(node: TSESTree.Node, lint: LintContext): HandledFailure | undefined {
  let isBehindExecutor = false;
  for (let current = node.parent; current; current = current.parent) {
    const failure =
      isFunctionNode(current) || current.type === "CatchClause" ? findFailureOf(current, lint) : undefined;
    if (failure) {
      const { handler, variables } = failure;
      if (!isSurelyHanded(node, failure)) return undefined;
      const isReplaced = variables.some(({ references }) => references.some((each) => each.isWrite() && !each.init));
      // A listener of the DOM gets an event that holds the failure.
      const isEvent = handler.place && readCalleeName(handler.place.call, lint.sourceCode) === "addEventListener";
      const isWhole = !isReplaced && !isEvent;
      const cause = isWhole ? findHandledCause(handler.node, node, lint) : undefined;
      return { ...lint, ...failure, cause, isBehindExecutor };
    }
    if (isFunctionNode(current) && isExecutor(current)) isBehindExecutor = true;
    // Stops at other functions: a callback may run after the handler has ended.
    else if (isExecutionBoundary(current)) return undefined;
  }
  return undefined;
}

type FailureOf = Pick<HandledFailure, "handler" | "variables">;

const failures = new WeakMap<TSESTree.Node, FailureOf | undefined>();

/** Returns the failure that a catch clause or function handles. */
function findFailureOf(node: FailureHandler["node"], lint: LintContext): FailureOf | undefined {
  return getOrCreate(failures, node, () => {
    const handler = findFailureHandler(node, lint);
    // A function that takes nothing, and that others may call too, reports a failure of its own.
    const isOthers = isFunctionNode(node) && node.parent.type !== "CallExpression" && !handler?.binding;
    return handler && !isOthers ? { handler, variables: boundVariables(handler, lint) } : undefined;
  });
}

/** A callback is also run when nothing failed, so that it has to quote the failure or stand behind a test of it. */
function isSurelyHanded(node: TSESTree.Node, failure: FailureOf): boolean {
  const { kind, node: handler } = failure.handler;
  if (kind !== "callback" || mentions(node, failure)) return true;
  // `if (err)`, `if (err !== null)`, `if (err.code === "ENOENT")`
  const shows = (test: TSESTree.Node, outcome: boolean) => {
    if (!mentions(test, failure)) return false;
    if (test.type !== "BinaryExpression" || !/^[!=]==?$/.test(test.operator)) return outcome;
    const isEqual = test.operator.startsWith("=") === outcome;
    return isEqual !== [test.left, test.right].some(isNothing);
  };
  return isShownBefore(node, (around) => around === handler, shows);
}

/** Returns whether a node refers to the failure anywhere. */
export function mentions(node: TSESTree.Node, { variables }: FailureOf): boolean {
  return variables.some(({ references }) => references.some(({ identifier }) => isInside(identifier, node)));
}
