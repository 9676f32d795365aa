import { readMember } from "../../json/read.js";
import { describeCode } from "./print-failures.js";
import type { Proof } from "./proof.js";

/** The part of a proof that a later one is compared with. It is the same in all versions. */
export type Baseline = Pick<Proof, "rows" | "problems" | "failures">;

/** The versions of what `prove --json` prints that can be read. */
export const versions: readonly unknown[] = [1, 2];

/** Returns whether a value is what `prove --json` prints, in a version that can be read. */
export const isProof = (value: unknown): value is Baseline =>
  versions.includes(readMember(value, "proof")) &&
  ["rows", "problems"].every((name) => Array.isArray(readMember(value, name)));

/** Lists what is wrong now and was not before, one line each. What is new counts as right before. */
export function listWorse(before: Baseline, now: Proof): readonly string[] {
  const known = new Set(listProblems(before));
  return listProblems(now).filter((problem) => !known.has(problem));
}

/** By the kind of a problem, whose words may have another path or time each time. */
function listProblems({ rows, problems, failures }: Baseline): readonly string[] {
  const ofCells = rows.flatMap(({ name, cells }) =>
    cells.flatMap(({ column, problems: each }) => each.map(({ kind }) => `${name} / ${column}: ${kind}`)),
  );
  const holes = failures?.holes.map(({ name, code }) => `${name}: ${describeCode(code)} is not listed`) ?? [];
  return [...holes, ...problems.map(({ kind }) => `the server: ${kind}`), ...ofCells];
}
