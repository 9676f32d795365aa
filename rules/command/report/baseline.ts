import fs from "node:fs";
import { CommandError } from "../command.js";
import type { Terminal } from "../terminal.js";
import { compareText } from "../text.js";
import type { ReportData } from "./report-data.js";

/** The numbers that must not get worse, as a project commits them. */
interface Baseline {
  readonly findings: number;
  readonly suppressed: number;
  readonly toolsWithoutBoundary: number;
  readonly unreadable: number;
  readonly rules: Readonly<Record<string, number>>;
}

function toBaseline({ totals, rules, unreadable }: ReportData): Baseline {
  const { findings, suppressed, toolsWithoutBoundary } = totals;
  const counts = [...rules].sort((one, other) => compareText(one.rule, other.rule));
  return {
    findings,
    suppressed,
    toolsWithoutBoundary,
    unreadable: unreadable.length,
    rules: Object.fromEntries(counts.map((each) => [each.rule, each.findings])),
  };
}

export function formatBaseline(report: ReportData): string {
  return `${JSON.stringify(toBaseline(report), null, 2)}\n`;
}

/**
 * Compares a report with the numbers that were committed, prints those that changed, and returns whether one got worse.
 *
 * @throws CommandError where there is no such file, or it is no baseline.
 */
export function checkBaseline(file: string, report: ReportData, { note, paint }: Terminal): boolean {
  const before = collectNumbers(readBaseline(file));
  const now = collectNumbers(toBaseline(report));
  const changes = [...new Set([...before.keys(), ...now.keys()])]
    .map((name) => ({ name, before: before.get(name) ?? 0, now: now.get(name) ?? 0 }))
    .filter((change) => change.before !== change.now);
  for (const { name, before: old, now: current } of changes) {
    const word = current > old ? paint("red", "worse ") : paint("green", "better");
    note(`${word}  ${name}: ${old} before, ${current} now`);
  }
  const isWorse = changes.some((change) => change.now > change.before);
  if (!isWorse && changes.length > 0) note("--update-baseline keeps what got better.");
  return isWorse;
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
