import { type Command, CommandError, type ExitCode, exitCodes, type Terminal } from "error-contract/cli";
import fs from "node:fs";
import path from "node:path";
import { COMMON_USAGE, readArguments } from "../arguments.js";
import { PLAN_FILE } from "../plan/plan.js";
import { type Decisions, readPlan } from "../plan/read-plan.js";
import { createDiff, printDiff } from "../project/changed-files.js";
import { countOf, nameOfFile } from "../text.js";
import { findCompiler } from "./check-compiler.js";
import { type ChangedFile, FileWriter, restoreAtSignals } from "./file-writer.js";
import { listNewFindings, type NewFinding } from "./new-findings.js";
import { type Rewriting, rewriteFiles } from "./rewrite-files.js";
import { type Check, type RestoredPlace, checkWithCommand, checkWithCompiler, restoreBreaking } from "./restore.js";
import type { SettledPlace } from "./settle-findings.js";

const USAGE = `Usage: npx eslint-plugin-error-contract apply [FILES] [OPTIONS]

Makes the rewrites that the plan has decided, and prints the diff. With --write it also writes the files, formats them
and sorts their imports as the project does (prettier, Biome, rules of its ESLint for layout and the order of imports),
and runs the TypeScript compiler before and after. A place whose rewrite brings a
new compiler error is restored: it gets back its old text. At the end the project's
ESLint lints what was changed, with all its rules, and what it finds there and did not
find before is named.

  FILES             files, folders and patterns, as ESLint takes them (default: ".")
  --write           write the files; otherwise only the diff is printed
  --verify COMMAND  with --write: a command that has to succeed, such as "npm test"; places that make it fail are
                    restored. Tests that failed before may go on to fail
${COMMON_USAGE}

Exit codes: 0 all decisions are carried out; 1 some were left out or restored, or the lint finds something new; 2 wrong
arguments, or a failure.
If you interrupt it, it restores every file.`;

export const apply: Command = { usage: USAGE, run };

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, files, cwd } = readArguments(args, {
    write: { type: "boolean", default: false },
    verify: { type: "string" },
  });
  const { verify, write } = values;
  if (verify !== undefined && !write) throw new CommandError("--verify needs --write.");
  const { decisions } = readPlan(path.join(cwd, PLAN_FILE));
  const rewriting = await rewriteFiles(decisions, { cwd, files }, terminal);
  const written = write ? await writeFiles(rewriting, cwd, verify, terminal) : await preview(rewriting);
  terminal.showProgress("Linting the result");
  const added = await listNewFindings(written.changed, cwd);
  const outcome = { written: write, ...toOutcome(decisions, rewriting, written, cwd), new: added };
  if (values.json) terminal.print(JSON.stringify(outcome, null, 2));
  else describeOutcome(outcome, terminal);
  return [outcome.restored, outcome.left, added].some(({ length }) => length > 0) ? exitCodes.problems : exitCodes.ok;
}

/** What is written, and what is not. */
interface Written {
  readonly changed: readonly ChangedFile[];
  readonly kept: readonly SettledPlace[];
  readonly restored: readonly RestoredPlace[];
  readonly isCompiled: boolean;
}

async function preview({ places, rewriteAt }: Rewriting): Promise<Written> {
  return { changed: await rewriteAt(places), kept: places, restored: [], isCompiled: false };
}

/** What `--json` prints. */
function toOutcome(plan: Decisions, { left, mapped }: Rewriting, written: Written, cwd: string) {
  const { changed, kept, restored, isCompiled } = written;
  const legacy = [...mapped].sort().map((name) => ({ class: { from: "file", name }, fields: {} }));
  return {
    compiled: isCompiled,
    /** How many groups of the plan nobody has decided about. */
    open: [...plan.values()].filter(({ decision }) => decision === undefined).length,
    /** How many findings are settled, or would be. */
    settled: countFindings(kept),
    files: changed.map((change) => ({
      file: nameOfFile(change.file, cwd),
      settled: countFindings(kept.filter(({ file }) => file === change.file)),
      diff: createDiff(change, cwd),
    })),
    /** The places whose changes were refused by the compiler or the command of --verify. */
    restored: restored.map(({ place: { file, line, rule, findings }, reason }) => ({
      ...{ file: nameOfFile(file, cwd), line, rule, findings, reason },
    })),
    left,
    /** The settings to add for classes that are decided to be mapped. */
    settings: legacy.length > 0 ? { legacy } : undefined,
  };
}

