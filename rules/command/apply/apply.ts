import path from "node:path";
import { COMMON_USAGE, type Command, CommandError, EXIT, type ExitCode, parseArguments } from "../command.js";
import { placeKey } from "../plan/collect-findings.js";
import { PLAN_FILE } from "../plan/plan.js";
import { readPlan } from "../plan/read-plan.js";
import { createDiff, printDiff } from "../project/changed-files.js";
import { formatFiles } from "../project/format-files.js";
import { lintProject } from "../project/lint-project.js";
import type { Terminal } from "../terminal.js";
import { countOf, nameOfFile } from "../text.js";
import { findCompiler } from "./check-compiler.js";
import { type ChangedFile, FileWriter, restoreAtSignals } from "./file-writer.js";
import { type Checked, type RolledBack, checkTexts, checkWithCommand, checkWithCompiler } from "./roll-back.js";
import { type LeftFinding, type Settling, settleFindings } from "./settle-findings.js";

const USAGE = `Usage: npx eslint-plugin-error-contract apply [FILES] [OPTIONS]

Rewrites what the plan has decided, whole files at once, and prints the diff. With --write it formats the changed files
with the project's prettier or Biome, runs its TypeScript compiler before and after, and takes back the changes of each
file that brings a new error.

  FILES             files, folders and patterns as ESLint takes them; "." without
  --plan FILE       the table of decisions; ${PLAN_FILE} without
  --write           write the files; without, nothing is written
  --verify COMMAND  with --write: a command that has to succeed, such as "npm test"; the changes of files that make it
                    fail are taken back
  --skip-compiler   do not run the compiler
${COMMON_USAGE}

Exit codes: 0 all decisions are carried out; 1 some are left or were taken back; 2 wrong use, or a failure.
Interrupted, it puts every file back as it was.`;

export const apply: Command = { usage: USAGE, run };

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, files, cwd } = parseArguments(args, {
    plan: { type: "string", default: PLAN_FILE },
    write: { type: "boolean", default: false },
    verify: { type: "string" },
    "skip-compiler": { type: "boolean", default: false },
  });
  const { verify, write, "skip-compiler": skipsCompiler } = values;
  if (verify !== undefined && !write) throw new CommandError("--verify needs --write.");
  const { decisions: plan } = readPlan(path.resolve(cwd, values.plan));
  const project = { cwd, files };
  const settling = settleFindings(plan, cwd);
  const { changed, left } = await rewriteFiles(settling, project, terminal);
  terminal.showProgress("Formatting");
  const formatted = await formatFiles(changed, cwd);
  const written = write
    ? await writeFiles(formatted, cwd, { verify, skipsCompiler }, terminal)
    : { files: formatted, rolledBack: [], isCompiled: false };
  const rewritten = written.files.map((change) => ({
    file: nameOfFile(change.file, cwd),
    settled: settling.countSettled(change.file),
    diff: createDiff(change, cwd),
  }));
  const legacy = [...settling.mapped].sort().map((name) => ({ class: { from: "file", name }, fields: {} }));
  const outcome: Outcome = {
    written: write,
    compiled: written.isCompiled,
    open: [...plan.values()].filter(({ decision }) => decision === undefined).length,
    settled: rewritten.reduce((sum, each) => sum + each.settled, 0),
    files: rewritten,
    rolledBack: written.rolledBack.map(({ file, reason }) => ({ file: nameOfFile(file, cwd), reason })),
    left,
    ...(legacy.length > 0 ? { settings: { legacy } } : {}),
  };
  if (values.json) terminal.print(JSON.stringify(outcome, null, 2));
  else describeOutcome(outcome, terminal);
  return outcome.rolledBack.length > 0 || left.length > 0 ? EXIT.findings : EXIT.ok;
}

