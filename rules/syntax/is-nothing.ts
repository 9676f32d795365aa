import type { TSESTree } from "@typescript-eslint/utils";
import { unwrapped } from "./unwrapped.js";

/** Whether an expression is `null` or `undefined` as it is written. */
export function isNothing(node: TSESTree.Node): boolean {
  const value = unwrapped(node);
  if (value.type === "Identifier") return value.name === "undefined";
  return value.type === "Literal" && value.raw === "null";
}
