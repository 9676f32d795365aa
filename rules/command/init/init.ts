import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { presets } from "../../configs.js";
import { PAGES } from "../../create-rule.js";
import plugin from "../../index.js";
import type { PresetName } from "../../plugin-types.js";
import { COMMON_USAGE, type Command, CommandError, EXIT, type ExitCode, parseArguments, refuse } from "../command.js";
import { type FileChange, createDiff, printDiff, replaceFile } from "../project/changed-files.js";
import { findMissingParser, installedVersion, resolveFrom } from "../project/installed-packages.js";
import { type Project, readProject } from "../project/read-project.js";
import { printUnreadable } from "../report/report.js";
import type { Terminal } from "../terminal.js";
import { countOf, nameOfFile } from "../text.js";
import { choosePreset, type PresetChoice } from "./choose-preset.js";
import { type ProjectLint, lintAsProject } from "./lint-as-project.js";
import { type InitPlan, planInit } from "./plan-init.js";

const PRESETS = Object.keys(presets);
/** How many lines of context a diff has. */
const CONTEXT = 2;

const USAGE = `Usage: npx eslint-plugin-error-contract init [OPTIONS]

Looks at the project, proposes a preset, and shows the changes that it would make to the
ESLint configuration and to package.json. If you agree, it writes them. A second run
changes nothing. At the end it lints once, with the command that the project uses.

  --yes             write without asking
  --preset NAME     one of ${PRESETS.join(", ")}
                    (default: the one that fits the code; \`node\` is for a project
                    without an MCP server)
  --install         run the package manager
  --suppress        have ESLint suppress today's findings, so that it reports only new
                    ones (eslint-suppressions.json)
${COMMON_USAGE}

Exit codes: 0 done; 1 nothing was written, or something is left to do by hand; 2 wrong
arguments, or a failure: for example, no rule of the plugin ran.`;

const OPTIONS = {
  yes: { type: "boolean", default: false },
  preset: { type: "string" },
  install: { type: "boolean", default: false },
  suppress: { type: "boolean", default: false },
} as const;

export const init: Command = { usage: USAGE, run };

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, files, cwd } = parseArguments(args, OPTIONS);
  if (files[0] !== ".") throw new CommandError(`init takes no files, and was given \`${files[0]}\`.`);
  const project = readProject(cwd);
  refuseOldEslint(project);
  const choice = readChoice(values.preset, project);
  const plan = await planInit(project, choice.preset);
  refuseTypeScript7(project, plan);
  // What people read goes to stderr where stdout is for programs.
  const reader: Terminal = values.json ? { ...terminal, print: terminal.note } : terminal;
  printPlan(project, choice, plan, reader);

  const isAgreed = plan.changes.length === 0 || values.yes || (await terminal.confirm("Write these changes?"));
  if (isAgreed) for (const change of plan.changes) writeChange(change);
  if (isAgreed && values.install) installPackages(project.packageManager, cwd);

  const missing = isAgreed ? findMissing(plan) : [];
  const isReady = isAgreed && plan.byHand.length === 0 && missing.length === 0;
  const lints = isReady ? await lintSites(plan, cwd, values.suppress, terminal) : [];
  for (const lint of lints) printLint(lint, reader);

  if (missing.length > 0) reader.print(describeMissing(missing, project.packageManager));
  if (!isAgreed) terminal.note("Nothing was written. --yes writes without asking.");
  if (values.json) terminal.print(JSON.stringify(describeOutcome(project, choice, plan, isAgreed, lints), null, 2));
  return isAgreed && plan.byHand.length === 0 ? EXIT.ok : EXIT.findings;
}

function readChoice(name: string | undefined, { sources }: Project): PresetChoice {
  if (name === undefined) return choosePreset(sources);
  if (!isPreset(name)) throw new CommandError(`--preset expects one of ${PRESETS.join(", ")}; it is \`${name}\`.`);
  return { preset: name, reason: "named with --preset" };
}

