import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

type Ranged = Pick<TSESTree.Node | TSESTree.Token, "range">;

/** Whether a node stands within another one, or is it. */
export function isInside({ range }: Ranged, outer: Ranged): boolean {
  return outer.range[0] <= range[0] && range[1] <= outer.range[1];
}

/** Every node of a file, or below a node of it, in no particular order. Nothing is looked at below a leaf. */
export function collectNodes(
  { ast, visitorKeys }: TSESLint.SourceCode,
  root: TSESTree.Node = ast,
  isLeaf: (node: TSESTree.Node) => boolean = () => false,
): readonly TSESTree.Node[] {
  // Grows while it is read.
  const nodes: TSESTree.Node[] = [root];
  for (const node of nodes) {
    if (isLeaf(node)) continue;
    for (const key of visitorKeys[node.type] ?? []) {
      const child = node[key as keyof TSESTree.Node] as unknown as
        TSESTree.Node | (TSESTree.Node | null)[] | null | undefined;
      if (!Array.isArray(child)) {
        if (child) nodes.push(child);
        continue;
      }
      for (const element of child) if (element) nodes.push(element);
    }
  }
  return nodes;
}
