import type { Decision } from "../../decision.js";
import { compareText, countOf, groupBy } from "../text.js";
import type { FindingReport, PlacedFinding } from "./finding-report.js";

/** A decision over the project, with all that it settles. */
export interface DecisionReport {
  readonly rule: FindingReport["rule"];
  /** What is decided. */
  readonly decision: string;
  /** What the places are. */
  readonly noun: Decision["noun"];
  /** The number of the places. */
  readonly count: number;
  /** How many findings of other rules it settles: the raw errors behind a wrapper. */
  readonly behind: number;
  /** The number of the files with a place or a finding. */
  readonly files: number;
  /** The numbers of the findings. */
  readonly findings: readonly number[];
  /** In the order of files and lines, each with the number of the finding that stands for it. */
  readonly places: readonly DecidedPlace[];
}

interface DecidedPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly finding: number;
}

/**
 * Joins findings whose decision is the same: one of each habit and of each function that makes failures, wherever its
 * findings stand. The decisions that settle most come first.
 *
 * @param placed the findings in the order of the report
 */
export function joinDecisions(
  placed: readonly PlacedFinding[],
  findings: readonly FindingReport[],
): readonly DecisionReport[] {
  const decided = findings.flatMap((finding, index) => {
    const { decision } = placed[index]?.finding ?? {};
    return decision ? [{ finding, decision }] : [];
  });
  const groups = groupBy(decided, ({ finding, decision }) => `${decision.of ?? finding.rule}\n${finding.decision}`);
  return [...groups.values()]
    .flatMap((all) => all.slice(0, 1).map((first) => joinDecision(all.find(isOwn) ?? first, all)))
    .sort((one, other) => other.count - one.count || compareText(one.decision, other.decision));
}

const isOwn = ({ decision }: DecidedFinding) => decision.of === undefined;

interface DecidedFinding {
  readonly finding: FindingReport;
  readonly decision: Decision;
}

function joinDecision(first: DecidedFinding, all: readonly DecidedFinding[]): DecisionReport {
  const places = all
    // What a decision about something else settles is no place of it.
    .filter(isOwn)
    .flatMap(({ finding: { file, number }, decision }) =>
      decision.places.map(({ start }) => ({ file, line: start.line, column: start.column + 1, finding: number })),
    )
    .sort((one, other) => compareText(one.file, other.file) || one.line - other.line || one.column - other.column);
  return {
    rule: first.finding.rule,
    decision: first.finding.decision ?? "",
    noun: first.decision.noun,
    count: places.length,
    behind: all.filter((each) => !isOwn(each)).length,
    files: new Set([...places, ...all.map(({ finding }) => finding)].map(({ file }) => file)).size,
    findings: all.map(({ finding }) => finding.number),
    places,
  };
}

/** Whether a decision settles more than one place. */
export const isJoint = ({ findings, count }: DecisionReport): boolean => findings.length > 1 || count > 1;

/** `61 calls in 14 files`, `3 calls in 2 files, and 12 raw errors behind them` */
export function countPlaces({ count, noun, files, behind }: DecisionReport): string {
  const places = `${countOf(count, noun)} in ${countOf(files, "file")}`;
  return behind > 0 ? `${places}, and ${countOf(behind, "raw error")} behind ${count === 1 ? "it" : "them"}` : places;
}
