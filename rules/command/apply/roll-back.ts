import path from "node:path";
import { CommandError } from "../command-error.js";
import type { ChangedFile, FileWriter } from "./changed-files.js";
import { type Compiler, newErrors } from "./check-compiler.js";
import { findSuspects } from "./find-suspects.js";
import { runProcess } from "./run-process.js";

/** A file whose changes were taken back. */
export interface RolledBack {
  readonly file: string;
  readonly reason: string;
}

/** The changes that are left after a check. */
export interface Checked {
  readonly files: readonly ChangedFile[];
  readonly rolledBack: readonly RolledBack[];
}

/** Says why a set of changes does not hold; undefined where it does. */
type Problem = (files: readonly ChangedFile[]) => Promise<string | undefined>;

const MOST_LINES = 20;
/** Each round takes several runs of a compiler or of tests. */
const MOST_ROUNDS = 4;
const MOST_SUSPECTS = 16;

/**
 * Writes changes, and takes those of each file back that brings errors of the compiler: first of the files that the
 * errors name, then, where other files have them, of those that the search finds.
 */
export async function checkWithCompiler(
  files: readonly ChangedFile[],
  { check }: Compiler,
  writer: FileWriter,
): Promise<Checked> {
  const before = await check();
  const errorsOf = async (some: readonly ChangedFile[]) => {
    writer.show(some);
    return newErrors(before, await check());
  };
  let rest = files;
  const rolledBack: RolledBack[] = [];
  for (;;) {
    const errors = await errorsOf(rest);
    if (errors.length === 0) return { files: rest, rolledBack };
    const named = rest.filter(({ file }) => errors.some((error) => error.file === file));
    if (named.length === 0) break;
    const reasonOf = (file: string) => errors.find((error) => error.file === file)?.text ?? "";
    rolledBack.push(...named.map(({ file }) => ({ file, reason: reasonOf(file) })));
    rest = rest.filter((each) => !named.includes(each));
  }
  const found = await dropBreaking(rest, async (some) => {
    const [first] = await errorsOf(some);
    return first && `${path.basename(first.file)}: ${first.text}`;
  });
  return { files: found.files, rolledBack: [...rolledBack, ...found.rolledBack] };
}

/**
 * Writes changes, and takes those of each file back that makes a command fail: those of the files that its output
 * speaks of, unless they hold alone, else of those that the search finds.
 *
 * @throws CommandError where it fails without any change.
 */
export async function checkWithCommand(
  files: readonly ChangedFile[],
  command: string,
  cwd: string,
  writer: FileWriter,
): Promise<Checked> {
  const run = async (some: readonly ChangedFile[]) => {
    writer.show(some);
    const { isOk, output } = await runProcess(command, [], { cwd, isShell: true });
    return isOk ? undefined : { output, reason: `\`${command}\` fails:\n${lastLines(output)}` };
  };
  let problem = await run(files);
  if (!problem) return { files, rolledBack: [] };
  if (await run([]))
    throw new CommandError(`\`${command}\` fails without any change, so it can say nothing about them.`);
  let rest = files;
  while (problem) {
    const suspects = findSuspects(problem.output, rest, cwd);
    if (suspects.length === 0 || suspects.length === files.length) break;
    rest = rest.filter((each) => !suspects.includes(each));
    problem = await run(rest);
  }
  const found = problem
    ? await dropBreaking(rest, async (some) => (await run(some))?.reason)
    : { files: rest, rolledBack: [] };
  let kept = found.files;
  const rolledBack: RolledBack[] = [...found.rolledBack];
  // One by one: several of them break, and each run tells of one.
  for (const [index, suspect] of files.filter((each) => !rest.includes(each)).entries()) {
    const reason =
      index < MOST_SUSPECTS
        ? (await run([...kept, suspect]))?.reason
        : `it was not looked at alone, like ${MOST_SUSPECTS} others that the output of \`${command}\` speaks of.`;
    if (reason === undefined) kept = [...kept, suspect];
    else rolledBack.push({ file: suspect.file, reason });
  }
  return { files: files.filter((each) => kept.includes(each)), rolledBack };
}

/**
 * Finds the files one by one whose changes do not hold together with those in front of them. The beginning of the list
 * that is known to hold is not tried again. After a few rounds the files that are left are taken back together.
 */
async function dropBreaking(files: readonly ChangedFile[], findProblem: Problem): Promise<Checked> {
  let kept = files;
  let holding = 0;
  const rolledBack: RolledBack[] = [];
  for (let round = 0; ; round++) {
    let problem = kept.length > holding ? await findProblem(kept) : undefined;
    if (problem === undefined) return { files: kept, rolledBack };
    if (round === MOST_ROUNDS) {
      const reason = `it was not looked at alone: ${MOST_ROUNDS} others break before it. ${problem}`;
      rolledBack.push(...kept.slice(holding).map(({ file }) => ({ file, reason })));
      return { files: kept.slice(0, holding), rolledBack };
    }
    let last = kept.length - 1;
    while (holding < last) {
      const middle = Math.floor((holding + last) / 2);
      const found = await findProblem(kept.slice(0, middle + 1));
      if (found === undefined) holding = middle + 1;
      else [last, problem] = [middle, found];
    }
    const reason = problem;
    rolledBack.push(...kept.slice(last, last + 1).map(({ file }) => ({ file, reason })));
    kept = kept.filter((_, index) => index !== last);
  }
}

function lastLines(output: string): string {
  return output.trimEnd().split("\n").slice(-MOST_LINES).join("\n");
}
