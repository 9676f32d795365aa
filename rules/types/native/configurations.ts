import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, resolve } from "node:path";

const NAMES = ["tsconfig.json", "jsconfig.json"];

/**
 * The configurations that files of a folder may belong to, likeliest first: the nearest and those that it refers to, then
 * those of the folders above. A project that is referred to is believed to have no files outside of its folder.
 */
export function configurationsOf(folder: string): readonly string[] {
  return foldersUpFrom(folder).flatMap((each) => {
    const found = NAMES.map((name) => inFolder(each, name)).find(isFile);
    return found === undefined ? [] : [found, ...referencesOf(found, folder)];
  });
}

/** Returns a configuration and all that it extends or refers to, directly or through others. */
export function configurationsBehind(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  const text = textOf(file);
  for (const each of [...extended(text, file), ...referred(text, file)]) configurationsBehind(each, known);
  return known;
}

export function foldersUpFrom(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUpFrom(parent)];
}

export function inFolder(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

function referencesOf(file: string, folder: string, known = new Set([file])): readonly string[] {
  const found = referred(textOf(file), file).filter((each) => !known.has(each) && isAbove(dirname(each), folder));
  for (const each of found) known.add(each);
  return found.flatMap((each) => [each, ...referencesOf(each, folder, known)]);
}

/** Whether a folder is another, or has it in it. */
export function isAbove(folder: string, other: string): boolean {
  return inFolder(other, "").startsWith(inFolder(folder, ""));
}

// Configurations have comments and trailing commas. A path in a comment is at most a file too many.
function extended(text: string, file: string): readonly string[] {
  const values = [...text.matchAll(/"extends"\s*:\s*(\[[^\]]*\]|"[^"]*")/g)].map(([, value]) => value ?? "");
  return quoted(values.join()).flatMap((name) => configuration(name, file) ?? []);
}

function referred(text: string, file: string): readonly string[] {
  const lists = [...text.matchAll(/"references"\s*:\s*\[[^\]]*\]/g)].map(([list]) => list);
  const paths = [...lists.join().matchAll(/"path"\s*:\s*("[^"]*")/g)].map(([, path]) => path ?? "");
  return quoted(paths.join()).flatMap((path) => fileAt(resolve(dirname(file), path)) ?? []);
}

function quoted(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]+)"/g)].map(([, value]) => value ?? "");
}

function configuration(name: string, from: string): string | undefined {
  if (/^\.{1,2}(?:[\\/]|$)/.test(name) || isAbsolute(name)) return fileAt(resolve(dirname(from), name));
  const { resolve: find } = createRequire(from);
  const found = [name, `${name}.json`, `${name}/tsconfig.json`].map((path) => resolved(path, find)).find(Boolean);
  return found?.replaceAll("\\", "/");
}

function fileAt(path: string): string | undefined {
  const slashed = path.replaceAll("\\", "/");
  return [slashed, `${slashed}.json`, `${slashed}/tsconfig.json`].find(isFile);
}

function resolved(path: string, find: (path: string) => string): string | undefined {
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

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It is gone since then.
    return "";
  }
}
