import { CommandError, type Terminal } from "error-contract/cli";
import fs from "node:fs";
import { isObject, readObject } from "../project/read-project.js";
import { compareText } from "../text.js";
import type { ReportData } from "./build-report.js";

/** Creates the numbers that must not get worse, as a project commits them. */
export function createBaseline({ totals, rules, unreadable }: ReportData) {
  const { findings, suppressed, toolsWithoutBoundary } = totals;
  const inOrder = [...rules].sort((one, other) => compareText(one.rule, other.rule));
  return {
    findings,
    suppressed,
    toolsWithoutBoundary,
    unreadable: unreadable.length,
    rules: Object.fromEntries(inOrder.map((each) => [each.rule, each.findings])),
  };
}

/**
 * Compares a report with the numbers that were committed, prints those that changed, and returns whether one got worse.
 *
 * @throws CommandError where there is no such file, or it is no baseline.
 */
export function checkBaseline(file: string, report: ReportData, { note, paint }: Terminal): boolean {
  const before = readNumbers(file);
  const { rules, ...totals } = createBaseline(report);
  const now = new Map(Object.entries({ ...totals, ...rules }));
  const changes = [...new Set([...before.keys(), ...now.keys()])]
    .map((name) => ({ name, old: before.get(name) ?? 0, current: now.get(name) ?? 0 }))
    .filter(({ old, current }) => old !== current);
  for (const { name, old, current } of changes) {
    const word = current > old ? paint("red", "worse ") : paint("green", "better");
    note(`${word}  ${name}: ${old} before, ${current} now`);
  }
  const isWorse = changes.some(({ old, current }) => current > old);
  if (!isWorse && changes.length > 0) note("--update-baseline keeps what got better.");
  return isWorse;
}

/** Reads the numbers of a baseline, by their names. */
function readNumbers(file: string): ReadonlyMap<string, number> {
  if (!fs.existsSync(file))
    throw new CommandError(`--check expects a baseline, and there is none at ${file}: --update-baseline writes one.`);
  const { rules, ...totals } = readObject(file) ?? {};
  const numbers = isObject(rules) ? Object.entries({ ...totals, ...rules }) : [];
  const isNumber = (entry: [string, unknown]): entry is [string, number] => typeof entry[1] === "number";
  if (numbers.length > 0 && numbers.every(isNumber)) return new Map(numbers);
  throw new CommandError(`--check expects a baseline that --update-baseline has written; ${file} is none.`);
}
