import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import {
  type FailureHandler,
  boundVariables,
  findEnclosingHandler,
  findFailureHandler,
  findHandlerParameter,
} from "../catches/failure-handlers.js";
import { isErrorName } from "../syntax/error-names.js";
import { type MessagePart, unwrapExpression } from "../syntax/expressions.js";
import { type FunctionNode, isExecutionBoundary, isFunctionNode } from "../syntax/functions.js";
import { isVisible, resolveVariable } from "../syntax/references.js";
import { type HandledFailure, mentions } from "./carried-failure.js";
import { runsOnFailure } from "./runs-on-failure.js";

/** The failure that another failure comes from, and the binding that has to be made before it can be named. */
export interface KnownCause {
  readonly name: string;
  /** The handler that gets the binding. */
  readonly unbound?: FailureHandler["node"];
}

const BINDING_NAMES = ["error", "err", "cause", "caught"];

/**
 * Finds the cause of a failure made at a node: the caught value of the handler around it, or the error whose `message`
 * stands in its message.
 */
export function findKnownCause(
  node: TSESTree.Node,
  message: readonly MessagePart[],
  sourceCode: TSESLint.SourceCode,
): KnownCause | undefined {
  const handler = findEnclosingHandler(node, sourceCode);
  return handler ? findHandledCause(handler, node, sourceCode) : findQuotedError(message, sourceCode);
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
  if (parameter) return undefined;
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
  // There can be no other parameter than TypeScript's `this`.
  const [last] = unbound.params;
  if (last) return [fixer.insertTextAfter(last, `, ${name}`)];
  const from = unbound.typeParameters?.range[1] ?? unbound.range[0];
  const open = sourceCode.getFirstToken(unbound, ({ value, range }) => value === "(" && range[0] >= from);
  return open ? [fixer.insertTextAfter(open, name)] : [];
}

function usesName(handler: FailureHandler["node"], name: string, sourceCode: TSESLint.SourceCode): boolean {
  return sourceCode.getTokens(handler.body).some(({ value }) => value === name);
}

// `cb(new Error(`FILE_READ_FAILED: ${err.message}`))`: the message quotes the failure that it reports.
function findQuotedError(message: readonly MessagePart[], sourceCode: TSESLint.SourceCode): KnownCause | undefined {
  const quoted = message.flatMap(({ node }) => findMessageOwner(node, sourceCode) ?? []);
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

/** The failure that is handled where a node runs, and how the handler has come by it. */
export interface FailureAt extends HandledFailure {
  readonly handler: FailureHandler;
  /** Whether an executor stands in between: it runs while the handler does, but is a function of its own. */
  readonly isBehindExecutor: boolean;
}

/** The failure that the innermost handler around a node is handed; `undefined` where none is, or might not be. */
export function findFailureAt(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): FailureAt | undefined {
  let isBehindExecutor = false;
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === "CatchClause" || isFunctionNode(current)) {
      const found = findHandlerAt(current, sourceCode);
      if (found) return isSurelyHanded(node, found) ? { ...found, isBehindExecutor } : undefined;
    }
    if (isFunctionNode(current) && isExecutor(current)) isBehindExecutor = true;
    // Stops at other functions: a callback may run after the handler has ended.
    else if (isExecutionBoundary(current)) return undefined;
  }
  return undefined;
}

type Found = Omit<FailureAt, "isBehindExecutor">;
const known = new WeakMap<TSESTree.Node, { readonly found: Found | undefined }>();

function findHandlerAt(node: TSESTree.CatchClause | FunctionNode, sourceCode: TSESLint.SourceCode): Found | undefined {
  const answer = known.get(node) ?? { found: createFound(node, sourceCode) };
  known.set(node, answer);
  return answer.found;
}

function createFound(node: TSESTree.CatchClause | FunctionNode, sourceCode: TSESLint.SourceCode): Found | undefined {
  const handler = findFailureHandler(node, sourceCode);
  if (!handler) return undefined;
  // A function that takes nothing, and that others may call too, reports a failure of its own.
  const isNamed = isFunctionNode(node) && node.parent.type !== "CallExpression";
  if (isNamed && !handler.binding) return undefined;
  return { handler, within: handler.node, variables: boundVariables(handler, sourceCode), sourceCode };
}

/** A callback is also run when nothing failed. */
function isSurelyHanded(node: TSESTree.Node, found: Found): boolean {
  return found.handler.kind !== "callback" || mentions(node, found) || runsOnFailure(node, found);
}

function isExecutor({ parent }: FunctionNode): boolean {
  return parent.type === "NewExpression" && parent.callee.type === "Identifier" && parent.callee.name === "Promise";
}
