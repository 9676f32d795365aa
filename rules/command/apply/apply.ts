import { closest } from "fastest-levenshtein";
import path from "node:path";
import type { DecidableFinding } from "../../edits/decisions.js";
import { COMMON_USAGE, parseArguments } from "../arguments.js";
import { CommandError, EXIT, type ExitCode } from "../command-error.js";
import type { Command } from "../commands.js";
import { decideWith, failUnlessLinted, placeKey } from "../plan/collect-findings.js";
import { PLAN_FILE } from "../plan/plan.js";
import { type PlanFile, readPlan } from "../plan/read-plan.js";
import { lintProject } from "../project/lint-project.js";
import type { Terminal } from "../terminal.js";
import { type ChangedFile, FileWriter, isUnchanged } from "./changed-files.js";
import { findCompiler } from "./check-compiler.js";
import { type Outcome, describeOutcome, outcomeAsJson } from "./describe-outcome.js";
import { formatFiles } from "./format-files.js";
import { type CheckRemoval, checkTogether, createCheckSearch } from "./left-over-checks.js";
import { restoreAtSignals } from "./restore-at-signals.js";
import { type Checked, type RolledBack, checkWithCommand, checkWithCompiler } from "./roll-back.js";
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
  --despite-tests   rewrite places on which tests seem to depend, too; the tests of --verify tell whether they do
  --skip-compiler   do not run the compiler
${COMMON_USAGE}

Exit codes: 0 all decisions are carried out; 1 some are left or were taken back; 2 wrong use, or a failure.
Interrupted, it puts every file back as it was.`;

export const apply: Command = { usage: USAGE, run };

async function run(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals, cwd } = parseArguments(args, {
    plan: { type: "string", default: PLAN_FILE },
    write: { type: "boolean", default: false },
    verify: { type: "string" },
    "despite-tests": { type: "boolean", default: false },
    "skip-compiler": { type: "boolean", default: false },
  });
  if (values.verify !== undefined && !values.write) throw new CommandError("--verify needs --write.");
  const plan = readPlan(path.resolve(cwd, values.plan));
  const settling = settleFindings(plan, cwd, values["despite-tests"]);
  const files = positionals.length > 0 ? positionals : ["."];
  const removal = await findLeftOverChecks({ plan, cwd, files, despiteTests: values["despite-tests"] }, terminal);
  const { changed, left, settled } = await rewriteFiles(settling, removal, { cwd, files }, terminal);
  failIfImpossible(settling, plan);
  terminal.showProgress("Formatting");
  const formatted = await formatFiles(changed, cwd);
  const mapped = [...settling.mapped].sort();
  const options = { verify: values.verify, usesCompiler: !values["skip-compiler"], trusts: removal.trusts };
  const written = values.write ? await writeFiles(formatted, cwd, options, terminal) : undefined;
  terminal.hideProgress();
  const outcome: Outcome = {
    isWritten: values.write,
    files: written?.files ?? formatted,
    rolledBack: written?.rolledBack ?? [],
    isCompiled: written?.isCompiled ?? false,
    left,
    settled,
    mapped,
  };
  if (values.json) terminal.print(JSON.stringify(outcomeAsJson(outcome, cwd), null, 2));
  else describeOutcome(outcome, cwd, terminal);
  return outcome.rolledBack.length > 0 || left.length > 0 ? EXIT.findings : EXIT.ok;
}

interface PlannedFiles {
  readonly plan: PlanFile;
  readonly cwd: string;
  readonly files: readonly string[];
  readonly despiteTests: boolean;
}

interface Rewritten {
  readonly changed: readonly ChangedFile[];
  readonly left: readonly LeftFinding[];
  /** File -> how many findings were settled there. */
  readonly settled: ReadonlyMap<string, number>;
}

/** A lint that writes nothing finds the functions that return no failure any more, and the checks of their callers. */
async function findLeftOverChecks(
  { plan, cwd, files, despiteTests }: PlannedFiles,
  terminal: Terminal,
): Promise<CheckRemoval> {
  const { note, planRemoval } = createCheckSearch();
  if ([...plan.groups.values()].some(({ rule }) => rule === "no-error-result")) {
    const { decide } = settleFindings(plan, cwd, despiteTests, note);
    const decideNothing = (finding: DecidableFinding) => void decide(finding);
    await lintProject({
      cwd,
      files,
      overrideConfig: [decideWith(decideNothing)],
      onFile: (file) => terminal.showProgress(`Looking for callers in ${path.relative(cwd, file)}`),
    });
  }
  return planRemoval();
}

async function rewriteFiles(
  settling: Settling,
  removal: CheckRemoval,
  { cwd, files }: Pick<PlannedFiles, "cwd" | "files">,
  terminal: Terminal,
): Promise<Rewritten> {
  const linted = await lintProject({
    cwd,
    files,
    fix: true,
    overrideConfig: [decideWith((finding) => (removal.isPending(finding) ? undefined : settling.decide(finding)))],
    observers: { checks: removal.rule },
    onFile: (file) => terminal.showProgress(`Rewriting ${path.relative(cwd, file)}`),
  });
  failUnlessLinted(linted, cwd);
  const changed = linted.files.flatMap(({ file, source, output }) =>
    output === undefined || output === source ? [] : [{ file, before: source, after: output }],
  );
  // A finding that a directive silences is none of our business.
  const left = linted.files.flatMap(({ file, findings }) => {
    const all = settling.left(file);
    return findings.flatMap((finding) => all.get(placeKey(file, finding.rule, finding)) ?? []);
  });
  return { changed, left, settled: new Map(changed.map(({ file }) => [file, settling.countSettled(file)])) };
}

/** @throws CommandError where a decision could be carried out at no place because it is no code. */
function failIfImpossible({ impossible }: Settling, { file }: PlanFile): void {
  const problems = impossible().flatMap(({ decided: { decision = "", kind, line }, codes }) => {
    if (codes.length === 0 || codes.includes(decision) || !/^[A-Z]/.test(decision)) return [];
    return [
      `${file}:${line}: \`${decision}\` is no code of the contract, for "${kind}". Did you mean ` +
        `\`${closest(decision, codes)}\`?`,
    ];
  });
  if (problems.length > 0) throw new CommandError(problems.join("\n"));
}

