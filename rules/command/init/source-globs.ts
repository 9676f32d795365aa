import type { Project } from "../project/read-project.js";
import { compareText } from "../text.js";

const CODE = /\.([cm]?[jt]sx?)$/;
const NO_SERVER_CODE = new RegExp(
  String.raw`(?:^|/)(?:tests?|__tests__|__mocks__|__fixtures__|e2e|examples?|scripts|docs|bench(?:marks?)?|` +
    String.raw`evals|fixtures|mocks)/|[._-](?:test|tests|spec|bench|e2e|eval|stories|config|` +
    String.raw`setup)\.[cm]?[jt]sx?$|(?:^|/)tests?[-_][^/]*$|\.d\.[cm]?ts$`,
);

/** The patterns under which ESLint finds the code of the server. */
export interface SourceGlobs {
  readonly files: readonly string[];
  /** Those of TypeScript alone. */
  readonly typescript: readonly string[];
  /** Those of `.js` files that are CommonJS modules. */
  readonly commonjs: readonly string[];
  /** Whether most of the code is TypeScript. */
  readonly isTypeScript: boolean;
}

/** Returns whether a file holds code of the server, and is not for tests, examples or tools alone. */
export const isServerCode = (name: string): boolean => !NO_SERVER_CODE.test(name);

/** Finds the folders that hold code of the server, and the kinds of files in each. */
export function findSourceGlobs({ sources, workspaces, isModule }: Project): SourceGlobs {
  const code = sources.map(({ name }) => name).filter(isServerCode);
  const folders = new Map<string, Set<string>>();
  for (const name of code) {
    const folder = findFolder(name, workspaces);
    folders.set(folder, (folders.get(folder) ?? new Set()).add(CODE.exec(name)?.[1] ?? "js"));
  }
  // What stands outside of the `src` of a package has a pattern that holds its `src`, too.
  const isCovered = ([folder]: readonly [string, unknown]) =>
    folder.endsWith("/src") && folders.has(folder.slice(0, -4));
  const sorted = [...folders].filter((each) => !isCovered(each)).sort(([one], [other]) => compareText(one, other));
  const patterns = (isWanted: (extension: string) => boolean) =>
    sorted.flatMap(([folder, extensions]) => writePattern(folder, [...extensions].filter(isWanted).sort()));
  const isTypeScript = (extension: string) => /tsx?$/.test(extension);
  return {
    files: patterns(() => true),
    typescript: patterns(isTypeScript),
    commonjs: isModule ? [] : patterns((extension) => extension === "js"),
    isTypeScript: code.filter((name) => isTypeScript(name)).length * 2 > code.length,
  };
}

function writePattern(folder: string, extensions: readonly string[]): readonly string[] {
  const [first, ...others] = extensions;
  if (first === undefined) return [];
  const extension = others.length === 0 ? first : `{${extensions.join(",")}}`;
  return [folder === "" ? `*.${extension}` : `${folder}/**/*.${extension}`];
}

/** The folder of a pattern: `src`, `packages/*\/src`, or the root itself. */
function findFolder(name: string, workspaces: readonly string[]): string {
  const parts = name.split("/");
  for (const pattern of workspaces) {
    const levels = pattern.replace(/^\.\//, "").replace(/\/$/, "").split("/");
    const isIn = levels.every((level, at) => level === parts[at] || (level === "*" && at < parts.length - 1));
    if (!isIn || levels.includes("**")) continue;
    return parts[levels.length] === "src" ? `${levels.join("/")}/src` : levels.join("/");
  }
  return parts.length === 1 ? "" : (parts[0] ?? "");
}
