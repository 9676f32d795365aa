import path from "node:path";
import { fileURLToPath } from "node:url";
import { moduleFile } from "../modules/module-file.js";

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
 * @throws TypeError naming the setting, if it means a file and there is none: a relative path is looked for from the
 *   linted file's folder upwards.
 */
export function runtimeModule(setting: string, filename: string, key = "runtime.module"): RuntimeModule {
  const written = writtenPath(setting, filename, key);
  if (written === undefined) return { specifier: setting, file: undefined };
  // As TypeScript has it: `.js` is written for a module whose file is `.ts`.
  return { specifier: relativeSpecifier(path.dirname(filename), written), file: moduleFile(written)?.file ?? written };
}

/** The absolute path that a setting means, with the extension that it has there. */
function writtenPath(setting: string, filename: string, key: string): string | undefined {
  if (setting.startsWith("file:") || path.isAbsolute(setting)) {
    const file = setting.startsWith("file:") ? pathOfURL(setting) : setting;
    if (file !== undefined && moduleFile(file)) return file;
    throw noFile(key, `"${setting}" is none`);
  }
  const isRelative = /^\.\.?\//.test(setting);
  if (!isRelative && !SCRIPT_EXTENSION.test(setting)) return undefined;
  for (let folder = path.dirname(filename); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, setting);
    if (moduleFile(candidate)) return candidate;
    if (path.dirname(folder) === folder) break;
  }
  if (!isRelative) return undefined;
  throw noFile(
    key,
    `"${setting}" stands in no folder from ${path.dirname(filename)} upwards. ` +
      "Write an absolute path or a file URL, or limit the setting to the `files` it is for",
  );
}

function pathOfURL(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    // A host, or no URL at all.
    return undefined;
  }
}

function noFile(key: string, found: string): TypeError {
  return new TypeError(`settings.errorContract.${key}: expected a file; ${found}.`);
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