const isPreset = (name: string): name is PresetName => Object.hasOwn(presets, name);

/** A project whose ESLint does not load the plugin, or does not read its configuration, is not touched. */
function refuseOldEslint({ cwd, manifest, packages }: Project): void {
  const version = installedVersion(cwd, "eslint") ?? packages.eslint ?? "";
  if (/^\D*[0-8]\./.test(version))
    throw refuse(
      `ESLint ${version} is used, and the plugin needs 9.22 or newer. Update ESLint, or ` +
        `lint with a second one beside it, as ${PAGES}/docs/guides/versions.md#eslint-8 shows.`,
    );
  if (manifest.text.includes("ESLINT_USE_FLAT_CONFIG=false"))
    throw refuse(
      "A script sets ESLINT_USE_FLAT_CONFIG=false, so that ESLint reads no flat configuration. Convert the old one " +
        "first, with `npx @eslint/migrate-config`, or lint with a second configuration beside it, as " +
        `${PAGES}/docs/guides/versions.md#eslint-8 shows.`,
    );
}

/** Where the parser of TypeScript cannot be loaded, nothing is written that names it. */
function refuseTypeScript7({ cwd, packages }: Project, { sites }: InitPlan): void {
  const typescript = packages.typescript ?? installedVersion(cwd, "typescript") ?? "";
  if (!/^\D*7\./.test(typescript) || !sites.some(({ needsParser }) => needsParser)) return;
  throw refuse(
    `TypeScript ${typescript} is used, which typescript-eslint does not load with. ` +
      `${PAGES}/docs/guides/versions.md#typescript-7 shows how both are set up; run init again when there is an ` +
      "ESLint configuration that reads TypeScript.",
  );
}

/** Writes a change. A new file takes the place of none, and an edit is of the text that was shown. */
function writeChange({ file, before, after }: FileChange): void {
  const now = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
  if (now !== before) throw new CommandError(`${file} was changed meanwhile, and was not written.`);
  replaceFile(file, after);
}

/** Runs the package manager, whose output goes to stderr. */
function installPackages(manager: string, cwd: string): void {
  const shell = process.platform === "win32";
  const { status, error } = spawnSync(manager, ["install"], { cwd, stdio: ["inherit", 2, 2], shell });
  if (status !== 0)
    throw new CommandError(`\`${manager} install\` failed with ${error?.message ?? status}; the files are written.`);
}

/** The packages that a lint needs and that are not found where the configuration looks for them. */
function findMissing({ sites }: InitPlan): readonly string[] {
  const missing = sites.flatMap(({ site, needsParser }) => [
    ...["eslint", plugin.meta.name].filter((name) => resolveFrom(site.cwd, name) === undefined),
    ...(needsParser ? findMissingParser(site.cwd) : []),
  ]);
  return [...new Set(missing)];
}

function describeMissing(missing: readonly string[], manager: string): string {
  return (
    `\nInstall the packages (not found: ${missing.join(", ")}), then see where you stand:\n\n` +
    `  ${manager} install\n` +
    "  npx eslint-plugin-error-contract report"
  );
}

/**
 * Lints as the project does and, if it is wanted, has ESLint write the findings of today into its file of suppressions,
 * those of this plugin alone.
 *
 * @throws CommandError where ESLint stops, or no rule of the plugin runs.
 */
