import type { TSESTree } from "@typescript-eslint/utils";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { extname, relative } from "node:path";
import { rememberFor } from "../syntax/remember.js";
import { isTypeScriptFile } from "../syntax/source-file.js";

const own = createRequire(import.meta.url);

/**
 * Returns an installed parser: ESLint's own, or typescript-eslint's for TypeScript. For a host that
 * has none to lend.
 *
 * @throws Error where there is none: typescript-eslint's does not load beside TypeScript 7 alone.
 */
function loadInstalledParser(file: string): ModuleParser {
  const [owner, parser] = isTypeScriptFile(file)
    ? ["@typescript-eslint/utils", "@typescript-eslint/typescript-estree"]
    : ["eslint", "espree"];
  return createRequire(own.resolve(owner))(parser) as ModuleParser;
}

/** A parser as ESLint's configuration holds it: `context.languageOptions.parser`. */
export interface ModuleParser {
  parse?: (text: string, options?: Record<string, unknown>) => unknown;
  parseForESLint?: (text: string, options?: Record<string, unknown>) => { readonly ast: unknown };
}

export interface ParsedModule {
  readonly file: string;
  readonly body: readonly TSESTree.ProgramStatement[];
}

interface Known {
  readonly changed: number;
  readonly parsed: ParsedModule | undefined;
}

const knownByParser = rememberFor(() => new Map<string, Known>());

/** The statements of a module, parsed once until its file changes; `undefined` when it is missing or does not parse. */
export function parseModule(path: string, parser: ModuleParser): ParsedModule | undefined {
  const found = findModuleFile(path);
  if (!found) return undefined;
  const { file, changed } = found;
  const files = knownByParser(parser);
  if (files.get(file)?.changed !== changed) files.set(file, { changed, parsed: parse(file, parser) });
  return files.get(file)?.parsed;
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
  };
  try {
    const text = readFileSync(file, "utf8");
    const ast = parseText(text, isWorking(parser) ? parser : loadInstalledParser(file), options);
    return { file, body: (ast as TSESTree.Program).body };
  } catch {
    // Half-written, or in a language that this parser does not read.
    return undefined;
  }
}

function parseText(text: string, parser: ModuleParser, options: Record<string, unknown>): unknown {
  return parser.parseForESLint ? parser.parseForESLint(text, options).ast : parser.parse?.(text, options);
}

/** Whether a parser parses: the one that oxlint shows to rules is there for its name alone. */
const isWorking = rememberFor((parser: ModuleParser): boolean => {
  try {
    parseText("", parser, {});
    return true;
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

/** The file that a module path means, with the time of its last change. */
export function findModuleFile(path: string): { readonly file: string; readonly changed: number } | undefined {
  for (const file of listModuleFiles(path)) {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats?.isFile()) return { file, changed: stats.mtimeMs };
  }
  return undefined;
}

/** Returns the path of a file relative to a folder, with slashes. */
export function nameOfFile(file: string, folder: string): string {
  return relative(folder, file).replaceAll("\\", "/");
}
