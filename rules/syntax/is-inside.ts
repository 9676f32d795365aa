import type { TSESTree } from "@typescript-eslint/utils";

/** Whether a node stands within another one, or is it. */
export function isInside({ range }: TSESTree.Node, outer: TSESTree.Node): boolean {
  return outer.range[0] <= range[0] && range[1] <= outer.range[1];
}