interface Written {
  readonly files: readonly ChangedFile[];
  readonly rolledBack: readonly RolledBack[];
  readonly isCompiled: boolean;
}

interface WriteOptions extends Pick<CheckRemoval, "trusts"> {
  readonly verify: string | undefined;
  readonly usesCompiler: boolean;
}

async function writeFiles(
  all: readonly ChangedFile[],
  cwd: string,
  { verify, usesCompiler, trusts }: WriteOptions,
  terminal: Terminal,
): Promise<Written> {
  const unchanged = await checkTogether(all, trusts, (some) => Promise.resolve(leaveOutStale(some)));
  const rolledBack: RolledBack[] = [...unchanged.rolledBack];
  let { files } = unchanged;
  const writer = new FileWriter();
  const stopWatching = restoreAtSignals(writer);
  try {
    const compiler = usesCompiler
      ? findCompiler(
          cwd,
          files.map(({ file }) => file),
        )
      : undefined;
    if (compiler && files.length > 0) {
      terminal.showProgress("Compiling");
      const checked = await checkTogether(files, trusts, (some) => checkWithCompiler(some, compiler, writer));
      files = checked.files;
      rolledBack.push(...checked.rolledBack);
    }
    if (verify !== undefined) {
      terminal.showProgress(`Running ${verify}`);
      const checked = await checkTogether(files, trusts, (some) => checkWithCommand(some, verify, cwd, writer));
      files = checked.files;
      rolledBack.push(...checked.rolledBack);
    }
    writer.show(files);
    writer.keep();
    return { files, rolledBack, isCompiled: compiler !== undefined };
  } finally {
    // A file that is not kept by now was interrupted by a failure.
    writer.restoreAll();
    stopWatching();
  }
}

function leaveOutStale(all: readonly ChangedFile[]): Checked {
  const stale = all.filter((each) => !isUnchanged(each));
  return {
    files: all.filter((each) => !stale.includes(each)),
    rolledBack: stale.map(({ file }) => ({ file, reason: "it was changed while it was linted" })),
  };
}
