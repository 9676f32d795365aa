import fs from "node:fs";
import path from "node:path";
import { COMMON_USAGE, type Command, CommandError, EXIT, type ExitCode, parseArguments } from "../command.js";
import { PLAN_FILE } from "../plan/plan.js";
import { readPlan } from "../plan/read-plan.js";
import { createDiff, printDiff } from "../project/changed-files.js";
import type { Terminal } from "../terminal.js";
import { countOf, nameOfFile } from "../text.js";
import { findCompiler } from "./check-compiler.js";
import { type ChangedFile, FileWriter, restoreAtSignals } from "./file-writer.js";
import { type Rewriting, rewriteFiles } from "./rewrite-files.js";
import { type Check, type RestoredPlace, checkWithCommand, checkWithCompiler, restoreBreaking } from "./restore.js";
import type { LeftFinding, SettledPlace } from "./settle-findings.js";

const USAGE = `Usage: npx eslint-plugin-error-contract apply [FILES] [OPTIONS]

Makes the rewrites that the plan has decided, and prints the diff. With --write it also writes the files, formats them
with the project's prettier or Biome, and runs the TypeScript compiler before and after. A place whose rewrite brings a
new compiler error is restored: it gets back its old text.

  FILES             files, folders and patterns, as ESLint takes them (default: ".")
  --plan FILE       the table of decisions (default: ${PLAN_FILE})
  --write           write the files; otherwise only the diff is printed
  --verify COMMAND  with --write: a command that has to succeed, such as "npm test"; places that make it fail are
                    restored. Tests that failed before may go on to fail
  --skip-compiler   do not run the compiler
${COMMON_USAGE}

Exit codes: 0 all decisions are carried out; 1 some were left out or restored; 2 wrong arguments, or a failure.
If you interrupt it, it restores every file.`;

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
  const rewriting = await rewriteFiles(plan, { cwd, files }, terminal);
  const { changed, kept, restored, isCompiled } = write
    ? await writeFiles(rewriting, cwd, { verify, skipsCompiler }, terminal)
    : {
        changed: await rewriting.rewriteAt(rewriting.places),
        kept: rewriting.places,
        restored: [],
        isCompiled: false,
      };
  const rewritten = changed.map((change) => ({
    file: nameOfFile(change.file, cwd),
    settled: countFindings(kept.filter(({ file }) => file === change.file)),
    diff: createDiff(change, cwd),
  }));
  const { left, mapped } = rewriting;
  const legacy = [...mapped].sort().map((name) => ({ class: { from: "file", name }, fields: {} }));
  const outcome: Outcome = {
    written: write,
    compiled: isCompiled,
    open: [...plan.values()].filter(({ decision }) => decision === undefined).length,
    settled: countFindings(kept),
    files: rewritten,
    restored: restored.map(({ place: { file, line, rule, findings }, reason }) => ({
      file: nameOfFile(file, cwd),
      line,
      rule,
      findings,
      reason,
    })),
    left,
    ...(legacy.length > 0 ? { settings: { legacy } } : {}),
  };
  if (values.json) terminal.print(JSON.stringify(outcome, null, 2));
  else describeOutcome(outcome, terminal);
  return outcome.restored.length > 0 || left.length > 0 ? EXIT.findings : EXIT.ok;
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
  /** The places whose changes were refused by the compiler or the command of --verify. */
  readonly restored: readonly (Omit<LeftFinding, "kind"> & Pick<SettledPlace, "findings">)[];
  readonly left: readonly LeftFinding[];
  /** The settings to add for classes that are decided to be mapped. */
  readonly settings?: { readonly legacy: readonly object[] };
}

/** Prints the diff of a dry run, and what was done, left and restored. */
function describeOutcome(outcome: Outcome, terminal: Terminal): void {
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
  if (settings) {
    print("Add to `settings.errorContract`, with the fields of each class, and run `plan` again:");
    print(`legacy: ${JSON.stringify(settings.legacy, null, 2)}`);
  }
  if (!written && files.length > 0) print("Nothing was written: `--write` writes it.");
}

const countFindings = (places: readonly SettledPlace[]) => places.reduce((sum, { findings }) => sum + findings, 0);

interface WriteOptions {
  readonly verify: string | undefined;
  readonly skipsCompiler: boolean;
}

/** What was written, and what was not. */
interface Written {
  readonly changed: readonly ChangedFile[];
  readonly kept: readonly SettledPlace[];
  readonly restored: readonly RestoredPlace[];
  readonly isCompiled: boolean;
}

async function writeFiles(
  rewriting: Rewriting,
  cwd: string,
  { verify, skipsCompiler }: WriteOptions,
  terminal: Terminal,
): Promise<Written> {
  const writer = new FileWriter();
  const stopWatching = restoreAtSignals(writer, terminal);
  const show = (changed: readonly ChangedFile[]) => writer.show(changed);
  const { places } = rewriting;
  const rewriteAt: Rewriting["rewriteAt"] = (some) => {
    // The files are linted as they were.
    writer.show([]);
    return rewriting.rewriteAt(some);
  };
  const stale = listStaleFiles(await rewriteAt(places));
  let kept = places.filter(({ file }) => !stale.has(file));
  const restored: RestoredPlace[] = places
    .filter((place) => !kept.includes(place))
    .map((place) => ({ place, reason: "the file was changed while it was linted" }));
  const run = async (progress: string, createCheck: () => Promise<Check>) => {
    if (kept.length === 0) return;
    terminal.showProgress(progress);
    const check = await createCheck();
    let runs = 0;
    const showAndCheck: Check = (changed) => {
      terminal.showProgress(`${progress}, run ${++runs}`);
      return check(changed);
    };
    const checked = await restoreBreaking(kept, rewriteAt, showAndCheck);
    kept = [...checked.kept];
    restored.push(...checked.restored);
  };
  try {
    const compile = skipsCompiler ? undefined : findCompiler(cwd, [...new Set(kept.map(({ file }) => file))]);
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

/** Lists the files whose text is not the one that was linted any more. */
function listStaleFiles(changed: readonly ChangedFile[]): ReadonlySet<string> {
  const isFresh = ({ file, before }: ChangedFile) => fs.existsSync(file) && fs.readFileSync(file, "utf8") === before;
  return new Set(changed.filter((each) => !isFresh(each)).map(({ file }) => file));
}
