import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { ESLint } from "eslint";
import plugin from "../../index.js";
import { CommandError, toCommandError } from "../command.js";
import { runProcess } from "../project/run-process.js";
import { nameOfFile } from "../text.js";
import type { LintRun } from "../project/find-lint-run.js";

/** What a lint of the project's own says of our rules. */
export interface ProjectLint {
  /** Where and how the project calls ESLint: `npm run lint` in `packages/one`. */
  readonly folder: string;
  readonly command: string;
  /** How many files ESLint linted. */
  readonly files: number;
  /** Our rules that ran there. */
  readonly rules: readonly string[];
  /** Rule -> how many findings of it there are. */
  readonly findings: Readonly<Record<string, number>>;
  readonly unreadable: readonly { readonly file: string; readonly message: string }[];
}

const RULES = Object.keys(plugin.rules);
const findRule = (id: string | null) => RULES.find((rule) => id?.split("/").at(-1) === rule && id.includes("/"));

/**
 * Lints as the project does, but fixes nothing and caches nothing. ESLint itself tells which rules ran: it times them.
 *
 * @throws CommandError where ESLint stops.
 */
export async function lintAsProject(run: LintRun, root: string, options: readonly string[] = []): Promise<ProjectLint> {
  const folder = makeTemporaryFolder();
  const outcome = path.join(folder, "lint.json");
  try {
    const args = ["--no-fix", "--no-cache", "--format", "json", "--output-file", `"${outcome}"`, ...options];
    const { output } = await runProcess(`eslint ${run.args}`, args, {
      cwd: run.folder,
      isShell: true,
      env: { TIMING: "all", PATH: [...listBinFolders(run.folder), process.env.PATH].join(path.delimiter) },
    });
    const name = `\`${run.name}\` in ${nameOfFile(run.folder, root) || "."}`;
    if (!fs.existsSync(outcome)) throw new CommandError(`ESLint stopped in ${name}: ${findReason(output)}`);
    const results = JSON.parse(fs.readFileSync(outcome, "utf8")) as readonly ESLint.LintResult[];
    const messages = results.flatMap((result) => result.messages.map((each) => ({ ...each, file: result.filePath })));
    const found = messages.flatMap(({ ruleId }) => findRule(ruleId) ?? []);
    return {
      folder: nameOfFile(run.folder, root) || ".",
      command: run.name,
      files: results.length,
      rules: [...output.matchAll(/^(\S+\/\S+) *\|/gm)].flatMap(([, id = ""]) => findRule(id) ?? []),
      findings: Object.fromEntries(
        [...new Set(found)].sort().map((rule) => [rule, found.filter((each) => each === rule).length]),
      ),
      unreadable: messages
        .filter(({ fatal }) => fatal)
        .map(({ file, message }) => ({ file: nameOfFile(file, root), message })),
    };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** The line in which ESLint, or the shell, says why it stopped: behind what Node warns of, and the version. */
function findReason(output: string): string {
  const [, last = output] = output.split(/^Oops!.*$/m);
  return last.split("\n").find((line) => /^[^\s(]/.test(line) && !line.startsWith("ESLint: ")) ?? "it said nothing";
}

function makeTemporaryFolder(): string {
  try {
    return fs.mkdtempSync(path.join(os.tmpdir(), "error-contract-"));
  } catch (error) {
    throw toCommandError(error, os.tmpdir());
  }
}

/** The folders in which a package manager finds the programs of a package. */
function listBinFolders(folder: string): readonly string[] {
  const parent = path.dirname(folder);
  return [path.join(folder, "node_modules/.bin"), ...(parent === folder ? [] : listBinFolders(parent))];
}
