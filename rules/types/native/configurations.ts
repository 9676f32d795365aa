import { readFileSync, statSync } from "node:fs";
import { dirname, isAbsolute, posix, resolve } from "node:path";

const NAMES = ["tsconfig.json", "jsconfig.json"];

/**
 * The configurations that files of a folder may belong to, likeliest first: the nearest and those that it refers to,
 * then those of the folders above. A project that is referred to is believed to have no files outside of its folder.
 */
export function listConfigurations(folder: string): readonly string[] {
  const listReferences = (file: string) => readReferencedFiles(file).filter((each) => isAbove(dirname(each), folder));
  return listFoldersUpFrom(folder).flatMap((each) => {
    const found = NAMES.map((name) => posix.join(each, name)).find(isFile);
    return found === undefined ? [] : [...collectFiles(found, listReferences)];
  });
}

/** Returns a configuration and the files that it extends or refers to, directly or through others. */
export function collectConfigurations(file: string): ReadonlySet<string> {
  return collectFiles(file, (each) => [...readExtendedFiles(each), ...readReferencedFiles(each)]);
}

function collectFiles(file: string, listNext: (file: string) => readonly string[], known = new Set<string>()) {
  if (known.has(file)) return known;
  known.add(file);
  for (const each of listNext(file)) collectFiles(each, listNext, known);
  return known;
}

export function listFoldersUpFrom(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...listFoldersUpFrom(parent)];
}

/** Whether a folder is another, or has it in it. */
export function isAbove(folder: string, other: string): boolean {
  return posix.join(other, "/").startsWith(posix.join(folder, "/"));
}

// Configurations have comments and trailing commas. A path in a comment is at most a file too many.
function readExtendedFiles(file: string): readonly string[] {
  const values = readText(file).match(/"extends"\s*:\s*(?:\[[^\]]*\]|"[^"]*")/g) ?? [];
  // Those of packages come and go with what is installed.
  const paths = readQuotedTexts(values).filter((path) => /^\.{1,2}(?:[\\/]|$)/.test(path) || isAbsolute(path));
  return paths.flatMap((path) => findConfigurationFile(path, file) ?? []);
}

function readReferencedFiles(file: string): readonly string[] {
  const lists = readText(file).match(/"references"\s*:\s*\[[^\]]*\]/g) ?? [];
  const paths = lists.join().match(/"path"\s*:\s*"[^"]*"/g) ?? [];
  return readQuotedTexts(paths).flatMap((path) => findConfigurationFile(path, file) ?? []);
}

/** Reads the texts in quotes behind the names of properties. */
function readQuotedTexts(properties: readonly string[]): readonly string[] {
  return properties
    .flatMap((each) => [...each.slice(each.indexOf(":")).matchAll(/"([^"]+)"/g)])
    .map(([, text = ""]) => text);
}

function findConfigurationFile(path: string, from: string): string | undefined {
  const slashed = resolve(dirname(from), path).replaceAll("\\", "/");
  return [slashed, `${slashed}.json`, `${slashed}/tsconfig.json`].find(isFile);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It is gone since then.
    return "";
  }
}
