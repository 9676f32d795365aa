import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, resolve } from "node:path";

const NAMES = ["tsconfig.json", "jsconfig.json"];

/**
 * The configurations that files of a folder may belong to, likeliest first: the nearest and those that it refers to,
 * then those of the folders above. A project that is referred to is believed to have no files outside of its folder.
 */
export function listConfigurations(folder: string): readonly string[] {
  return listFoldersUpFrom(folder).flatMap((each) => {
    const found = NAMES.map((name) => joinFolderPath(each, name)).find(isFile);
    return found === undefined ? [] : [found, ...collectReferences(found, folder)];
  });
}

/** Returns a configuration and all that it extends or refers to, directly or through others. */
export function collectConfigurations(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = readText(file);
  for (const each of [...readExtendedFiles(text, file), ...readReferencedFiles(text, file)])
    collectConfigurations(each, known);
  return known;
}

export function listFoldersUpFrom(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...listFoldersUpFrom(parent)];
}

export function joinFolderPath(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

function collectReferences(file: string, folder: string, known = new Set([file])): readonly string[] {
  const found = readReferencedFiles(readText(file), file).filter(
    (each) => !known.has(each) && isAbove(dirname(each), folder),
  );
  for (const each of found) known.add(each);
  return found.flatMap((each) => [each, ...collectReferences(each, folder, known)]);
}

/** Whether a folder is another, or has it in it. */
export function isAbove(folder: string, other: string): boolean {
  return joinFolderPath(other, "").startsWith(joinFolderPath(folder, ""));
}

// Configurations have comments and trailing commas. A path in a comment is at most a file too many.
function readExtendedFiles(text: string, file: string): readonly string[] {
  const values = [...text.matchAll(/"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")/g)].map(([, value]) => value ?? "");
  return readQuotedTexts(values.join()).flatMap((name) => resolveConfiguration(name, file) ?? []);
}

function readReferencedFiles(text: string, file: string): readonly string[] {
  const lists = [...text.matchAll(/"references"\s*:\s*\[[^\]]*\]/g)].map(([list]) => list);
  const paths = [...lists.join().matchAll(/"path"\s*:\s*("[^"]*")/g)].map(([, path]) => path ?? "");
  return readQuotedTexts(paths.join()).flatMap((path) => findConfigurationFile(resolve(dirname(file), path)) ?? []);
}

function readQuotedTexts(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]+)"/g)].map(([, value]) => value ?? "");
}

function resolveConfiguration(name: string, from: string): string | undefined {
  if (/^\.{1,2}(?:[\\/]|$)/.test(name) || isAbsolute(name)) return findConfigurationFile(resolve(dirname(from), name));
  const { resolve: find } = createRequire(from);
  const found = [name, `${name}.json`, `${name}/tsconfig.json`].map((path) => tryToResolve(path, find)).find(Boolean);
  return found?.replaceAll("\\", "/");
}

function findConfigurationFile(path: string): string | undefined {
  const slashed = path.replaceAll("\\", "/");
  return [slashed, `${slashed}.json`, `${slashed}/tsconfig.json`].find(isFile);
}

function tryToResolve(path: string, find: (path: string) => string): string | undefined {
  try {
    return find(path);
  } catch {
    // No package has it under this name.
    return undefined;
  }
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
