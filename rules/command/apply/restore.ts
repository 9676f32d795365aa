import { CommandError } from "error-contract/cli";
import fs from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { runProcess } from "../project/run-process.js";
import { type Compile, newErrors } from "./check-compiler.js";
import type { ChangedFile } from "./file-writer.js";
import type { SettledPlace } from "./settle-findings.js";
import { readFailedTests } from "./test-failures.js";

/** What a compiler or tests have against changes. */
interface Problem {
  /** Whether it speaks of a file. */
  readonly isNamed: (file: string) => boolean;
  /** Whether another run may say something else, as that of a flaky test does. */
  readonly isUnsure?: boolean;
  /** Why a file is restored. */
  readonly reasonFor: (file: string) => string;
}

/** Checks changes; `undefined` where they hold. */
export type Check = (changed: readonly ChangedFile[]) => Promise<Problem | undefined>;

/** A place that has its old text again. */
export interface RestoredPlace {
  readonly place: SettledPlace;
  readonly reason: string;
}

/** The places that are left after a check. */
interface Checked {
  readonly kept: readonly SettledPlace[];
  readonly restored: readonly RestoredPlace[];
}

/** Each run is one of a compiler or of tests; what is not looked at by then is restored unseen. */
const MOST_RUNS = 40;

/**
 * Restores the places whose changes do not hold, by halves; one alone is tried twice where a run may be wrong. Those
 * break most often that a check speaks of, so that all others are tried first, in one run.
 */
export async function restoreBreaking(
  places: readonly SettledPlace[],
  rewriteAt: (places: readonly SettledPlace[]) => Promise<readonly ChangedFile[]>,
  check: Check,
): Promise<Checked> {
  const kept: SettledPlace[] = [];
  const restored: RestoredPlace[] = [];
  let runs = 0;

  async function findProblem(candidates: readonly SettledPlace[]): Promise<Problem | undefined> {
    runs += 1;
    return check(await rewriteAt([...kept, ...candidates]));
  }

  /** Keeps the candidates that hold, and returns whether all of them do. */
  async function keepHolding(candidates: readonly SettledPlace[], known?: Problem): Promise<boolean> {
    let problem = known ?? (candidates.length > 0 ? await findProblem(candidates) : undefined);
    if (problem?.isUnsure && candidates.length === 1 && runs < MOST_RUNS) problem = await findProblem(candidates);
    if (!problem) kept.push(...candidates);
    else if (candidates.length > 1 && runs < MOST_RUNS) {
      const middle = Math.ceil(candidates.length / 2);
      // Where the first half holds, the second one breaks.
      const holds = await keepHolding(candidates.slice(0, middle));
      await keepHolding(candidates.slice(middle), holds ? problem : undefined);
    } else {
      // Of several places it is not known which one breaks.
      const unseen = candidates.length > 1 ? `not tried alone, as ${MOST_RUNS} runs found others first` : undefined;
      for (const place of candidates) restored.push({ place, reason: unseen ?? problem.reasonFor(place.file) });
    }
    return !problem;
  }

  const problem = await findProblem(places);
  const isSuspect = ({ file }: SettledPlace): boolean => problem?.isNamed(file) === true;
  const suspects = places.filter(isSuspect);
  if (suspects.length === 0) await keepHolding(places, problem);
  else {
    const holds = await keepHolding(places.filter((place) => !isSuspect(place)));
    await keepHolding(suspects, holds ? problem : undefined);
  }
  return { kept, restored };
}

/** Creates the check of changes by a compiler: they bring no error that was not there. */
export async function checkWithCompiler(compile: Compile, show: Show): Promise<Check> {
  const before = await compile();
  return async (changed) => {
    show(changed);
    const errors = newErrors(before, await compile());
    const [first] = errors;
    if (!first) return undefined;
    const errorOf = (file: string) => errors.find((error) => error.file === file);
    return {
      isNamed: (file) => errorOf(file) !== undefined,
      reasonFor: (file) => errorOf(file)?.text ?? `${path.basename(first.file)}: ${first.text}`,
    };
  };
}

/** Writes changes, and restores all others. */
type Show = (changed: readonly ChangedFile[]) => void;

const MOST_LINES = 20;

/**
 * Creates the check of changes by a command: it succeeds, or no test fails that did not fail before any change.
 *
 * @throws CommandError where it fails without any change, and names no test.
 */
export async function checkWithCommand(command: string, cwd: string, show: Show): Promise<Check> {
  const run = async (changed: readonly ChangedFile[]) => {
    show(changed);
    const { status, output } = await runProcess(command, [], { cwd, isShell: true });
    return { isGreen: status === 0, output, failed: status === 0 ? [] : readFailedTests(output, cwd) };
  };
  const before = await run([]);
  if (!before.isGreen && before.failed.length === 0)
    throw new CommandError(`\`${command}\` fails without any change, so it can say nothing about them.`);
  const known = new Set(before.failed);
  return async (changed) => {
    const { isGreen, output, failed } = await run(changed);
    const failing = failed.filter((name) => !known.has(name));
    if (isGreen || (known.size > 0 && failed.length > 0 && failing.length === 0)) return undefined;
    const said = failing.length > 0 ? failing.join("\n") : lastLines(output);
    return { isNamed: nameFiles(output, cwd), isUnsure: true, reasonFor: () => `\`${command}\` fails:\n${said}` };
  };
}

function lastLines(output: string): string {
  return output.trimEnd().split("\n").slice(-MOST_LINES).join("\n");
}

/** A path with an extension of code. */
const FILE = /(?:file:\/\/)?[\w@.+\-/\\[\]()]+\.[cm]?[jt]sx?\b/g;
/** Lines with which test runners tell of what has passed. */
const PASSED = /^\s*(?:✓|✔|√|PASS\b|ok\b)/;

/** Tells of which files the output of a failed command speaks: it has their names, or names a test that has them. */
function nameFiles(output: string, cwd: string): Problem["isNamed"] {
  const lines = stripVTControlCharacters(output)
    .split("\n")
    .filter((line) => !PASSED.test(line) && !line.includes("node_modules"));
  const files = lines
    .flatMap((line) => line.match(FILE) ?? [])
    .map((name) => path.resolve(cwd, name.replace("file://", "")))
    .filter((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile());
  const texts = [...lines, ...[...new Set(files)].map((file) => fs.readFileSync(file, "utf8"))];
  return (file) => texts.some((text) => text.includes(path.parse(file).name));
}
