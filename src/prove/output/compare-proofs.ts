import { readMember } from "../../json/read.js";
import type { Proof } from "../proof.js";

/** Returns whether a value is what `prove --json` prints. */
export const isProof = (value: unknown): value is Proof =>
  readMember(value, "proof") === 1 && Array.isArray(readMember(value, "rows"));

/** Lists what is wrong now and was not before, one line each. What is new counts as right before. */
export function listWorse(before: Proof, now: Proof): readonly string[] {
  const known = new Set(listProblems(before));
  return listProblems(now).filter((problem) => !known.has(problem));
}

/** By the kind of a problem, whose words may have another path or time each time. */
function listProblems({ rows, problems }: Proof): readonly string[] {
  const ofCells = rows.flatMap(({ name, cells }) =>
    cells.flatMap(({ column, problems: each }) => each.map(({ kind }) => `${name} / ${column}: ${kind}`)),
  );
  return [...problems.map(({ kind }) => `the server: ${kind}`), ...ofCells];
}
