import fs from "node:fs";
import path from "node:path";
import { resolveModule } from "../../modules/resolve-module.js";
import { listSources } from "../project/list-sources.js";
import { nameOfFile } from "../text.js";

/** The module of an import, a re-export, a `require` or a mock of a test. */
const IMPORTED = /(?:\bfrom|\bimport|\brequire|[mM]ock)\s*\(?\s*["'`]([^"'`\n]+)["'`]/g;

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
export function findWatchers(cwd: string, changing: readonly string[], linted: readonly string[]): readonly string[] {
  const changed = new Set(changing.map((name) => path.join(cwd, name)));
  const others = listSources(cwd).filter((file) => !linted.includes(nameOfFile(file, cwd)));
  const isChanged = (specifier: string, from: string) => {
    const found = resolveModule(specifier, from);
    return typeof found === "object" && changed.has(found.file);
  };
  const watchers = others.filter((file) => {
    const text = fs.readFileSync(file, "utf8");
    if (!LOOKS_AT_FAILURES.test(text)) return false;
    return [...text.matchAll(IMPORTED)].some(([, specifier = ""]) => isChanged(specifier, file));
  });
  return watchers.map((file) => nameOfFile(file, cwd)).sort();
}
