import path from "node:path";
import type { ChangedFile, FileWriter } from "./changed-files.js";
import { type Compiler, newErrors } from "./check-compiler.js";
import { runProcess } from "./run-process.js";

/** A file whose changes were taken back. */
export interface RolledBack {
  readonly file: string;
  readonly reason: string;
}

/** What is left of the changes after a check. */
export interface Checked {
  readonly files: readonly ChangedFile[];
  readonly rolledBack: readonly RolledBack[];
}

/** Says why a set of changes does not hold; undefined where it does. */
type Problem = (files: readonly ChangedFile[]) => Promise<string | undefined>;

const MOST_LINES = 20;

/**
 * Writes changes, and takes those of each file back that brings errors of the compiler: first of the files that the errors name,
 * then, where other files have them, of those that the search finds.
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
  const errors = await errorsOf(files);
  if (errors.length === 0) return { files, rolledBack: [] };
  const named = files.filter(({ file }) => errors.some((error) => error.file === file));
  const rolledBack = named.map(({ file }) => ({
    file,
    reason: errors.find((error) => error.file === file)?.text ?? "",
  }));
  const rest = files.filter((each) => !named.includes(each));
  const found = await dropBreaking(rest, async (some) => {
    const [first] = await errorsOf(some);
    return first && `${path.basename(first.file)}: ${first.text}`;
  });
  return { files: found.files, rolledBack: [...rolledBack, ...found.rolledBack] };
}

/** Writes changes, and takes those of each file back that makes a command fail. `undefined`: it fails without any. */
export async function checkWithCommand(
  files: readonly ChangedFile[],
  command: string,
  cwd: string,
  writer: FileWriter,
): Promise<Checked | undefined> {
  const run: Problem = async (some) => {
    writer.show(some);
    const { isOk, output } = await runProcess(command, [], { cwd, isShell: true });
    return isOk ? undefined : `\`${command}\` fails:\n${lastLines(output)}`;
  };
  if ((await run(files)) === undefined) return { files, rolledBack: [] };
  if ((await run([])) !== undefined) return undefined;
  return dropBreaking(files, run);
}

/** Finds the files one by one whose changes do not hold together with those in front of them. */
async function dropBreaking(files: readonly ChangedFile[], findProblem: Problem): Promise<Checked> {
  let kept = files;
  const rolledBack: RolledBack[] = [];
  for (;;) {
    const problem = kept.length > 0 ? await findProblem(kept) : undefined;
    if (problem === undefined) break;
    const index = await findFirstBreaking(kept, findProblem);
    const [culprit] = kept.slice(index, index + 1);
    if (!culprit) break;
    const reason = (await findProblem(kept.slice(0, index + 1))) ?? problem;
    rolledBack.push({ file: culprit.file, reason });
    kept = kept.filter((each) => each !== culprit);
  }
  return { files: kept, rolledBack };
}

/** The index of the last file in the shortest beginning of a list that does not hold. The whole list does not. */
async function findFirstBreaking(files: readonly ChangedFile[], findProblem: Problem): Promise<number> {
  let low = 0;
  let high = files.length - 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await findProblem(files.slice(0, middle + 1))) === undefined) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lastLines(output: string): string {
  return output.trimEnd().split("\n").slice(-MOST_LINES).join("\n");
}