async function lintSites({ sites }: InitPlan, cwd: string, isSuppressing: boolean, terminal: Terminal) {
  const lints: ProjectLint[] = [];
  const runs = new Map(sites.flatMap(({ site }) => site.runs.map((run) => [run.folder, run])));
  for (const run of runs.values()) {
    terminal.showProgress(`Linting by \`${run.name}\` in ${run.folder}`);
    const lint = await lintAsProject(run, cwd);
    if (lint.rules.length === 0 && lint.unreadable.length < lint.files)
      throw new CommandError(
        `\`${lint.command}\` in ${lint.folder} linted ${countOf(lint.files, "file")}, and no rule of error-contract ` +
          "ran: it reads another configuration, or names none of the files. " +
          `${PAGES}/docs/guides/linted-files.md says how to see which.`,
      );
    lints.push(lint);
    const options = Object.keys(lint.findings).flatMap((rule) => ["--suppress-rule", `error-contract/${rule}`]);
    if (!isSuppressing || options.length === 0) continue;
    await lintAsProject(run, cwd, options);
    terminal.note(`Wrote eslint-suppressions.json in ${lint.folder}: ESLint reports what is new from now on.`);
  }
  return lints;
}

function printLint({ command, folder, files, rules, findings, unreadable }: ProjectLint, terminal: Terminal): void {
  const { print, paint } = terminal;
  const found = Object.entries(findings);
  const count = found.reduce((sum, [, each]) => sum + each, 0);
  const place = folder === "." ? "" : ` in ${folder}`;
  const ran = `${countOf(rules.length, "rule")} of error-contract ran, on ${countOf(files, "file")}`;
  print(`${paint("bold", countOf(count, "finding"))} by \`${command}\`${place}: ${ran}`);
  const width = Math.max(0, ...found.map(([rule]) => rule.length));
  for (const [rule, each] of found) print(`  ${rule.padEnd(width)}  ${String(each).padStart(5)}`);
  printUnreadable(unreadable, terminal);
}

function printPlan(project: Project, { preset, reason }: PresetChoice, plan: InitPlan, terminal: Terminal): void {
  const { print, note, paint } = terminal;
  for (const [name, value] of Object.entries(describe(project, plan))) print(`${name.padEnd(16)}${value}`);
  print(`${"preset".padEnd(16)}${paint("bold", preset)}: ${reason}`);
  for (const change of plan.changes) {
    print("");
    printDiff(createDiff(change, project.cwd, CONTEXT), terminal);
  }
  print("");
  if (plan.changes.length === 0 && plan.byHand.length === 0) print("There is nothing to change.");
  for (const text of [...plan.notes, ...plan.byHand]) note(text);
}

function describe({ isTypeScript, isModule, workspaces, packageManager, cwd, sources }: Project, { sites }: InitPlan) {
  const version = (name: string) => installedVersion(cwd, name) ?? "not installed";
  const folders = sources.flatMap(({ name }) => /^(?:.*\/)?(?:__tests__|tests?|e2e|spec)(?=\/)/.exec(name)?.[0] ?? []);
  const configs = sites.flatMap(({ site, config }) => (site.eslintConfig === undefined ? [] : [config]));
  return {
    language:
      (isTypeScript ? `TypeScript (${version("typescript")}), ` : "JavaScript, ") +
      (isModule ? "ES modules" : "CommonJS"),
    ESLint: [version("eslint"), ...(configs.length > 0 ? configs : ["no configuration"])].join(", "),
    "package manager": packageManager,
    ...(workspaces.length > 0 ? { workspaces: workspaces.join(", ") } : {}),
    ...(folders.length > 0 ? { tests: [...new Set(folders)].join(", ") } : {}),
  };
}

function describeOutcome(
  { cwd, isTypeScript, isModule, workspaces, packageManager }: Project,
  choice: PresetChoice,
  { sites, changes, byHand, notes }: InitPlan,
  written: boolean,
  lints: readonly ProjectLint[],
) {
  const configs = sites.map(({ site, config, files, isTyped }) => ({
    file: config,
    isNew: site.eslintConfig === undefined,
    files,
    isTyped,
  }));
  return {
    project: { isTypeScript, isModule, workspaces, packageManager },
    ...choice,
    configs,
    changes: changes.map((change) => ({
      file: nameOfFile(change.file, cwd),
      isNew: change.before === undefined,
      diff: createDiff(change, cwd, CONTEXT),
    })),
    written,
    byHand,
    notes,
    install: `${packageManager} install`,
    lints,
  };
}
