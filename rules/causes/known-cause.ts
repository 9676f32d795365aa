import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import {
  type FailureHandler,
  boundVariables,
  findFailureHandler,
  findHandlerParameter,
  isEventListener,
} from "../model/failure-handlers.js";
import { isErrorName } from "../words/names.js";
import { type MessagePart, isNothing, unwrapExpression } from "../syntax/expressions.js";
import { type FunctionNode, isFunctionNode } from "../syntax/functions.js";
import { isExecutionBoundary, isShownBefore } from "../syntax/flow.js";
import { isInside } from "../syntax/source-file.js";
import { isVisible, resolveVariable } from "../syntax/references.js";
import { getOrCreate } from "../syntax/remember.js";

/** The failure that another failure comes from, and the binding that has to be made before it can be named. */
export interface KnownCause {
  readonly name: string;
  /** The handler that gets the binding. */
  readonly unbound?: FailureHandler["node"];
}

const BINDING_NAMES = ["error", "err", "cause", "caught"];

/** Finds the cause of a failure made at a node: the one that is handled there, or the error that its message quotes. */
export function findKnownCause(
  node: TSESTree.Node,
  message: readonly MessagePart[],
  sourceCode: TSESLint.SourceCode,
): KnownCause | undefined {
  const handled = findFailureAt(node, sourceCode);
  return handled ? handled.cause : findQuotedError(node, message, sourceCode);
}

/** Returns the caught value of a handler, as a node inside it can name it. */
export function findHandledCause(
  handler: FailureHandler["node"],
  node: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): KnownCause | undefined {
  const declared = findHandlerParameter(handler);
  const parameter = declared?.type === "AssignmentPattern" ? declared.left : declared;
  if (parameter?.type === "Identifier") {
    return isVisible(parameter, node, sourceCode) ? { name: parameter.name } : undefined;
  }
  // A pattern; TypeScript's `this` alone.
  if (parameter || (isFunctionNode(handler) && handler.params.length > 0)) return undefined;
  const name = BINDING_NAMES.find((candidate) => !usesName(handler, candidate, sourceCode));
  return name === undefined ? undefined : { name, unbound: handler };
}

/** Adds the binding that a cause needs. */
export function addBinding(
  fixer: TSESLint.RuleFixer,
  { name, unbound }: KnownCause,
  sourceCode: TSESLint.SourceCode,
): readonly TSESLint.RuleFix[] {
  if (!unbound) return [];
  if (!isFunctionNode(unbound)) return [fixer.insertTextBefore(unbound.body, `(${name}) `)];
  const from = unbound.typeParameters?.range[1] ?? unbound.range[0];
  const open = sourceCode.getFirstToken(unbound, ({ value, range }) => value === "(" && range[0] >= from);
  return open ? [fixer.insertTextAfter(open, name)] : [];
}

function usesName(handler: FailureHandler["node"], name: string, sourceCode: TSESLint.SourceCode): boolean {
  return sourceCode.getTokens(handler.body).some(({ value }) => value === name);
}

// `cb(new Error(`FILE_READ_FAILED: ${err.message}`))`: the message quotes the failure that it reports.
function findQuotedError(
  made: TSESTree.Node,
  message: readonly MessagePart[],
  sourceCode: TSESLint.SourceCode,
): KnownCause | undefined {
  const quoted = message
    .flatMap(({ node }) => findMessageOwner(node, sourceCode) ?? [])
    .filter((owner) => isVisible(owner, made, sourceCode));
  const names = new Set(quoted.map(({ name }) => name));
  const [name] = names;
  return name !== undefined && names.size === 1 ? { name } : undefined;
}

function findMessageOwner(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): TSESTree.Identifier | undefined {
  const member = unwrapExpression(node);
  if (member.type !== "MemberExpression" || member.computed) return undefined;
  if (member.property.type !== "Identifier" || member.property.name !== "message") return undefined;
  const owner = unwrapExpression(member.object);
  const isError = owner.type === "Identifier" && isErrorName(owner.name);
  return isError && resolveVariable(owner, sourceCode)?.defs.length ? owner : undefined;
}

