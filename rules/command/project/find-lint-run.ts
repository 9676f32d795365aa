import path from "node:path";
import { isObject, readObject } from "./read-project.js";

/** How a project calls ESLint. */
export interface LintRun {
  /** Where ESLint runs, an absolute path. */
  readonly folder: string;
  /** What it is given there, as a shell reads it: `src --max-warnings 0`. */
  readonly args: string;
  /** The call as people know it: `npm run lint`. */
  readonly name: string;
}

// `NODE_ENV=test npx eslint`, `pnpm exec -- eslint`, `cross-env CI=1 eslint`
const CALL =
  /^(?:(?:\w+=\S*|cross-env|npx|bunx|npm|pnpm|yarn|bun|exec|-\S+)\s+)*(?:\S*\/)?eslint(?:\.js)?(?=\s|$)(.*)$/s;

/** Finds the script of a package that calls ESLint itself. */
export function findLintRun(folder: string): LintRun | undefined {
  const { scripts } = readObject(path.join(folder, "package.json")) ?? {};
  const entries = isObject(scripts) ? Object.entries(scripts) : [];
  const isLint = ([name]: readonly [string, unknown]) => name.includes("lint");
  const ordered = [...entries.filter(([name]) => name === "lint"), ...entries.filter(isLint)];
  for (const [name, script] of ordered) {
    let at = folder;
    for (const step of typeof script === "string" ? script.split(/&&|\|\|?|;/).map((each) => each.trim()) : []) {
      const [, into] = /^cd\s+["']?([^"'\s]+)/.exec(step) ?? [];
      if (into !== undefined) at = path.resolve(at, into);
      const [, args] = CALL.exec(step) ?? [];
      if (args !== undefined) return { folder: at, args: args.trim(), name: `npm run ${name}` };
    }
  }
  return undefined;
}
