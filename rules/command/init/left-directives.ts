// Comments that turn rules off, of a lint that the project no longer has: ESLint reports each rule that it does not
// know, and each comment that turns off nothing.
import type { Source } from "../project/read-project.js";

const DIRECTIVE = /\beslint-disable(?:-next-line|-line)?[ \t]+([^\n*]+)/g;

export const TYPESCRIPT = "@typescript-eslint";

/** What the comments of a project turn off. */
export interface LeftDirectives {
  readonly isNone: boolean;
  /** Whether they name rules of typescript-eslint. */
  readonly hasTypescript: boolean;
  /** The rules of other plugins that they name, each with the first file that does. */
  readonly unknown: ReadonlyMap<string, string>;
}

/** Reads the comments in the files that a new configuration is for. */
export function readLeftDirectives(sources: readonly Source[]): LeftDirectives {
  const rules = sources.flatMap(({ name, text }) =>
    [...text.matchAll(DIRECTIVE)]
      .flatMap(([, list = ""]) => (list.split(/\s--/)[0] ?? "").split(","))
      .map((rule) => ({ rule: rule.trim(), file: name }))
      .filter(({ rule }) => !rule.startsWith("error-contract/")),
  );
  const unknown = new Map<string, string>();
  for (const { rule, file } of rules) {
    const plugin = rule.slice(0, Math.max(0, rule.lastIndexOf("/")));
    if (plugin === "" || plugin === TYPESCRIPT || unknown.has(rule)) continue;
    unknown.set(rule, file);
  }
  const hasTypescript = rules.some(({ rule }) => rule.startsWith(`${TYPESCRIPT}/`));
  return { isNone: rules.length === 0, hasTypescript, unknown };
}

/** Says which rules ESLint will not know. */
export function describeLeftDirectives({ unknown }: LeftDirectives): string | undefined {
  if (unknown.size === 0) return undefined;
  const lines = [...unknown].map(([rule, file]) => `  ${file} names ${rule}`);
  return `ESLint reports comments for rules of plugins that the configuration does not have:\n${lines.join("\n")}`;
}
