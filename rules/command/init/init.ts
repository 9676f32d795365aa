import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { presets } from "../../configs.js";
import plugin from "../../index.js";
import type { PresetName } from "../../plugin-types.js";
import {
  COMMON_USAGE,
  type Command,
  CommandError,
  EXIT,
  type ExitCode,
  parseArguments,
  refuse,
  toCommandError,
} from "../command.js";
import { type FileChange, createDiff, printDiff, replaceFile } from "../project/changed-files.js";
import { findMissingParser, installedVersion, resolveFrom } from "../project/installed-packages.js";
import { type Project, isTypeScriptSource, readProject } from "../project/read-project.js";
import { runProcess } from "../project/run-process.js";
import type { ReportData } from "../report/report-data.js";
import { printSummary } from "../report/report.js";
import type { Terminal } from "../terminal.js";
import { nameOfFile } from "../text.js";
import { choosePreset, type PresetChoice } from "./choose-preset.js";
import { type InitPlan, planInit } from "./plan-init.js";

const PRESETS = Object.keys(presets);
/** How many lines of context a diff has. */
const CONTEXT = 2;

const USAGE = `Usage: npx eslint-plugin-error-contract init [OPTIONS]

Looks at the project, proposes a preset, shows what it would change, and writes it when
you agree: the ESLint configuration and the packages in package.json. No file is
overwritten, and a second run changes nothing. It ends with the first lint.

  --yes                 write without asking
  --preset NAME         one of ${PRESETS.join(", ")};
                        the one that the code resembles, without
  --contract-from-code  write a contract of your own too: the one of the preset, and the
                        codes that stand in the messages and classes of the code
  --install             run the package manager
  --suppress            have ESLint suppress the findings that there are, so that it
                        reports only new ones (eslint-suppressions.json)
${COMMON_USAGE}

Exit codes: 0 ok; 1 nothing was written, or something has to be done by hand; 2 wrong
use, or a failure, as where no file was linted.`;

const OPTIONS = {
  yes: { type: "boolean", default: false },
  preset: { type: "string" },
  "contract-from-code": { type: "boolean", default: false },
  install: { type: "boolean", default: false },
  suppress: { type: "boolean", default: false },
} as const;

export const init: Command = { usage: USAGE, run };

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, files, cwd } = parseArguments(args, OPTIONS);
  if (files[0] !== ".") throw new CommandError(`init takes no files, and was given \`${files[0]}\`.`);
  const project = readProject(cwd);
  refuseUnfitTools(project);
  const choice = readChoice(values.preset, project);
  const plan = await planInit(project, choice.preset, values["contract-from-code"]);
  // What people read goes to stderr where stdout is for programs.
  const reader: Terminal = values.json ? { ...terminal, print: terminal.note } : terminal;
  printPlan(project, choice, plan, reader);

  const isAgreed = plan.changes.length === 0 || values.yes || (await terminal.confirm("Write these changes?"));
  if (isAgreed) for (const change of plan.changes) writeChange(change);
  if (isAgreed && values.install) installPackages(project.packageManager, cwd);

  const missing = [
    ...["eslint", plugin.meta.name].filter((name) => resolveFrom(cwd, name) === undefined),
    ...(plan.needsParser ? findMissingParser(cwd) : []),
  ];
  const isReady = isAgreed && plan.byHand.length === 0 && missing.length === 0;
  if (isReady) terminal.showProgress("Linting the project");
  const lint = isReady ? await runFirstLint(cwd) : undefined;
  if (lint) printSummary(lint, reader);
  const rules = lint?.rules.map(({ rule }) => rule);
  if (rules && values.suppress) await suppressFindings(cwd, rules, terminal);

  if (isAgreed && missing.length > 0)
    reader.print(
      `\nInstall the packages (not found: ${missing.join(", ")}), then see where you stand:\n\n` +
        `  ${project.packageManager} install\n` +
        "  npx eslint-plugin-error-contract report",
    );
  if (!isAgreed) terminal.note("Nothing was written. --yes writes without asking.");
  if (values.json) terminal.print(JSON.stringify(describeOutcome(project, choice, plan, isAgreed, lint), null, 2));
  return isAgreed && plan.byHand.length === 0 ? EXIT.ok : EXIT.findings;
}

function readChoice(name: string | undefined, { sources }: Project): PresetChoice {
  if (name === undefined) return choosePreset(sources);
  if (!isPreset(name)) throw new CommandError(`--preset expects one of ${PRESETS.join(", ")}; it is \`${name}\`.`);
  return { preset: name, reason: "named with --preset" };
}

const isPreset = (name: string): name is PresetName => Object.hasOwn(presets, name);