const countFindings = (places: readonly SettledPlace[]) => places.reduce((sum, { findings }) => sum + findings, 0);

/** Prints the diff of a dry run, and what was done, left, restored and found. */
function describeOutcome(
  outcome: ReturnType<typeof toOutcome> & { readonly written: boolean; readonly new: readonly NewFinding[] },
  terminal: Terminal,
): void {
  const { written, compiled, open, settled, files, restored, left, settings } = outcome;
  const { print, paint } = terminal;
  if (open > 0) print(`${countOf(open, "group")} of the plan ${open === 1 ? "is" : "are"} open.`);
  if (!written) for (const { diff } of files) printDiff(diff, terminal);
  const count = countOf(settled, "finding");
  if (settled === 0 && left.length === 0) print("No group of the plan has a decision that is left to carry out.");
  else print(`${count} ${written ? "settled" : "would be settled"} in ${countOf(files.length, "file")}`);
  if (written && files.length > 0 && !compiled) print("No compiler was run.");
  for (const { file, line, rule, findings, reason } of restored) {
    const others = findings > 1 ? ` and ${countOf(findings - 1, "other")} of this kind there` : "";
    print(`${paint("yellow", "restored")} ${file}:${line} ${rule}${others}: ${reason}`);
  }
  for (const { file, line, rule, reason } of left)
    print(`${paint("yellow", "left")} ${file}:${line} ${rule}: ${reason}`);
  for (const { file, line, rule, message } of outcome.new)
    print(`${paint("yellow", "new")} ${file}:${line} ${rule ?? "the parser"}: ${message}`);
  if (settings) {
    print("Add to `settings.errorContract`, with the fields of each class, and run `plan` again:");
    print(`legacy: ${JSON.stringify(settings.legacy, null, 2)}`);
  }
  if (!written && files.length > 0) print("Nothing was written: `--write` writes it.");
}

async function writeFiles(
  rewriting: Rewriting,
  cwd: string,
  verify: string | undefined,
  terminal: Terminal,
): Promise<Written> {
  const writer = new FileWriter();
  const stopWatching = restoreAtSignals(writer, terminal);
  const show = (changed: readonly ChangedFile[]) => writer.show(changed);
  const rewriteAt: Rewriting["rewriteAt"] = (some) => {
    // The files are linted as they were.
    writer.show([]);
    return rewriting.rewriteAt(some);
  };
  const stale = new Set((await rewriteAt(rewriting.places)).filter(isStale).map(({ file }) => file));
  let kept = rewriting.places.filter(({ file }) => !stale.has(file));
  const restored: RestoredPlace[] = rewriting.places
    .filter(({ file }) => stale.has(file))
    .map((place) => ({ place, reason: "the file was changed while it was linted" }));
  const run = async (progress: string, createCheck: () => Promise<Check>) => {
    if (kept.length === 0) return;
    terminal.showProgress(progress);
    const check = await createCheck();
    let runs = 0;
    const checked = await restoreBreaking(kept, rewriteAt, (changed) => {
      terminal.showProgress(`${progress}, run ${++runs}`);
      return check(changed);
    });
    kept = [...checked.kept];
    restored.push(...checked.restored);
  };
  try {
    const compile = findCompiler(cwd, [...new Set(kept.map(({ file }) => file))]);
    if (compile) await run("Compiling", () => checkWithCompiler(compile, show));
    if (verify !== undefined) await run(`Running ${verify}`, () => checkWithCommand(verify, cwd, show));
    const changed = await rewriteAt(kept);
    writer.show(changed);
    writer.keep();
    return { changed, kept, restored, isCompiled: compile !== undefined };
  } finally {
    // A file that is not kept by now was interrupted by a failure.
    writer.show([]);
    stopWatching();
  }
}

/** Returns whether the text of a file is not the one that was linted any more. */
const isStale = ({ file, before }: ChangedFile) => !fs.existsSync(file) || fs.readFileSync(file, "utf8") !== before;
