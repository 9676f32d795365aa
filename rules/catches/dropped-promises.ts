// Where the code goes on after the handler of a promise has dropped its failure.
import type { TSESTree } from "@typescript-eslint/utils";
import type { Handler } from "../model/handlers.js";
import { listUses } from "../model/value-uses.js";
import { getAwaited, skipAwait, unwrapExpression } from "../syntax/expressions.js";
import { type FunctionNode, findEnclosingFunction, isFunctionNode } from "../syntax/functions.js";
import { listToolHandlers } from "../tools/tool-handlers.js";

/** Finds the function that goes on after the handler of a call: `f` of `save().catch(log).then(f)`. */
export function findContinuation({ callee, parent }: TSESTree.CallExpression): FunctionNode | undefined {
  // `queue.catch(() => {}).then(next)`: the failure is that of other work, which has its own answer.
  if (callee.type !== "MemberExpression" || unwrapExpression(callee.object).type !== "CallExpression") return undefined;
  if (parent.type !== "MemberExpression" || parent.parent.type !== "CallExpression") return undefined;
  const isThen = parent.property.type === "Identifier" && parent.property.name === "then";
  const [next] = parent.parent.arguments;
  return isThen && isFunctionNode(next) && next.params.length === 0 ? next : undefined;
}

/**
 * Finds the call after which a tool goes on though it has dropped the failure and the result of a promise:
 * `await save(id).catch(() => {});`, also one for each item under `Promise.all`.
 */
export function findDroppedInTool({ place, lint }: Handler): TSESTree.CallExpression | undefined {
  if (place?.kind !== "rejection") return undefined;
  const next = findContinuation(place.call);
  const uses = next ? [] : listUses(place.call, lint);
  if (!uses.every(({ kind }) => kind === "dropped")) return undefined;
  const value = uses[0]?.node ?? getAwaited(place.call);
  const call = skipAwait(value);
  const owner = findEnclosingFunction(value);
  const isOfTool = value.type === "AwaitExpression" && owner && listToolHandlers(owner, lint).length > 0;
  return isOfTool && call.type === "CallExpression" ? call : undefined;
}
