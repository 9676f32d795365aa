import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const SCRIPT_EXTENSION = /\.[cm]?[jt]sx?$/;

/** The module that fixes import from, as one file sees it. */
export interface RuntimeModule {
  /** What to write in an import. */
  readonly specifier: string;
  /** The absolute path, where the module is a file of the project. */
  readonly file: string | undefined;
}

/**
 * Resolves `runtime.module` for the file that is linted, or another setting that names a module.
 *
 * @throws Error naming the setting, if a relative path stands in no folder from the file's own upwards.
 */
export function runtimeModule(setting: string, filename: string, key = "runtime.module"): RuntimeModule {
  const file = moduleFile(setting, filename, key);
  if (file === undefined) return { specifier: setting, file };
  return { specifier: relativeSpecifier(path.dirname(filename), file), file };
}

function moduleFile(setting: string, filename: string, key: string): string | undefined {
  if (setting.startsWith("file:")) return fileURLToPath(setting);
  if (path.isAbsolute(setting)) return setting;
  const isRelative = /^\.\.?\//.test(setting);
  if (!isRelative && !SCRIPT_EXTENSION.test(setting)) return undefined;
  for (let folder = path.dirname(filename); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, setting);
    if (existsSync(candidate)) return candidate;
    if (path.dirname(folder) === folder) break;
  }
  if (!isRelative) return undefined;
  throw new Error(
    `settings.errorContract.${key}: expected a file; "${setting}" stands in no folder from ${path.dirname(filename)} upwards. ` +
      "Write an absolute path or a file URL, or limit the setting to the `files` it is for.",
  );
}

function relativeSpecifier(folder: string, file: string): string {
  const relative = path.relative(folder, file).split(path.sep).join("/");
  return relative.startsWith(".") ? relative : `./${relative}`;
}

/** The file that a relative or absolute specifier means, written as another module would write it (`.js` for `.ts`). */
export function sameModule(specifier: string, filename: string, file: string): boolean {
  if (!/^(\.\.?\/|\/)/.test(specifier)) return false;
  const bare = (name: string) => name.replace(SCRIPT_EXTENSION, "").replace(/\/index$/, "");
  return bare(path.resolve(path.dirname(filename), specifier)) === bare(file);
}
