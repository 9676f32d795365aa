import fs from "node:fs";
import { CommandError } from "../command-error.js";
import type { ReportData } from "./report-data.js";

/** The numbers that must not get worse, as a project commits them. */
interface Baseline {
  readonly findings: number;
  readonly suppressed: number;
  readonly toolsWithoutBoundary: number;
  readonly unreadable: number;
  readonly rules: Readonly<Record<string, number>>;
}

/** A number that is not what it was. */
export interface Change {
  readonly name: string;
  readonly before: number;
  readonly now: number;
}

function toBaseline({ totals, rules, unreadable }: ReportData): Baseline {
  const { findings, suppressed, toolsWithoutBoundary } = totals;
  const counts = [...rules].sort((one, other) => (one.rule < other.rule ? -1 : 1));
  return {
    findings,
    suppressed,
    toolsWithoutBoundary,
    unreadable: unreadable.length,
    rules: Object.fromEntries(counts.map((each) => [each.rule, each.findings])),
  };
}

export function writeBaseline(file: string, report: ReportData): void {
  fs.writeFileSync(file, `${JSON.stringify(toBaseline(report), null, 2)}\n`);
}

/**
 * Compares a report with the numbers that were committed.
 *
 * @throws CommandError where there is no such file, or it is no baseline.
 */
export function compareWithBaseline(file: string, report: ReportData): readonly Change[] {
  const before = collectNumbers(readBaseline(file));
  const now = collectNumbers(toBaseline(report));
  return [...new Set([...before.keys(), ...now.keys()])]
    .map((name) => ({ name, before: before.get(name) ?? 0, now: now.get(name) ?? 0 }))
    .filter((change) => change.before !== change.now);
}

function collectNumbers({ rules, ...totals }: Baseline): ReadonlyMap<string, number> {
  return new Map([...Object.entries(totals), ...Object.entries(rules)]);
}

function readBaseline(file: string): Baseline {
  if (!fs.existsSync(file))
    throw new CommandError(`--check expects a baseline, and there is none at ${file}: --update-baseline writes one.`);
  try {
    const read: unknown = JSON.parse(fs.readFileSync(file, "utf8"));
    if (isBaseline(read)) return read;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new CommandError(`--check expects a baseline that --update-baseline has written; ${file} is none.`);
}

function isBaseline(value: unknown): value is Baseline {
  if (typeof value !== "object" || value === null || !("rules" in value)) return false;
  const { rules, ...totals } = value;
  const isNumbers = (object: unknown) =>
    typeof object === "object" && object !== null && Object.values(object).every((each) => typeof each === "number");
  return isNumbers(totals) && isNumbers(rules);
}