/** The outcome of a run, as `--json` prints it. */
interface Outcome {
  readonly written: boolean;
  readonly compiled: boolean;
  /** How many groups of the plan nobody has decided about. */
  readonly open: number;
  /** How many findings are settled, or would be. */
  readonly settled: number;
  readonly files: readonly { readonly file: string; readonly settled: number; readonly diff: string }[];
  readonly rolledBack: readonly RolledBack[];
  readonly left: readonly LeftFinding[];
  /** The settings to add for classes that are decided to be mapped. */
  readonly settings?: { readonly legacy: readonly object[] };
}

/** Prints the diff of a dry run, and what was done, left and taken back. */
function describeOutcome(outcome: Outcome, terminal: Terminal): void {
  const { written, compiled, open, settled, files, rolledBack, left, settings } = outcome;
  const { print, paint } = terminal;
  if (open > 0) print(`${countOf(open, "group")} of the plan ${open === 1 ? "is" : "are"} open.`);
  if (!written) for (const { diff } of files) printDiff(diff, terminal);
  const count = countOf(settled, "finding");
  if (settled === 0 && left.length === 0) print("No group of the plan has a decision that is left to carry out.");
  else print(`${count} ${written ? "settled" : "would be settled"} in ${countOf(files.length, "file")}`);
  if (written && files.length > 0 && !compiled) print("No compiler was run.");
  for (const { file, reason } of rolledBack) print(`${paint("yellow", "taken back")} ${file}: ${reason}`);
  for (const { file, line, rule, reason } of left)
    print(`${paint("yellow", "left")} ${file}:${line} ${rule}: ${reason}`);
  if (settings) {
    print("Add to `settings.errorContract`, with the fields of each class, and run `plan` again:");
    print(`legacy: ${JSON.stringify(settings.legacy, null, 2)}`);
  }
  if (!written && files.length > 0) print("Nothing was written: `--write` writes it.");
}

interface LintedFiles {
  readonly cwd: string;
  readonly files: readonly string[];
}

async function rewriteFiles(
  settling: Settling,
  project: LintedFiles,
  terminal: Terminal,
): Promise<{ readonly changed: readonly ChangedFile[]; readonly left: readonly LeftFinding[] }> {
  const { decide } = settling;
  const linted = await lintProject({ ...project, fix: true, decide, progress: "Rewriting" }, terminal);
  const changed = linted.files.flatMap(({ file, source, output }) =>
    output === undefined || output === source ? [] : [{ file, before: source, after: output }],
  );
  // A finding that a directive silences is none of our business.
  const left = linted.files.flatMap(({ file, findings }) => {
    const all = settling.left(file);
    return findings.flatMap((finding) => all.get(placeKey(file, finding.rule, finding)) ?? []);
  });
  return { changed, left };
}

interface WriteOptions {
  readonly verify: string | undefined;
  readonly skipsCompiler: boolean;
}

async function writeFiles(
  changed: readonly ChangedFile[],
  cwd: string,
  { verify, skipsCompiler }: WriteOptions,
  terminal: Terminal,
): Promise<Checked & { readonly isCompiled: boolean }> {
  const writer = new FileWriter();
  const stopWatching = restoreAtSignals(writer, terminal);
  try {
    let { files, rolledBack }: Checked = checkTexts(changed);
    const run = async (progress: string, check: (some: readonly ChangedFile[]) => Promise<Checked>) => {
      if (files.length === 0) return;
      terminal.showProgress(progress);
      const checked = await check(files);
      files = checked.files;
      rolledBack = [...rolledBack, ...checked.rolledBack];
    };
    const names = files.map(({ file }) => file);
    const compile = skipsCompiler ? undefined : findCompiler(cwd, names);
    if (compile) await run("Compiling", (some) => checkWithCompiler(some, compile, writer));
    if (verify !== undefined) await run(`Running ${verify}`, (some) => checkWithCommand(some, verify, cwd, writer));
    writer.show(files);
    writer.keep();
    return { files, rolledBack, isCompiled: compile !== undefined };
  } finally {
    // A file that is not kept by now was interrupted by a failure.
    writer.show([]);
    stopWatching();
  }
}
