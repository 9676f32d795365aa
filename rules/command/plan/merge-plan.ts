import type { PlannedFinding } from "./collect-findings.js";
import { DECISIONS } from "./decision-words.js";
import { type Group, type Place, isOpen, sortGroups } from "./group-findings.js";
import { type Decided, type PlanFile, placeName } from "./read-plan.js";

/**
 * Puts the decisions of an earlier plan into the groups of today, and marks the decided ones that are gone. A decision
 * that no place can be given any more is dropped.
 */
export function mergeDecisions(
  groups: readonly Group[],
  findings: readonly PlannedFinding[],
  earlier: PlanFile | undefined,
): readonly Group[] {
  if (!earlier) return groups;
  const codes = new Set(findings.flatMap((finding) => finding.codes));
  const kept = groups.map((group) => withDecision(group, earlier.groups.get(group.id), codes));
  const ids = new Set(groups.map(({ id }) => id));
  // A kind that nobody decided about says nothing once it is gone.
  const gone = [...earlier.groups.values()].filter(({ id, decision }) => !ids.has(id) && decision !== undefined);
  return sortGroups([...kept, ...gone.map(describeGone)]);
}

/**
 * Decides the open groups whose proposal is at least this sure, and that no other code depends on. Where the project's
 * own lint reports nothing, a rewrite is a choice that somebody has to make.
 */
export function acceptProposals(groups: readonly Group[], confidence: number): readonly Group[] {
  return groups.map((group) =>
    isOpen(group) && !group.isUnreported && group.confidence >= confidence && group.dependents.length === 0
      ? { ...group, decision: group.proposed }
      : group,
  );
}

/** What can be decided about a group of any kind; a fix has to be offered. */
const WORDS = new Set<string>(Object.values(DECISIONS).filter((word) => word !== DECISIONS.fix));

function withDecision(group: Group, decided: Decided | undefined, codes: ReadonlySet<string>): Group {
  if (!decided) return group;
  const { decision, reason, despiteTests, places } = decided;
  const withOwn = (place: Place): Place => ({ ...place, decision: places.get(placeName(place)) });
  const { proposed, alternatives } = group;
  const isPossible =
    decision === undefined ||
    [proposed, ...alternatives].includes(decision) ||
    WORDS.has(decision) ||
    codes.has(decision);
  return {
    ...group,
    ...(isPossible ? { decision } : { dropped: decision }),
    reason,
    despiteTests: despiteTests ? true : undefined,
    places: group.places.map(withOwn),
  };
}

function describeGone({ id, rule, kind, decision, reason, despiteTests }: Decided): Group {
  return {
    id,
    rule,
    kind,
    decision,
    reason,
    despiteTests: despiteTests ? true : undefined,
    isGone: true,
    message: "",
    proposed: undefined,
    confidence: 0,
    why: undefined,
    alternatives: [],
    places: [],
    dependents: [],
    tests: [],
    example: undefined,
  };
}
