import { CommandError } from "error-contract/cli";
import fs from "node:fs";
import type { PlannedFinding } from "./collect-findings.js";
import { type Group, type Place, isOpen, sortGroups } from "./group-findings.js";
import { type Decided, type Decisions, findDecisionProblem, placeName } from "./read-plan.js";

/**
 * Puts the decisions of an earlier plan into the groups of today, and marks the decided ones that are gone. A decision
 * that no place can be given any more is dropped.
 */
export function mergeDecisions(
  groups: readonly Group[],
  findings: readonly PlannedFinding[],
  earlier: Decisions,
): readonly Group[] {
  const codes = new Set(findings.flatMap((finding) => finding.codes));
  const kept = groups.map((group) => withDecision(group, earlier.get(group.id), codes));
  const ids = new Set(groups.map(({ id }) => id));
  // A kind that nobody decided about says nothing once it is gone.
  const gone = [...earlier.values()].filter(({ id, decision }) => !ids.has(id) && decision !== undefined);
  return sortGroups([...kept, ...gone.map(describeGone)]);
}

/** What can be decided about a group of any kind; a fix has to be offered. */
const WORDS = new Set(["asProposed", "fromUnknown", "map", "keep", "skip"]);

function withDecision(group: Group, decided: Decided | undefined, codes: ReadonlySet<string>): Group {
  if (!decided) return group;
  const { decision, reason, places } = decided;
  const isPossible =
    decision === undefined ||
    [group.proposed, ...group.alternatives].includes(decision) ||
    WORDS.has(decision) ||
    codes.has(decision);
  return {
    ...group,
    ...(isPossible ? { decision } : { dropped: decision }),
    reason,
    places: group.places.map((place) => ({ ...place, decision: places.get(placeName(place)) })),
  };
}

function describeGone({ id, rule, kind, decision, reason }: Decided): Group {
  const decided = { id, rule, kind, decision, reason, isGone: true };
  return { ...decided, message: "", confidence: 0, alternatives: [], places: [] };
}

/**
 * Decides groups as a file of JSON says, by their ids.
 *
 * @param file The name of the file, or "-" for stdin.
 * @throws CommandError that names the id, where a decision is none or there is no such group.
 */
export function takeDecisions(groups: readonly Group[], file: string): readonly Group[] {
  const data = parseFile(file);
  if (typeof data !== "object" || data === null || Array.isArray(data))
    throw new CommandError(`--decisions expects an object of ids and decisions.`);
  const taken = new Map(Object.entries(data).map(([id, value]) => [id, readDecision(id, value)]));
  const ids = new Set(groups.map(({ id }) => id));
  for (const id of taken.keys())
    if (!ids.has(id)) throw new CommandError(`--decisions: there is no group "${id}" in the plan.`);
  return groups.map((group) => ({ ...group, ...taken.get(group.id) }));
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file === "-" ? process.stdin.fd : file, "utf8"));
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) };
    throw new CommandError(`--decisions cannot be read: ${message}`, { cause: error });
  }
}

function readDecision(id: string, value: unknown): Partial<Group> {
  const fields: Partial<Record<keyof Group, unknown>> =
    typeof value === "object" && value !== null ? value : { decision: value };
  const { decision, reason } = fields;
  const isReason = reason === undefined || typeof reason === "string";
  if (typeof decision !== "string" || !isReason)
    throw new CommandError(`--decisions: expected "${id}" to have a text, or { decision, reason }.`);
  const problem = findDecisionProblem(decision, reason);
  if (problem !== undefined) throw new CommandError(`--decisions: "${id}": ${problem}`);
  return { decision, reason };
}

/**
 * Decides the places of open groups whose proposal is at least this sure. Where the project's own lint reports nothing,
 * a rewrite is a choice that somebody has to make.
 */
export function acceptProposals(groups: readonly Group[], confidence: number): readonly Group[] {
  return groups.map((group) => {
    if (!isOpen(group)) return group;
    const isSure = (place: Place) => place.confidence !== undefined && place.confidence >= confidence;
    if (group.places.every(isSure)) return { ...group, decision: group.proposed };
    return {
      ...group,
      places: group.places.map((place) => (isSure(place) ? acceptPlace(place, group, isSure) : place)),
    };
  });
}

/** The places of a function with the same message share a decision. */
function acceptPlace(place: Place, { places }: Group, isSure: (place: Place) => boolean): Place {
  const same = places.filter((each) => placeName(each) === placeName(place));
  const isOne = same.every((each) => isSure(each) && each.proposed === place.proposed);
  return isOne ? { ...place, decision: place.decision ?? place.proposed } : place;
}