/** A project in which the plugin, or the parser of TypeScript, cannot be loaded is not touched. */
function refuseUnfitTools({ cwd, eslintConfig, sources, packages }: Project): void {
  const version = installedVersion(cwd, "eslint");
  if (version !== undefined && Number.parseInt(version) < 9)
    throw refuse(
      `ESLint ${version} is installed, and the plugin needs 9.22 or newer. Update ESLint, or ` +
        "lint with a second one beside it, as docs/guides/versions.md#eslint-8 shows.",
    );
  const typescript = packages.typescript ?? installedVersion(cwd, "typescript") ?? "";
  if (sources.some(isTypeScriptSource) && !eslintConfig && /^\D*7\./.test(typescript))
    throw refuse(
      `TypeScript ${typescript} is used, which typescript-eslint does not load with. ` +
        "docs/guides/versions.md#typescript-7 shows how both are set up; run init again when there is an ESLint " +
        "configuration that reads TypeScript.",
    );
  if (eslintConfig?.kind !== "legacy") return;
  const name = path.basename(eslintConfig.file);
  throw refuse(
    `${name} is a configuration of the old form, which ESLint 9 and 10 do not read. Convert it first:\n\n` +
      `  npx @eslint/migrate-config ${name === "package.json" ? ".eslintrc.json" : name}\n\n` +
      "Then run init again. To leave it as it is, lint with a second configuration beside it, " +
      "as docs/guides/versions.md#eslint-8 shows.",
  );
}

/** Writes a change. A new file takes the place of none, and an edit is of the text that was shown. */
function writeChange({ file, before, after }: FileChange): void {
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (before === undefined) fs.writeFileSync(file, after, { flag: "wx" });
    else replaceFile(file, after);
  } catch (error) {
    throw toCommandError(error, file);
  }
}

/** Runs the package manager, whose output goes to stderr. */
function installPackages(manager: string, cwd: string): void {
  const shell = process.platform === "win32";
  const { status, error } = spawnSync(manager, ["install"], { cwd, stdio: ["inherit", 2, 2], shell });
  if (status !== 0)
    throw new CommandError(`\`${manager} install\` failed with ${error?.message ?? status}; the files are written.`);
}

/**
 * Lints a project that was just set up, in a process of its own: this one may have loaded the configuration as it was.
 *
 * @throws CommandError where no file was linted, or no rule is on.
 */
async function runFirstLint(cwd: string): Promise<ReportData> {
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
async function suppressFindings(cwd: string, rules: readonly string[], terminal: Terminal): Promise<void> {
  const bin = path.join(path.dirname(resolveFrom(cwd, "eslint/package.json") ?? ""), "bin/eslint.js");
  const options = rules.flatMap((rule) => ["--suppress-rule", `error-contract/${rule}`]);
  const { status, output } = await runProcess(process.execPath, [bin, ".", ...options], { cwd });
  // 1: there are findings of other rules.
  if (status !== 0 && status !== 1)
    throw new CommandError(`ESLint could not suppress the findings (that needs 9.24 or newer): ${output.trim()}`);
  terminal.note("Wrote eslint-suppressions.json: ESLint reports what is new from now on.");
}

function printPlan(project: Project, { preset, reason }: PresetChoice, plan: InitPlan, terminal: Terminal): void {
  const { print, note, paint } = terminal;
  for (const [name, value] of Object.entries(describe(project))) print(`${name.padEnd(16)}${value}`);
  print(`${"preset".padEnd(16)}${paint("bold", preset)}: ${reason}`);
  for (const change of plan.changes) {
    print("");
    printDiff(createDiff(change, project.cwd, CONTEXT), terminal);
  }
  print("");
  if (plan.changes.length === 0 && plan.byHand.length === 0) print("There is nothing to change.");
  for (const text of [...plan.notes, ...plan.byHand]) note(text);
}

function describe({ isTypeScript, isModule, workspaces, packageManager, eslintConfig, cwd, sources }: Project) {
  const version = (name: string) => installedVersion(cwd, name) ?? "not installed";
  const folders = sources.flatMap(({ name }) => /^(?:.*\/)?(?:__tests__|tests?|e2e|spec)(?=\/)/.exec(name)?.[0] ?? []);
  return {
    language:
      (isTypeScript ? `TypeScript (${version("typescript")}), ` : "JavaScript, ") +
      (isModule ? "ES modules" : "CommonJS"),
    ESLint: `${version("eslint")}, ${eslintConfig ? path.basename(eslintConfig.file) : "no configuration"}`,
    "package manager": packageManager,
    ...(workspaces.length > 0 ? { workspaces: workspaces.join(", ") } : {}),
    ...(folders.length > 0 ? { tests: [...new Set(folders)].join(", ") } : {}),
  };
}

function describeOutcome(
  { cwd, isTypeScript, isModule, workspaces, packageManager, eslintConfig }: Project,
  choice: PresetChoice,
  { changes, byHand, notes }: InitPlan,
  written: boolean,
  lint: ReportData | undefined,
) {
  const config = eslintConfig ? nameOfFile(eslintConfig.file, cwd) : null;
  return {
    project: { isTypeScript, isModule, workspaces, packageManager, eslintConfig: config },
    ...choice,
    changes: changes.map((change) => ({
      file: nameOfFile(change.file, cwd),
      isNew: change.before === undefined,
      diff: createDiff(change, cwd, CONTEXT),
    })),
    written,
    byHand,
    notes,
    install: `${packageManager} install`,
    lint: lint
      ? {
          files: lint.totals.files,
          findings: Object.fromEntries(lint.rules.map(({ rule, findings }) => [rule, findings])),
          unreadable: lint.unreadable,
        }
      : null,
  };
}
