import fs from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { CommandError } from "../command.js";
import { runProcess } from "../project/run-process.js";
import { findWorkspace, listImportingFiles } from "../project/workspace-files.js";
import { type Compile, newErrors } from "./check-compiler.js";
import type { ChangedFile, FileWriter } from "./file-writer.js";

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

const MOST_LINES = 20;
/** Each round takes several runs of a compiler or of tests. */
const MOST_ROUNDS = 4;
const MOST_SUSPECTS = 16;

const without = (files: readonly ChangedFile[], others: readonly { readonly file: string }[]) =>
  files.filter(({ file }) => !others.some((other) => other.file === file));

/** Takes back the files whose text is not the one that was linted any more. */
export function checkTexts(files: readonly ChangedFile[]): Checked {
  const stale = files.filter(({ file, before }) => !fs.existsSync(file) || fs.readFileSync(file, "utf8") !== before);
  const rolledBack = stale.map(({ file }) => ({ file, reason: "it was changed while it was linted" }));
  return { files: without(files, stale), rolledBack };
}

/**
 * Writes changes, and takes those of each file back that brings errors of the compiler: first of the files that the
 * errors name, then, where other files have them, of those that the search finds.
 */
export async function checkWithCompiler(
  files: readonly ChangedFile[],
  compile: Compile,
  writer: FileWriter,
): Promise<Checked> {
  const before = await compile();
  const errorsOf = async (some: readonly ChangedFile[]) => {
    writer.show(some);
    return newErrors(before, await compile());
  };
  let rest = files;
  const rolledBack: RolledBack[] = [];
  for (;;) {
    const errors = await errorsOf(rest);
    if (errors.length === 0) return { files: rest, rolledBack };
    const named = rest.flatMap(({ file }) => {
      const error = errors.find((each) => each.file === file);
      return error ? [{ file, reason: error.text }] : [];
    });
    if (named.length === 0) break;
    rolledBack.push(...named);
    rest = without(rest, named);
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
    const { status, output } = await runProcess(command, [], { cwd, isShell: true });
    return status === 0 ? undefined : { output, reason: `\`${command}\` fails:\n${lastLines(output)}` };
  };
  let problem = await run(files);
  if (!problem) return { files, rolledBack: [] };
  if (await run([]))
    throw new CommandError(`\`${command}\` fails without any change, so it can say nothing about them.`);
  let rest = files;
  while (problem) {
    const suspects = findSuspects(problem.output, rest, cwd);
    if (suspects.length === 0 || suspects.length === files.length) break;
    rest = without(rest, suspects);
    problem = await run(rest);
  }
  const found = problem
    ? await dropBreaking(rest, async (some) => (await run(some))?.reason)
    : { files: rest, rolledBack: [] };
  let kept = found.files;
  const rolledBack: RolledBack[] = [...found.rolledBack];
  // One by one: several of them break, and each run tells of one.
  for (const [index, suspect] of without(files, rest).entries()) {
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
async function dropBreaking(
  files: readonly ChangedFile[],
  findProblem: (files: readonly ChangedFile[]) => Promise<string | undefined>,
): Promise<Checked> {
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

/** A path with an extension of code. */
const FILE = /(?:file:\/\/)?[\w@.+\-/\\[\]()]+\.[cm]?[jt]sx?\b/g;
/** Lines with which test runners tell of what has passed. */
const PASSED = /^\s*(?:✓|✔|√|PASS\b|ok\b)/;

/**
 * Finds the changed files that the output of a failed command speaks of: it names them or their tests. Where there are
 * none, finds those that the named files import, in steps.
 */
function findSuspects(output: string, files: readonly ChangedFile[], cwd: string): readonly ChangedFile[] {
  const lines = stripVTControlCharacters(output).split("\n");
  const named = lines
    .filter((line) => !PASSED.test(line) && !line.includes("node_modules"))
    .flatMap((line) => line.match(FILE) ?? [])
    // The paths without the folder of the project.
    .map((name) =>
      slashed(name)
        .replace(/^file:\/\//, "")
        .replace(`${slashed(cwd)}/`, "")
        .replace(/^\.\//, ""),
    );
  const isNamed = (file: string) => named.some((name) => slashed(file).endsWith(`/${name}`));
  const stems = new Set(named.map(readStem));
  const found = files.filter(({ file }) => isNamed(file) || stems.has(readStem(slashed(file))));
  if (found.length > 0) return found;
  return files.filter(({ file }) => {
    const workspace = findWorkspace(file);
    return workspace && [...listImportingFiles(file, workspace)].some(isNamed);
  });
}

const slashed = (name: string) => name.replaceAll("\\", "/");

/** `addons` for `src/tools/addons.spec.ts`, `test/addons_test.js` and `src/tools/addons.ts` */
function readStem(file: string): string {
  return path.posix
    .basename(file)
    .replace(/(?:[._-](?:test|tests|spec))?\.[cm]?[jt]sx?$/, "")
    .replace(/^test[._-]/, "");
}