/** A failure that code is handling, and the variables that hold it or parts of it. */
export interface HandledFailure {
  readonly handler: FailureHandler;
  readonly variables: readonly TSESLint.Scope.Variable[];
  readonly sourceCode: TSESLint.SourceCode;
}

/** Returns whether a node refers to the failure anywhere. */
export function mentions(node: TSESTree.Node, { variables }: HandledFailure): boolean {
  return variables.some(({ references }) => references.some(({ identifier }) => isInside(identifier, node)));
}

/** The failure that is handled where a node runs. */
export interface FailureAt extends HandledFailure {
  /**
   * Its name there, or the one that it can get; `undefined` where it is taken apart, hidden, overwritten, or an event.
   */
  readonly cause: KnownCause | undefined;
  /** Whether an executor stands in between: it runs while the handler does, but is a function of its own. */
  readonly isBehindExecutor: boolean;
}

/** Returns the failure that the innermost handler around a node surely gets. */
export function findFailureAt(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): FailureAt | undefined {
  let isBehindExecutor = false;
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === "CatchClause" || isFunctionNode(current)) {
      const failure = findFailureOf(current, sourceCode);
      if (failure) return isSurelyHanded(node, failure) ? describeFailure(node, failure, isBehindExecutor) : undefined;
    }
    if (isFunctionNode(current) && isExecutor(current)) isBehindExecutor = true;
    // Stops at other functions: a callback may run after the handler has ended.
    else if (isExecutionBoundary(current)) return undefined;
  }
  return undefined;
}

function describeFailure(node: TSESTree.Node, failure: HandledFailure, isBehindExecutor: boolean): FailureAt {
  const { handler, sourceCode, variables } = failure;
  const isReplaced = variables.some(({ references }) => references.some((each) => each.isWrite() && !each.init));
  const isWhole = !isReplaced && !isEventListener(handler);
  const cause = isWhole ? findHandledCause(handler.node, node, sourceCode) : undefined;
  return { ...failure, cause, isBehindExecutor };
}

const failures = new WeakMap<TSESTree.Node, HandledFailure | undefined>();

/** Returns the failure that a catch clause or function handles. */
function findFailureOf(
  node: TSESTree.CatchClause | FunctionNode,
  sourceCode: TSESLint.SourceCode,
): HandledFailure | undefined {
  return getOrCreate(failures, node, () => {
    const handler = findFailureHandler(node, sourceCode);
    // A function that takes nothing, and that others may call too, reports a failure of its own.
    const isOthers = isFunctionNode(node) && node.parent.type !== "CallExpression" && !handler?.binding;
    return handler && !isOthers ? { handler, variables: boundVariables(handler, sourceCode), sourceCode } : undefined;
  });
}

/** A callback is also run when nothing failed, so that it has to quote the failure or stand behind a test of it. */
function isSurelyHanded(node: TSESTree.Node, failure: HandledFailure): boolean {
  if (failure.handler.kind !== "callback" || mentions(node, failure)) return true;
  return isShownBefore(
    node,
    (around) => around === failure.handler.node,
    (test, outcome) => showsFailure(test, outcome, failure),
  );
}

/** `if (err)`, `if (err !== null)`, `if (err.code === "ENOENT")` */
function showsFailure(test: TSESTree.Node, outcome: boolean, failure: HandledFailure): boolean {
  if (!mentions(test, failure)) return false;
  if (test.type !== "BinaryExpression" || !/^[!=]==?$/.test(test.operator)) return outcome;
  const isEqual = test.operator.startsWith("=") === outcome;
  return isEqual !== [test.left, test.right].some(isNothing);
}

function isExecutor({ parent }: FunctionNode): boolean {
  return parent.type === "NewExpression" && parent.callee.type === "Identifier" && parent.callee.name === "Promise";
}
