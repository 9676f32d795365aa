import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type FileChange, replaceFile } from "./changed-files.js";
import { type Format, findEslintFormat } from "./eslint-format.js";
import { resolveFrom } from "./installed-packages.js";
import { runProcess } from "./run-process.js";

/**
 * Formats new files as the project does, with its imports in order, and changed ones as far as they were so before: by
 * the rules of its ESLint that are about layout, then by prettier or Biome.
 */
export async function formatFiles<Change extends FileChange>(
  files: readonly Change[],
  cwd: string,
): Promise<readonly Change[]> {
  if (files.length === 0) return files;
  const names = files.map(({ file }) => file);
  const formats = [await findEslintFormat(names, cwd), (await findPrettier(cwd)) ?? findBiome(cwd)];
  const formatted: Change[] = [];
  for (const each of files) {
    let { after } = each;
    for (const format of formats.filter((found) => found !== undefined)) {
      const isAccepted = each.before === undefined || (await format(each.file, each.before)) === each.before;
      if (isAccepted) after = (await format(each.file, after)) ?? after;
    }
    formatted.push({ ...each, after });
  }
  return formatted;
}

/** Writes a file that a project keeps, formatted as it does. */
export async function writeFormatted(file: string, text: string, cwd: string): Promise<void> {
  for (const { after } of await formatFiles([{ file, before: undefined, after: text }], cwd)) replaceFile(file, after);
}

/** The part of prettier's API that is used; 2 and 3 have it. */
interface Prettier {
  readonly format: (text: string, options: object) => Promise<string> | string;
  readonly resolveConfig: (file: string, options: object) => Promise<object | null>;
  readonly getFileInfo: (file: string, options: object) => Promise<{ ignored: boolean; inferredParser: string | null }>;
}

async function findPrettier(cwd: string): Promise<Format | undefined> {
  const folder = findFormatter(cwd, "prettier", /^(?:\.prettierrc.*|prettier\.config\..*)$/);
  const file = folder === undefined ? undefined : resolveFrom(cwd, "prettier");
  if (folder === undefined || file === undefined) return undefined;
  const loaded = (await import(pathToFileURL(file).href)) as Prettier & { readonly default?: Prettier };
  const { format, resolveConfig, getFileInfo } = loaded.default ?? loaded;
  const ignorePath = path.join(folder, ".prettierignore");
  return async (name, text) => {
    const { ignored, inferredParser } = await getFileInfo(name, { ignorePath });
    if (ignored || inferredParser === null) return undefined;
    const options = await resolveConfig(name, { editorconfig: true, useCache: false });
    return format(text, { ...options, filepath: name });
  };
}

function findBiome(cwd: string): Format | undefined {
  const folder = findFormatter(cwd, "@biomejs/biome", /^biome\.jsonc?$/);
  const manifest = folder === undefined ? undefined : resolveFrom(cwd, "@biomejs/biome/package.json");
  if (folder === undefined || manifest === undefined) return undefined;
  const biome = path.join(path.dirname(manifest), "bin/biome");
  return async (name, text) => {
    // All that `biome check` asks for, such as the order of imports, except the fixes of its linter.
    for (const command of [["check", "--write", "--linter-enabled=false"], ["format"]]) {
      // Biome holds its patterns against the whole path that it is given: `tmp/` would ignore all below `/tmp`.
      const args = [biome, ...command, `--stdin-file-path=${path.relative(folder, name)}`];
      const { status, stdout } = await runProcess(process.execPath, args, { cwd: folder, input: text });
      if (status === 0) return stdout;
    }
    return undefined;
  };
}

/**
 * Finds the nearest folder that depends on a formatter, or configures it, up to that of the repository: one that
 * another package brought along is not asked.
 */
function findFormatter(folder: string, name: string, config: RegExp): string | undefined {
  const manifest = path.join(folder, "package.json");
  const isNamed = fs.existsSync(manifest) && fs.readFileSync(manifest, "utf8").includes(`"${name}"`);
  if (isNamed || fs.readdirSync(folder).some((file) => config.test(file))) return folder;
  const parent = path.dirname(folder);
  const isTop = parent === folder || fs.existsSync(path.join(folder, ".git"));
  return isTop ? undefined : findFormatter(parent, name, config);
}
