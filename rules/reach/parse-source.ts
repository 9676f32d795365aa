import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { analyze } from "@typescript-eslint/scope-manager";
import { parseSync, visitorKeys } from "oxc-parser";
import type { ModuleParser } from "../modules/parsed-module.js";

/**
 * Oxc's parser in the form of ESLint's: its tree is that of typescript-eslint, and is made in a tenth of the time. It
 * gives no tokens, so what edits code cannot use it.
 */
export const sourceParser: ModuleParser = {
  parseForESLint(text, options = {}) {
    const { filePath = "source.ts", sourceType = "module" } = options as {
      readonly filePath?: string;
      readonly sourceType?: "module" | "commonjs";
    };
    const lang = /\.[cm]?ts$/.test(filePath) ? "ts" : "tsx";
    const parsed = parseSync(filePath, text, {
      lang,
      sourceType: sourceType === "commonjs" ? "script" : "module",
      astType: "ts",
      range: true,
      preserveParens: false,
    });
    const [error] = parsed.errors;
    const ast = parsed.program as unknown as TSESLint.SourceCode.Program;
    // The caller takes a file that throws for one that cannot be read.
    if (error && ast.body.length === 0) throw new TypeError(error.message);
    setLocations(ast, text);
    Object.assign(ast, { tokens: [], comments: [] });
    const scopeManager = analyze(ast, { sourceType: "module" });
    return { ast, scopeManager, visitorKeys };
  },
};

/** Sets the lines and columns of all nodes. */
function setLocations(ast: TSESTree.Node, text: string): void {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  const locate = (offset: number): TSESTree.Position => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) };
  };
  const nodes: TSESTree.Node[] = [ast];
  for (const node of nodes) {
    Object.assign(node, { loc: { start: locate(node.range[0]), end: locate(node.range[1]) } });
    for (const key of visitorKeys[node.type] ?? []) {
      const child = (node as unknown as Record<string, TSESTree.Node | (TSESTree.Node | null)[] | null>)[key];
      for (const each of Array.isArray(child) ? child : [child]) if (each) nodes.push(each);
    }
  }
}
