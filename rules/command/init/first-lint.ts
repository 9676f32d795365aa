import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import plugin from "../../index.js";
import { CommandError } from "../command-error.js";
import type { ReportData } from "../report/report-data.js";
import { countOf, type Terminal } from "../terminal.js";

/** The findings of the first lint of a project. */
export interface FirstLint {
  readonly files: number;
  readonly findings: Readonly<Record<string, number>>;
  readonly unreadable: readonly { readonly file: string; readonly message: string }[];
}

/** The packages of the plugin that cannot be loaded from a project. */
export function findMissingModules(cwd: string): readonly string[] {
  const require = createRequire(path.join(cwd, "package.json"));
  return ["eslint", plugin.meta.name].filter((name) => {
    try {
      require.resolve(name);
      return false;
    } catch {
      // It is not installed: that is the answer.
      return true;
    }
  });
}

/**
 * Lints a project that was just set up, in a process of its own: this one may have loaded the configuration as it was.
 *
 * @throws CommandError where no file was linted, or no rule is on.
 */
export async function runFirstLint(cwd: string): Promise<FirstLint> {
  const bin = fileURLToPath(new URL("../main.js", import.meta.url));
  const { stdout, stderr } = await run(process.execPath, [bin, "report", "--json", "--cwd", cwd], cwd);
  const outcome = readOutcome(stdout) ?? { error: { message: stderr.trim() } };
  if ("error" in outcome) throw new CommandError(outcome.error.message);
  const { totals, rules, unreadable } = outcome;
  const findings = Object.fromEntries(rules.map(({ rule, findings: count }) => [rule, count]));
  return { files: totals.files, findings, unreadable };
}

type Outcome = ReportData | { readonly error: { readonly message: string } };

function readOutcome(text: string): Outcome | undefined {
  try {
    return JSON.parse(text) as Outcome;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const PROJECT_SERVICE = "docs/guides/linted-files.md#files-outside-of-the-tsconfig";
const MOST_FILES = 5;

/** Prints the findings of the first lint, by rule. */
export function printFirstLint({ files, findings, unreadable }: FirstLint, { print, paint }: Terminal): void {
  const rules = Object.entries(findings).sort(([, one], [, other]) => other - one);
  const sum = rules.reduce((total, [, count]) => total + count, 0);
  const width = Math.max(0, ...rules.map(([rule]) => rule.length));
  print(paint("bold", `${countOf(sum, "finding")} in ${countOf(files, "file")}`));
  for (const [rule, count] of rules) print(`  ${rule.padEnd(width)}  ${String(count).padStart(5)}`);
  for (const { file, message } of unreadable.slice(0, MOST_FILES))
    print(paint("yellow", `Not parsed: ${file}: ${message}`));
  if (unreadable.length > MOST_FILES) print(`... and ${unreadable.length - MOST_FILES} more.`);
  if (unreadable.some(({ message }) => message.includes("project service")))
    print(`${PROJECT_SERVICE} says what to do.`);
}

/**
 * Has ESLint write the findings of today into its file of suppressions, those of this plugin alone.
 *
 * @throws CommandError where ESLint does not know how to.
 */
export async function suppressFindings(cwd: string, rules: readonly string[], terminal: Terminal): Promise<void> {
  const require = createRequire(path.join(cwd, "package.json"));
  const bin = path.join(path.dirname(require.resolve("eslint/package.json")), "bin/eslint.js");
  const options = rules.flatMap((rule) => ["--suppress-rule", `error-contract/${rule}`]);
  const { status, stderr } = await run(process.execPath, [bin, ".", ...options], cwd);
  // 1: there are findings of other rules.
  if (status !== 0 && status !== 1)
    throw new CommandError(`ESLint could not suppress the findings (that needs 9.24 or newer): ${stderr.trim()}`);
  terminal.note("Wrote eslint-suppressions.json: ESLint reports what is new from now on.");
}

function run(command: string, args: readonly string[], cwd: string) {
  return new Promise<{ status: number | null; stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (stderr += chunk));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout, stderr }));
  });
}

/** Runs the package manager, whose output goes to stderr. */
export async function installPackages([command, ...args]: readonly [string, ...string[]], cwd: string): Promise<void> {
  const status = await new Promise<number | null>((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ["inherit", 2, 2], shell: process.platform === "win32" });
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (status !== 0)
    throw new CommandError(`\`${command} ${args.join(" ")}\` failed with ${status}; the files are written.`);
}
