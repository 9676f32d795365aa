import path from "node:path";
import type { ESLint, Linter } from "eslint";
import { expect } from "vitest";
import { filesOf, type Files } from "../kit/project.js";
import { runNode } from "../kit/run-node.js";
import type { Language } from "./cells.js";

const project = filesOf(path.join(import.meta.dirname, "project"));

/** The small project that every host lints; of CommonJS, its one file whose extension does not say so. */
export function projectFiles(language: Language): Files {
  const session = project["src/session.cjs"];
  const call = project["call.mjs"];
  if (language !== "commonjs" || !session || !call) return project;
  return { "src/session.js": session, "call.mjs": call.replace("session.cjs", "session.js") };
}

interface EslintSetup {
  /** The project's ESLint, as Node runs it, where that is not in its `node_modules`. */
  readonly command?: readonly string[] | undefined;
  readonly env?: NodeJS.ProcessEnv;
}

/**
 * What the ESLint that the project has installed finds: by file and line, each with all that a reader or an editor
 * gets.
 */
export async function eslintFindings(
  cwd: string,
  node?: string,
  { command = ["node_modules/eslint/bin/eslint.js"], env = {} }: EslintSetup = {},
): Promise<readonly Finding[]> {
  const run = await runNode([...command, ".", "--format", "json"], { cwd, env, ...(node ? { node } : {}) });
  expect(run, run.stderr).toMatchObject({ status: 1, stderr: "" });
  return (JSON.parse(run.stdout) as ESLint.LintResult[]).flatMap(({ filePath, messages }) =>
    messages.map((message) => findingOf(path.relative(cwd, filePath), message)),
  );
}

/** One finding of a host, whatever namespace the plugin has there. */
export interface Finding {
  readonly place: string;
  readonly rule: string;
  readonly message: string;
  readonly range: readonly (number | undefined)[];
  readonly fix: Edit | undefined;
  readonly suggestions: readonly { readonly desc: string; readonly fix: Edit }[];
}

type Edit = Linter.LintMessage["fix"];

function findingOf(file: string, found: Linter.LintMessage): Finding {
  const { ruleId, line, column, endLine, endColumn, message, fix, suggestions = [] } = found;
  return {
    place: `${file.replaceAll("\\", "/")}:${line}`,
    rule: ruleId?.split("/").at(-1) ?? "",
    message,
    range: [line, column, endLine, endColumn],
    fix,
    suggestions: suggestions.map(({ desc, fix: edit }) => ({ desc, fix: edit })),
  };
}

/** The lines of the project that say `// <rule>`, or `// <rule>, with types`, as far as this language sees them. */
export function markedLines(language: Language): readonly string[] {
  return Object.entries(projectFiles(language)).flatMap(([file, text]) =>
    text.split("\n").flatMap((line, index) => {
      const [, rule, types] = /\/\/ ([a-z-]+)(, with types)?$/.exec(line) ?? [];
      if (
        !rule ||
        (types && language !== "typed" && language !== "native") ||
        (file.endsWith(".ts") && !language.endsWith("typed"))
      )
        return [];
      return [`${file.replaceAll("\\", "/")}:${index + 1} ${rule}`];
    }),
  );
}
