import { type Command, CommandError, type ExitCode, exitCodes, type Terminal } from "error-contract/cli";
import fs from "node:fs";
import { presets } from "../../configs.js";
import { FAILURES_FILE } from "../../contract/known-exceptions.js";
import { PAGES } from "../../create-rule.js";
import plugin from "../../index.js";
import type { PresetName } from "../../plugin-types.js";
import { COMMON_USAGE, readArguments } from "../arguments.js";
import { type FileChange, createDiff, printDiff, replaceFile } from "../project/changed-files.js";
import { installedVersion, resolveFrom } from "../project/installed-packages.js";
import { type Project, readProject } from "../project/read-project.js";
import { lintProject, StoppedError } from "../project/lint-project.js";
import { writeFailuresFile } from "../failures/failures.js";
import { readServerGraph } from "../reach/server-graph.js";
import { printCounts, printUnreadable } from "../report/report.js";
import { countBy, countOf, nameOfFile } from "../text.js";
import type { Setup } from "./find-setup.js";
import { type InitPlan, planInit } from "./plan-init.js";
import { findPresentPreset } from "./present-preset.js";
import { choosePreset, hasServer, type PresetChoice } from "./read-server.js";
import { listServerCode } from "./source-globs.js";

const PRESETS = Object.keys(presets);
/** How many lines of context a diff has. */
const CONTEXT = 2;

const USAGE = `Usage: npx eslint-plugin-error-contract init [OPTIONS]

Looks at the project, proposes a preset, and shows the change that it would make to the
ESLint configuration. If you agree, it writes it. A second run changes nothing. At the
end it writes ${FAILURES_FILE}, as \`failures\` does, and lints the project once,
or names the packages to install.

  --yes             write without asking
  --preset NAME     one of ${PRESETS.join(", ")}
                    (default: the one that fits the code; \`node\` in a project
                    without an MCP server)
${COMMON_USAGE}

Exit codes: 0 done; 1 nothing was written, or something is left to do by hand; 2 wrong
arguments, or a failure: for example, no rule of the plugin ran.`;

const OPTIONS = { yes: { type: "boolean", default: false }, preset: { type: "string" } } as const;

export const init: Command = { usage: USAGE, run };

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, files, cwd } = readArguments(args, OPTIONS);
  if (files[0] !== ".") throw new CommandError(`init takes no files, and was given \`${files[0]}\`.`);
  const project = readProject(cwd);
  refuseOldEslint(project);
  const choice = await readChoice(values.preset, project);
  const plan = await planInit(project, choice);
  refuseTypeScript7(project, plan);
  // What people read goes to stderr where stdout is for programs.
  const reader: Terminal = values.json ? { ...terminal, print: terminal.note } : terminal;
  printPlan(project, choice, plan, reader);

  const done = await carryOut(plan, { cwd, preset: choice.preset, isAgreedTo: values.yes }, reader);
  if (values.json) terminal.print(JSON.stringify(toOutcome(project, choice, plan, done), null, 2));
  const { isAgreed, lint } = done;
  const isGreen = lint === undefined || (lint.stopped === undefined && lint.unreadable.length === 0);
  return isAgreed && plan.byHand === undefined && isGreen ? exitCodes.ok : exitCodes.problems;
}

/** Writes the changes that are agreed to, and lints the project where nothing is left to do before. */
async function carryOut(plan: InitPlan, { cwd, isAgreedTo, preset }: Agreement, terminal: Terminal) {
  const { change, override, byHand, setup, needed, lacking } = plan;
  const isAgreed = (!change && !override) || isAgreedTo || (await terminal.confirm("Write this change?"));
  const missing = [...needed, plugin.meta.name].filter((name) => resolveFrom(setup.cwd, name) === undefined);
  if (isAgreed) for (const each of [override, change]) if (each) writeChange(each);
  if (isAgreed && change && missing.length === 0) await takeBackBroken(change, setup);
  if (lacking.length > 0) terminal.print(`To be added to the development dependencies: ${lacking.join(" ")}`);
  const isReady = isAgreed && byHand === undefined && missing.length === 0;
  if (isReady && needsClient(preset))
    await writeFailuresFile(setup.cwd, await readServerGraph(setup.cwd, terminal), terminal);
  const lint = isReady ? await lintOnce(cwd, terminal) : undefined;
  if (isAgreed && missing.length > 0)
    terminal.print(
      `Not linted, because ${missing.join(", ")} cannot be loaded. Then: npx eslint-plugin-error-contract report`,
    );
  if (!isAgreed) terminal.note("Nothing was written. --yes writes without asking.");
  return { isAgreed, lint };
}

/** Returns whether a preset is for servers, whose failures reach clients. */
const needsClient = (preset: PresetName): boolean => preset !== "node";

interface Agreement {
  readonly cwd: string;
  readonly preset: PresetName;
  /** Whether all is agreed to without asking. */
  readonly isAgreedTo: boolean;
}

/** What `--json` prints. */
function toOutcome(
  { cwd, isTypeScript, isModule, workspaces }: Project,
  { preset, reason }: PresetChoice,
  { change, override, byHand, setup, config, files, isTyped, notes, lacking }: InitPlan,
  { isAgreed, lint }: Awaited<ReturnType<typeof carryOut>>,
) {
  const diff = change && createDiff(change, cwd, CONTEXT);
  return {
    project: { isTypeScript, isModule, workspaces },
    preset,
    reason,
    config: { file: config, isNew: setup.file === undefined, files, isTyped, diff },
    override: override && createDiff(override, cwd, CONTEXT),
    written: isAgreed && (change ?? override) !== undefined,
    byHand,
    notes,
    lacking,
    lint,
  };
}

