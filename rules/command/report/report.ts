import path from "node:path";
import { COMMON_USAGE, parseArguments } from "../arguments.js";
import { CommandError, EXIT, type ExitCode } from "../command-error.js";
import type { Command } from "../commands.js";
import { findLintProblem, lintProject } from "../project/lint-project.js";
import { countOf, type Terminal } from "../terminal.js";

const USAGE = `Usage: npx eslint-plugin-error-contract report [FILES] [OPTIONS]

Lints the project with its own ESLint and configuration, and shows the findings of the plugin's rules.

  FILES             files, folders and patterns as ESLint takes them; "." without
${COMMON_USAGE}`;

export const report: Command = { usage: USAGE, run };

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals, cwd } = parseArguments(args, {});
  const linted = await lintProject({
    cwd,
    files: positionals.length > 0 ? positionals : ["."],
    onFile: (file) => terminal.showProgress(`Linting ${path.relative(cwd, file)}`),
  });
  terminal.hideProgress();
  const problem = findLintProblem(linted, cwd);
  if (problem !== undefined) throw new CommandError(problem);
  const rules: Record<string, number> = {};
  for (const { rule } of linted.files.flatMap(({ findings }) => findings)) rules[rule] = (rules[rule] ?? 0) + 1;
  if (values.json) terminal.print(JSON.stringify({ files: linted.files.length, rules }, null, 2));
  else {
    terminal.print(`${countOf(linted.files.length, "file")} linted`);
    for (const [rule, count] of Object.entries(rules)) terminal.print(`  ${rule}: ${count}`);
  }
  return EXIT.ok;
}
