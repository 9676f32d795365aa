import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { FileChange } from "./changed-files.js";
import { resolveFrom } from "./installed-packages.js";
import { runProcess } from "./run-process.js";

/** Formats a text as the project formats a file; undefined where the formatter leaves the file alone. */
type Format = (file: string, text: string) => Promise<string | undefined>;

/** Formats new files with the project's own formatter, and changed ones as far as it accepted them before. */
export async function formatFiles<Change extends FileChange>(
  files: readonly Change[],
  cwd: string,
): Promise<readonly Change[]> {
  const format = (await findPrettier(cwd)) ?? findBiome(cwd);
  if (!format) return files;
  const formatted: Change[] = [];
  for (const each of files) {
    const isAccepted = each.before === undefined || (await format(each.file, each.before)) === each.before;
    const after = isAccepted ? await format(each.file, each.after) : undefined;
    formatted.push({ ...each, after: after ?? each.after });
  }
  return formatted;
}

/** The part of prettier's API that is used; 2 and 3 have it. */
interface Prettier {
  readonly format: (text: string, options: object) => Promise<string> | string;
  readonly resolveConfig: (file: string, options: object) => Promise<object | null>;
  readonly getFileInfo: (file: string, options: object) => Promise<{ ignored: boolean; inferredParser: string | null }>;
}

async function findPrettier(cwd: string): Promise<Format | undefined> {
  if (!usesFormatter(cwd, "prettier", /^(?:\.prettierrc.*|prettier\.config\..*)$/)) return undefined;
  const file = resolveFrom(cwd, "prettier");
  if (file === undefined) return undefined;
  const loaded = (await import(pathToFileURL(file).href)) as Prettier & { readonly default?: Prettier };
  const { format, resolveConfig, getFileInfo } = loaded.default ?? loaded;
  const ignorePath = path.join(cwd, ".prettierignore");
  return async (name, text) => {
    const { ignored, inferredParser } = await getFileInfo(name, { ignorePath });
    if (ignored || inferredParser === null) return undefined;
    const options = await resolveConfig(name, { editorconfig: true });
    return format(text, { ...options, filepath: name });
  };
}

function findBiome(cwd: string): Format | undefined {
  if (!usesFormatter(cwd, "@biomejs/biome", /^biome\.jsonc?$/)) return undefined;
  const manifest = resolveFrom(cwd, "@biomejs/biome/package.json");
  if (manifest === undefined) return undefined;
  const biome = path.join(path.dirname(manifest), "bin/biome");
  return async (name, text) => {
    const args = [biome, "format", `--stdin-file-path=${name}`];
    const { status, stdout } = await runProcess(process.execPath, args, { cwd, input: text });
    return status === 0 ? stdout : undefined;
  };
}

/** Whether a project depends on a formatter, or configures it: one that another package brought along is not asked. */
function usesFormatter(cwd: string, name: string, config: RegExp): boolean {
  if (fs.readdirSync(cwd).some((file) => config.test(file))) return true;
  const manifest = path.join(cwd, "package.json");
  return fs.existsSync(manifest) && fs.readFileSync(manifest, "utf8").includes(`"${name}"`);
}
