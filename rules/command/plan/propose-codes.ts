import { rankConditions } from "../../throws/likely-conditions.js";
import { readTextFacts } from "../../throws/throw-facts.js";
import type { PlannedFinding } from "./collect-findings.js";

/** A code that failures name and the contract lacks. */
export interface ProposedCode {
  readonly code: string;
  /** The condition that its name and messages speak for, to be checked. */
  readonly condition: string;
  /** How many findings it would settle. */
  readonly settles: number;
  readonly places: readonly string[];
}

/** Collects the codes to add to the project's contract, the most useful first. */
export function proposeCodes(findings: readonly PlannedFinding[]): readonly ProposedCode[] {
  const found = new Map<string, PlannedFinding[]>();
  for (const finding of findings) {
    const { unregistered } = finding;
    if (unregistered !== undefined) found.set(unregistered, [...(found.get(unregistered) ?? []), finding]);
  }
  return [...found]
    .map(([code, all]) => ({
      code,
      condition: conditionOf(code, all),
      settles: all.length,
      places: all.map(({ file, line }) => `${file}:${line}`),
    }))
    .sort((one, other) => other.settles - one.settles || (one.code < other.code ? -1 : 1));
}

function conditionOf(code: string, findings: readonly PlannedFinding[]): string {
  const texts = [code.replaceAll("_", " "), ...findings.map(({ kind }) => kind.replace(/^\w+ "/, ""))];
  const [first] = rankConditions(readTextFacts(texts.join(". ").replaceAll("{}", " ")));
  return first?.condition ?? "internal";
}
