import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { Layout } from "./factory-call.js";
import { indentAt, sourceStyle } from "./source-style.js";

/** How code that replaces a node is laid out in its file. */
export function layoutAt(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): Layout {
  return {
    indent: indentAt(sourceCode, node.range[0]),
    step: indentStep(sourceCode),
    column: node.loc.start.column,
    quote: sourceStyle(sourceCode).quote,
  };
}

/** The white space that the first indented line of a file begins with. */
function indentStep({ lines }: TSESLint.SourceCode): string {
  for (const line of lines) {
    const [, indent = ""] = /^(\t| {2,8})(?![\s*])/.exec(line) ?? [];
    if (indent !== "") return indent;
  }
  return "  ";
}
