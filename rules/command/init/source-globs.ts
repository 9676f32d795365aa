import type { ESLint, Linter } from "eslint";
import path from "node:path";
import plugin from "../../index.js";
import type { PresetName } from "../../plugin-types.js";
import { createEslint, loadAnyEslint } from "../project/installed-packages.js";
import type { Source } from "../project/read-project.js";
import { compareText, groupBy } from "../text.js";
import { writeExactPatterns } from "./exact-patterns.js";
import type { Setup } from "./find-setup.js";
import { readModuleKinds } from "./module-kinds.js";

const CODE = /\.([cm]?[jt]sx?)$/;
const ALL_CODE = ["**/*.{js,mjs,cjs,jsx,ts,mts,cts,tsx}"];

/** The patterns under which ESLint finds the code of the server. */
export interface SourceGlobs {
  readonly files: readonly string[];
  /** Those of TypeScript alone. */
  readonly typescript: readonly string[];
  /** Those of `.js` files that are CommonJS modules. */
  readonly commonjs: readonly string[];
  /** Those of JavaScript with JSX. */
  readonly jsx: readonly string[];
  /** The files that the patterns match, tests among them. */
  readonly matched: readonly Source[];
}

/** A configuration of ESLint with a preset for some files, or as it is. */
interface PlannedConfig {
  /** The file of the configuration, where there is one. */
  readonly file?: string | undefined;
  readonly preset?: PresetName | undefined;
  readonly files?: readonly string[];
}

/** Creates an ESLint that reads a configuration as it is planned. */
export function createPlannedEslint(cwd: string, { file, preset, files = ALL_CODE }: PlannedConfig): ESLint {
  const [rules, ...others] = (preset === undefined ? [] : plugin.configs[preset]) as Linter.Config[];
  return createEslint(loadAnyEslint(cwd), {
    cwd,
    ...(file === undefined ? { overrideConfigFile: true } : {}),
    overrideConfig: rules ? [{ ...rules, files: [...files] }, ...others] : [],
  });
}

/** The rules that ESLint computes for a file. */
interface RuleConfig {
  readonly rules?: Readonly<Record<string, readonly [severity: number]>>;
}

/** Returns whether a rule of the plugin is on. */
export function hasOurRules({ rules = {} }: RuleConfig): boolean {
  return Object.entries(rules).some(([rule, [severity]]) => severity > 0 && rule.startsWith("error-contract/"));
}

/** Returns whether a rule of the plugin is on for a file; true where the packages of the configuration are lacking. */
export async function isLinted(file: string, eslint: ESLint): Promise<boolean> {
  try {
    const config: unknown = await eslint.calculateConfigForFile(file);
    return hasOurRules(config ?? {});
  } catch {
    return true;
  }
}

/** Lists the files that hold code of a server, as each preset sees it: no tests, examples and scripts. */
export async function listServerCode(sources: readonly Source[], cwd: string): Promise<readonly Source[]> {
  const eslint = createPlannedEslint(cwd, { preset: "recommended" });
  const isServer = await Promise.all(sources.map(({ name }) => isLinted(path.join(cwd, name), eslint)));
  return sources.filter((_, index) => isServer[index]);
}

/** Finds the folders that hold code of the server, and the kinds of files in each. */
export async function findSourceGlobs({ cwd, sources, workspaces }: Setup): Promise<SourceGlobs> {
  const code = await listServerCode(sources, cwd);
  const found = new Set(code.map(({ name }) => findFolder(name, workspaces)));
  // What stands outside of the `src` of a package has a pattern that holds its `src`, too.
  const folderOf = ({ name }: Source): string => {
    const folder = findFolder(name, workspaces);
    const above = folder.endsWith("/src") ? folder.slice(0, -4) : undefined;
    return above !== undefined && found.has(above) ? above : folder;
  };
  const folders = [...groupBy(code, folderOf)].sort(([one], [other]) => compareText(one, other));
  const extensions = new Map(folders.map(([folder, all]) => [folder, new Set(all.map(extensionOf))]));
  const matched = sources.filter((each) => extensions.get(folderOf(each))?.has(extensionOf(each)));
  const patterns = (isWanted: (extension: string) => boolean) =>
    [...extensions].flatMap(([folder, all]) => writePattern(folder, [...all].filter(isWanted).sort()));

  const kinds = readModuleKinds(cwd, matched);
  const plain = [...kinds.keys()];
  const isCommonjs = (each: Source) => kinds.get(each)?.sourceType === "commonjs";
  const nameOf = ({ name }: Source) => name;
  return {
    files: patterns(() => true),
    typescript: patterns((extension) => /tsx?$/.test(extension)),
    commonjs: folders.flatMap(([folder]) => {
      const own = plain.filter((each) => folderOf(each) === folder && extensionOf(each) === "js");
      const wanted = own.filter(isCommonjs);
      if (wanted.length === own.length) return own.length > 0 ? writePattern(folder, ["js"]) : [];
      return writeExactPatterns(wanted.map(nameOf), plain.filter((each) => !isCommonjs(each)).map(nameOf), "*.js");
    }),
    jsx: writeExactPatterns(
      plain.filter((each) => kinds.get(each)?.isJsx).map(nameOf),
      plain.filter((each) => !kinds.get(each)?.isJsx).map(nameOf),
      "*.{js,jsx}",
    ),
    matched,
  };
}

const extensionOf = ({ name }: Source): string => CODE.exec(name)?.[1] ?? "js";

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
