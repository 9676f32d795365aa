import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { Layout } from "./factory-call.js";
import { indentAt, sourceStyle } from "./source-style.js";

/** How code that replaces a node is laid out in its file. */
export function layoutAt(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): Layout {
  const { indentStep, quote } = sourceStyle(sourceCode);
  return { indent: indentAt(sourceCode, node.range[0]), step: indentStep, column: node.loc.start.column, quote };
}
