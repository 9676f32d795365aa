import fs from "node:fs";
import path from "node:path";
import { listSources } from "../project/list-sources.js";
import { nameOfFile } from "../text.js";

/** Code that looks at a failure: what it expects of class, text or fields may change. */
const LOOKS_AT_FAILURES =
  /\bcatch\b|\btoThrow|\brejects\b|\bthrows\(|\.message\b|\binstanceof\b|\bisError\b|\berror_code\b/;

/**
 * Finds the tests and scripts beside the linted files that name one of these files and look at failures: a decision may
 * change what they expect.
 *
 * @param changing files with findings, relative to `cwd` with slashes
 * @param linted all files that were linted, named in the same way
 */
export function findWatchers(cwd: string, changing: readonly string[], linted: readonly string[]): readonly string[] {
  const stems = [...new Set(changing)].map((name) => `/${path.parse(name).name}.`);
  const others = listSources(cwd).filter((file) => !linted.includes(nameOfFile(file, cwd)));
  const watchers = others.filter((file) => {
    const text = fs.readFileSync(file, "utf8");
    return LOOKS_AT_FAILURES.test(text) && stems.some((stem) => text.includes(stem));
  });
  return watchers.map((file) => nameOfFile(file, cwd)).sort();
}
