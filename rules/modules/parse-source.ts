import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { analyze } from "@typescript-eslint/scope-manager";
import type { parseSync, visitorKeys } from "oxc-parser";
import { createRequire } from "node:module";
import { rememberOnce } from "../syntax/remember.js";

/** A parser as ESLint's configuration holds it: `context.languageOptions.parser`. */
export interface ModuleParser {
  parse?: (text: string, options?: Record<string, unknown>) => unknown;
  parseForESLint?: (text: string, options?: Record<string, unknown>) => ParsedText;
}

/** Stands for the parser of a host that names none, as rslint does: the installed parsers read other modules. */
export const NO_PARSER: ModuleParser = Object.freeze({});

/** What a parser gives beside the tree, where it gives more. */
export interface ParsedText {
  readonly ast: unknown;
  readonly scopeManager?: TSESLint.Scope.ScopeManager | null;
  readonly visitorKeys?: TSESLint.SourceCode.VisitorKeys;
}

const own = createRequire(import.meta.url);
// Most files that are linted ask about no other module, and need neither.
const loadOxc = rememberOnce(
  () => own("oxc-parser") as { readonly parseSync: typeof parseSync; readonly visitorKeys: typeof visitorKeys },
);
const loadScopes = rememberOnce(() => own("@typescript-eslint/scope-manager") as { readonly analyze: typeof analyze });

/**
 * Oxc's parser in the form of ESLint's: its tree is that of typescript-eslint, and is made in half the time. It
 * gives no tokens, so what edits code cannot use it.
 */
export const sourceParser: ModuleParser = {
  parseForESLint(text, options = {}) {
    const { filePath = "source.ts", sourceType = "module" } = options as {
      readonly filePath?: string;
      readonly sourceType?: "module" | "commonjs";
    };
    const oxc = loadOxc();
    const lang = /\.[cm]?ts$/.test(filePath) ? "ts" : "tsx";
    const parsed = oxc.parseSync(filePath, text, {
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
    const locate = createLocator(text);
    setLocations(ast, locate, oxc.visitorKeys);
    const comments = parsed.comments.map(({ type, value, start, end }) => {
      return { type, value, range: [start, end], loc: { start: locate(start), end: locate(end) } };
    });
    Object.assign(ast, { tokens: [], comments });
    const scopeManager = loadScopes().analyze(ast, { sourceType: "module" });
    return { ast, scopeManager, visitorKeys: oxc.visitorKeys };
  },
};

type Locate = (offset: number) => TSESTree.Position;

/** Creates a function that says in which line and column an offset is. */
function createLocator(text: string): Locate {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  // By offset: a table is read in less time than the lines are searched.
  const lines = new Uint32Array(text.length + 1);
  for (const [index, start] of starts.entries()) lines.fill(index + 1, start, starts[index + 1]);
  return (offset) => {
    const line = lines[offset] ?? starts.length;
    return { line, column: offset - (starts[line - 1] ?? 0) };
  };
}

/** Sets the lines and columns of all nodes. */
function setLocations(ast: TSESTree.Node, locate: Locate, keys: TSESLint.SourceCode.VisitorKeys): void {
  // Grows while it is read.
  const nodes: TSESTree.Node[] = [ast];
  for (const node of nodes) {
    const [start, end] = node.range;
    node.loc = { start: locate(start), end: locate(end) };
    for (const key of keys[node.type] ?? []) {
      const child = (node as unknown as Record<string, TSESTree.Node | (TSESTree.Node | null)[] | null>)[key];
      if (!Array.isArray(child)) {
        if (child) nodes.push(child);
        continue;
      }
      for (const each of child) if (each) nodes.push(each);
    }
  }
}
