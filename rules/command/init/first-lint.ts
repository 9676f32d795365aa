import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError } from "../command.js";
import { resolveFrom } from "../project/installed-packages.js";
import { runProcess } from "../project/run-process.js";
import type { ReportData } from "../report/report-data.js";
import type { Terminal } from "../terminal.js";

/**
 * Lints a project that was just set up, in a process of its own: this one may have loaded the configuration as it was.
 *
 * @throws CommandError where no file was linted, or no rule is on.
 */
export async function runFirstLint(cwd: string): Promise<ReportData> {
  const bin = fileURLToPath(new URL("../main.js", import.meta.url));
  const { stdout, output } = await runProcess(process.execPath, [bin, "report", "--json", "--cwd", cwd], { cwd });
  if (!stdout.startsWith("{")) throw new CommandError(output.trim());
  const outcome = JSON.parse(stdout) as ReportData | { readonly error: { readonly message: string } };
  if ("error" in outcome) throw new CommandError(outcome.error.message);
  return outcome;
}

/**
 * Has ESLint write the findings of today into its file of suppressions, those of this plugin alone.
 *
 * @throws CommandError where ESLint does not know how to.
 */
export async function suppressFindings(cwd: string, rules: readonly string[], terminal: Terminal): Promise<void> {
  const bin = path.join(path.dirname(resolveFrom(cwd, "eslint/package.json") ?? ""), "bin/eslint.js");
  const options = rules.flatMap((rule) => ["--suppress-rule", `error-contract/${rule}`]);
  const { status, output } = await runProcess(process.execPath, [bin, ".", ...options], { cwd });
  // 1: there are findings of other rules.
  if (status !== 0 && status !== 1)
    throw new CommandError(`ESLint could not suppress the findings (that needs 9.24 or newer): ${output.trim()}`);
  terminal.note("Wrote eslint-suppressions.json: ESLint reports what is new from now on.");
}

/** Runs the package manager, whose output goes to stderr. */
export function installPackages(manager: string, cwd: string): void {
  const shell = process.platform === "win32";
  const { status, error } = spawnSync(manager, ["install"], { cwd, stdio: ["inherit", 2, 2], shell });
  if (status !== 0)
    throw new CommandError(`\`${manager} install\` failed with ${error?.message ?? status}; the files are written.`);
}
