import { statSync } from "node:fs";
import { relative } from "node:path";

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
