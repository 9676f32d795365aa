import type { TSESLint, TSESTree } from "@typescript-eslint/utils";

/** The text of a node with edits inside it done, for a node that moves. */
export function printEditedNode(
  node: TSESTree.Node,
  edits: readonly TSESLint.RuleFix[],
  sourceCode: TSESLint.SourceCode,
): string {
  const [start, end] = node.range;
  const inside = edits.filter(({ range }) => range[0] >= start && range[1] <= end);
  let text = "";
  let position = start;
  for (const edit of [...inside].sort((one, other) => one.range[0] - other.range[0] || one.range[1] - other.range[1])) {
    text += sourceCode.text.slice(position, edit.range[0]) + edit.text;
    position = edit.range[1];
  }
  return text + sourceCode.text.slice(position, end);
}
