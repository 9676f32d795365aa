import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

type Ranged = Pick<TSESTree.Node | TSESTree.Token, "range">;

/** Whether a node stands within another one, or is it. */
export function isInside({ range }: Ranged, outer: Ranged): boolean {
  return outer.range[0] <= range[0] && range[1] <= outer.range[1];
}

/** Every node of a file, or below a node of it, in no particular order. */
export function* nodesIn(
  { ast, visitorKeys }: TSESLint.SourceCode,
  root: TSESTree.Node = ast,
): Generator<TSESTree.Node> {
  const stack: TSESTree.Node[] = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    for (const key of visitorKeys[node.type] ?? []) {
      const child = node[key as keyof TSESTree.Node] as unknown as
        TSESTree.Node | (TSESTree.Node | null)[] | null | undefined;
      if (Array.isArray(child)) stack.push(...child.filter((element) => element !== null));
      else if (child) stack.push(child);
    }
  }
}
