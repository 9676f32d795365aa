import fs from "node:fs";
import path from "node:path";
import { listSources } from "../project/list-sources.js";
import { nameOfFile } from "../text.js";

const IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'](\.{1,2}\/[^"']+)["']/g;
/** Code that looks at a failure: what it expects of class, text or fields may change. */
const LOOKS_AT_FAILURES =
  /\bcatch\b|\btoThrow|\brejects\b|\bthrows\(|\.message\b|\binstanceof\b|\bisError\b|\berror_code\b/;

/**
 * Finds the tests and scripts beside the linted files that import one of these files and look at failures: a decision
 * may change what they expect.
 *
 * @param changing files with findings, relative to `cwd` with slashes
 * @param linted all files that were linted, named in the same way
 */
export function findWatchers(
  cwd: string,
  changing: ReadonlySet<string>,
  linted: ReadonlySet<string>,
): readonly string[] {
  const stems = new Set([...changing].map(removeExtension));
  return listSources(cwd)
    .map((file) => ({ file, name: nameOfFile(file, cwd) }))
    .filter(({ file, name }) => !linted.has(name) && watches(file, cwd, stems))
    .map(({ name }) => name)
    .sort();
}

function watches(file: string, cwd: string, stems: ReadonlySet<string>): boolean {
  const text = fs.readFileSync(file, "utf8");
  if (!LOOKS_AT_FAILURES.test(text)) return false;
  return [...text.matchAll(IMPORT)].some(([, module = ""]) =>
    stems.has(removeExtension(nameOfFile(path.resolve(path.dirname(file), module), cwd))),
  );
}

const removeExtension = (name: string): string => name.replace(/(?:\/index)?\.[cm]?[jt]sx?$/, "");