async function readChoice(name: string | undefined, project: Project): Promise<PresetChoice> {
  if (name === undefined) return choosePreset(await listServerCode(project.sources, project.cwd), hasServer(project));
  if (!isPreset(name)) throw new CommandError(`--preset expects one of ${PRESETS.join(", ")}; it is \`${name}\`.`);
  return { preset: name, reason: "named with --preset", isNamed: true };
}

const isPreset = (name: string): name is PresetName => Object.hasOwn(presets, name);

/** A project whose ESLint does not load the plugin, or does not read its configuration, is not touched. */
function refuseOldEslint({ cwd, manifest, packages }: Project): void {
  const version = installedVersion(cwd, "eslint") ?? packages.eslint ?? "";
  if (/^\D*[0-8]\./.test(version))
    throw new CommandError(
      `ESLint ${version} is used, and the plugin needs 9.22 or newer. Update ESLint, or ` +
        `lint with a second one beside it, as ${PAGES}/docs/guides/versions.md#eslint-8 shows.`,
    );
  if (manifest.includes("ESLINT_USE_FLAT_CONFIG=false"))
    throw new CommandError(
      "A script sets ESLINT_USE_FLAT_CONFIG=false, so that ESLint reads no flat configuration. Convert the old one " +
        "first, with `npx @eslint/migrate-config`, or lint with a second configuration beside it, as " +
        `${PAGES}/docs/guides/versions.md#eslint-8 shows.`,
    );
}

/** Where the parser of TypeScript cannot be loaded, nothing is written that names it. */
function refuseTypeScript7({ cwd, packages }: Project, { needed }: InitPlan): void {
  const typescript = packages.typescript ?? installedVersion(cwd, "typescript") ?? "";
  if (!/^\D*7\./.test(typescript) || !needed.includes("typescript")) return;
  throw new CommandError(
    `TypeScript ${typescript} is used, which typescript-eslint does not load with. ` +
      `${PAGES}/docs/guides/typescript-7.md#typescript-on-typescript-7 shows how both are set up; run init again ` +
      "when there is an ESLint configuration that reads TypeScript.",
  );
}

/** Writes a change. A new file takes the place of none, and an edit is of the text that was shown. */
function writeChange({ file, before, after }: FileChange): void {
  const now = fs.existsSync(file) ? fs.readFileSync(file, "utf8") : undefined;
  if (now !== before) throw new CommandError(`${file} was changed meanwhile, and was not written.`);
  replaceFile(file, after);
}

/**
 * Takes a change back that ESLint cannot load.
 *
 * @throws CommandError that says why.
 */
async function takeBackBroken({ file, before }: FileChange, setup: Setup): Promise<void> {
  const { problem } = await findPresentPreset({ ...setup, file });
  if (problem === undefined) return;
  if (before === undefined) fs.rmSync(file);
  else replaceFile(file, before);
  throw new CommandError(`${file} cannot be loaded with the preset, and is as it was: ${problem}`);
}

function printPlan(project: Project, { preset, reason }: PresetChoice, plan: InitPlan, terminal: Terminal): void {
  const { cwd, isTypeScript, isModule, workspaces } = project;
  const { print, note, paint } = terminal;
  const version = (name: string) => installedVersion(cwd, name) ?? "not installed";
  const language = isTypeScript ? `TypeScript (${version("typescript")})` : "JavaScript";
  const config = plan.setup.file === undefined ? "no configuration" : plan.config;
  print(`language    ${language}, ${isModule ? "ES modules" : "CommonJS"}`);
  print(`ESLint      ${version("eslint")}, ${config}`);
  if (workspaces.length > 0) print(`workspaces  ${workspaces.join(", ")}`);
  print(`preset      ${paint("bold", preset)}: ${reason}\n`);
  for (const each of [plan.override, plan.change]) if (each) printDiff(createDiff(each, cwd, CONTEXT), terminal);
  if (!plan.override && !plan.change && plan.byHand === undefined) print("There is nothing to change.");
  print("");
  for (const text of plan.notes) note(text);
  if (plan.byHand !== undefined) note(plan.byHand);
}

/**
 * Lints the project, and prints how many findings there are, and which files cannot be parsed. Where ESLint stops,
 * which the configuration of another package may bring about, it says so.
 *
 * @throws CommandError where no rule of the plugin runs.
 */
async function lintOnce(cwd: string, terminal: Terminal) {
  try {
    const { files, unparsed } = await lintProject({ cwd, files: ["."] }, terminal);
    const findings = countBy(files.flatMap((each) => each.findings.map(({ rule }) => rule)));
    const count = Object.values(findings).reduce((sum, each) => sum + each, 0);
    const unreadable = unparsed.map(({ file, message }) => ({ file: nameOfFile(file, cwd), message }));
    terminal.print(`${terminal.paint("bold", countOf(count, "finding"))} in ${countOf(files.length, "file")}`);
    printCounts(findings, terminal);
    printUnreadable(unreadable, terminal);
    return { files: files.length, findings, unreadable };
  } catch (error) {
    if (!(error instanceof StoppedError)) throw error;
    terminal.note(`Not linted. ${error.message}\nMend that, then: npx eslint-plugin-error-contract report`);
    return { files: 0, findings: {}, unreadable: [], stopped: error.message };
  }
}
