import { AST_NODE_TYPES, type TSESTree } from "./tree.js";
import { unwrapped } from "./unwrapped.js";

/** Whether an expression is `null` or `undefined` as it is written. */
export function isNothing(node: TSESTree.Node): boolean {
  const value = unwrapped(node);
  if (value.type === AST_NODE_TYPES.Identifier) return value.name === "undefined";
  return value.type === AST_NODE_TYPES.Literal && value.raw === "null";
}
