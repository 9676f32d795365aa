import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type BigIntStats, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, relative } from "node:path";
import { rememberFor } from "../syntax/remember.js";
import { isTypeScriptFile } from "../syntax/source-file.js";
import { type ModuleParser, type ParsedText, sourceParser } from "./parse-source.js";

const own = createRequire(import.meta.url);
const ofEslint = () => createRequire(own.resolve("eslint"));

/** Chooses the parser of another module: for TypeScript the fast one, whatever the host has. */
function chooseParser(file: string, parser: ModuleParser): ModuleParser {
  return isTypeScriptFile(file) && isWorking(sourceParser) ? sourceParser : parser;
}

export interface ParsedModule {
  readonly file: string;
  readonly body: readonly TSESTree.ProgramStatement[];
  /** The module with its scopes, as rules see a file; made when it is first asked for. */
  readonly sourceCode: (host: TSESLint.SourceCode) => TSESLint.SourceCode;
}

interface Known {
  readonly changed: string;
  readonly parsed: ParsedModule | undefined;
}

const knownByParser = rememberFor(() => new Map<string, Known>());
// A parsed module is a hundred times as large as its text.
const MAX_KNOWN = 300;

/** The statements of a module, parsed once until its file changes; `undefined` when it is missing or does not parse. */
export function parseModule(path: string, parser: ModuleParser): ParsedModule | undefined {
  const found = findModuleFile(path);
  if (!found) return undefined;
  const { file, changed } = found;
  const chosen = chooseParser(file, parser);
  const files = knownByParser(chosen);
  const known = files.get(file);
  const parsed = known?.changed === changed ? known.parsed : parse(file, chosen);
  // The last one used stands last.
  files.delete(file);
  files.set(file, { changed, parsed });
  const [oldest] = files.keys();
  if (files.size > MAX_KNOWN && oldest !== undefined) files.delete(oldest);
  return parsed;
}

function parse(file: string, parser: ModuleParser): ParsedModule | undefined {
  // Not the linted file's parser options: a type-aware parse of another file is slow and may be refused.
  const options = {
    filePath: file,
    ecmaVersion: "latest",
    sourceType: extname(file) === ".cjs" ? "commonjs" : "module",
    ecmaFeatures: { jsx: file.endsWith("x") },
    loc: true,
    range: true,
    tokens: true,
    comment: true,
  };
  try {
    const text = readFileSync(file, "utf8");
    // A host may have no parser to lend; ESLint's own is there for what is not TypeScript.
    const parsed = parseText(text, reads(parser, file) ? parser : (ofEslint()("espree") as ModuleParser), options);
    const ast = parsed.ast as TSESLint.SourceCode.Program;
    let sourceCode: TSESLint.SourceCode | undefined;
    return { file, body: ast.body, sourceCode: (host) => (sourceCode ??= createSourceCode(text, parsed, host)) };
  } catch {
    // Half-written, or in a language that this parser does not read.
    return undefined;
  }
}

function parseText(text: string, parser: ModuleParser, options: Record<string, unknown>): ParsedText {
  return parser.parseForESLint ? parser.parseForESLint(text, options) : { ast: parser.parse?.(text, options) };
}

type SourceCodeClass = new (parts: Record<string, unknown>) => TSESLint.SourceCode;

/** Makes of a parsed text what ESLint makes of a linted one, with the same class where the host has it. */
function createSourceCode(text: string, parsed: ParsedText, host: TSESLint.SourceCode) {
  const ast = parsed.ast as TSESLint.SourceCode.Program;
  const visitorKeys = parsed.visitorKeys ?? loadVisitorKeys();
  setParents(ast, visitorKeys);
  const scopeManager = parsed.scopeManager ?? analyzeScopes(ast);
  const ofHost = host.constructor as Partial<SourceCodeClass> & { readonly splitLines?: unknown };
  const SourceCode = ofHost.splitLines ? (ofHost as SourceCodeClass) : loadSourceCode();
  return new SourceCode({ text, ast, parserServices: {}, scopeManager, visitorKeys });
}

function loadSourceCode(): SourceCodeClass {
  return (own("eslint") as { readonly SourceCode: SourceCodeClass }).SourceCode;
}

function loadVisitorKeys(): TSESLint.SourceCode.VisitorKeys {
  return (ofEslint()("eslint-visitor-keys") as { readonly KEYS: TSESLint.SourceCode.VisitorKeys }).KEYS;
}

function analyzeScopes(ast: TSESLint.SourceCode.Program): TSESLint.Scope.ScopeManager {
  const { analyze } = ofEslint()("eslint-scope") as {
    readonly analyze: (ast: unknown, options: Record<string, unknown>) => TSESLint.Scope.ScopeManager;
  };
  return analyze(ast, { sourceType: ast.sourceType, ecmaVersion: 2026 });
}

/** Sets what ESLint sets while it walks a file. */
function setParents(ast: TSESTree.Node, visitorKeys: TSESLint.SourceCode.VisitorKeys): void {
  // Grows while it is read.
  const nodes: TSESTree.Node[] = [ast];
  for (const parent of nodes) {
    for (const key of visitorKeys[parent.type] ?? []) {
      const child = (parent as unknown as Record<string, TSESTree.Node | (TSESTree.Node | null)[] | null>)[key];
      for (const node of Array.isArray(child) ? child : [child]) {
        if (!node) continue;
        Object.assign(node, { parent });
        nodes.push(node);
      }
    }
  }
}

/** Returns whether a parser reads a file: one without scopes of its own is JavaScript's. */
function reads(parser: ModuleParser, file: string): boolean {
  return isWorking(parser) && (parser.parseForESLint !== undefined || !isTypeScriptFile(file));
}

/** Whether a parser parses: the one that oxlint shows to rules is there for its name alone. */
const isWorking = rememberFor((parser: ModuleParser): boolean => {
  try {
    return parseText("", parser, {}).ast !== undefined;
  } catch {
    return false;
  }
});

// The extensions that a specifier's extension may stand for in the sources, in the order of TypeScript's resolution.
const SOURCES: Readonly<Record<string, readonly string[]>> = {
  ".js": [".js", ".ts", ".tsx", ".jsx", ".d.ts"],
  ".mjs": [".mjs", ".mts", ".d.mts"],
  ".cjs": [".cjs", ".cts", ".d.cts"],
  ".jsx": [".jsx", ".tsx"],
};
const ALL_SOURCES = [".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx", ".d.ts"];

/** The files that a module path may mean, likeliest first. */
function listModuleFiles(path: string): readonly string[] {
  const extension = /\.[cm]?jsx?$/.exec(path)?.[0] ?? "";
  const stem = path.slice(0, path.length - extension.length);
  const sources = SOURCES[extension];
  if (sources) return sources.map((each) => stem + each);
  return [path, ...ALL_SOURCES.map((each) => path + each), ...ALL_SOURCES.map((each) => `${path}/index${each}`)];
}

/** The file that a module path means, with the time of its last change, to the nanosecond, and its size. */
export function findModuleFile(path: string): { readonly file: string; readonly changed: string } | undefined {
  for (const file of listModuleFiles(path)) {
    const stats = readStats(file);
    if (stats?.isFile()) return { file, changed: `${stats.mtimeNs} ${stats.size}` };
  }
  return undefined;
}

function readStats(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false, bigint: true });
  } catch {
    // No name of a file: it is too long, or holds what none may hold.
    return undefined;
  }
}

/** Returns the path of a file relative to a folder, with slashes. */
export function nameOfFile(file: string, folder: string): string {
  return relative(folder, file).replaceAll("\\", "/");
}
