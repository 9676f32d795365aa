import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type FailureHandler, boundVariables, failureHandler } from "../catches/failure-handlers.js";
import { type FunctionNode, isExecutionBoundary, isFunctionNode } from "../syntax/functions.js";
import { type HandledFailure, mentions } from "./carried-failure.js";
import { runsOnFailure } from "./runs-on-failure.js";

/** The failure that is handled where a node runs, and how the handler has come by it. */
export interface FailureAt extends HandledFailure {
  readonly handler: FailureHandler;
  /** Whether an executor stands in between: it runs while the handler does, but is a function of its own. */
  readonly isBehindExecutor: boolean;
}

/** The failure that the innermost handler around a node is handed; `undefined` where none is, or might not be. */
export function failureAt(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): FailureAt | undefined {
  let isBehindExecutor = false;
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === "CatchClause" || isFunctionNode(current)) {
      const found = handlerAt(current, sourceCode);
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

function handlerAt(node: TSESTree.CatchClause | FunctionNode, sourceCode: TSESLint.SourceCode): Found | undefined {
  const answer = known.get(node) ?? { found: createFound(node, sourceCode) };
  known.set(node, answer);
  return answer.found;
}

function createFound(node: TSESTree.CatchClause | FunctionNode, sourceCode: TSESLint.SourceCode): Found | undefined {
  const handler = failureHandler(node, sourceCode);
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
