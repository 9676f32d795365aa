import { createHash } from "node:crypto";
import plugin from "../../index.js";
import { findLikelyCondition } from "../../throws/suggest-codes.js";
import { compareText, groupBy } from "../text.js";
import type { PlannedFinding } from "./collect-findings.js";

/** A place of a group. */
export interface Place {
  readonly file: string;
  readonly line: number;
  /** The name of the function around it; `undefined` for the module itself. */
  readonly within: string | undefined;
  /** The detail that tells it from the other places, such as its message. */
  readonly detail?: string | undefined;
  /** The decision that is proposed there; `by hand` where none can be carried out. */
  readonly proposed?: string | undefined;
  readonly confidence?: number | undefined;
  /** A decision for this place alone. */
  readonly decision?: string | undefined;
}

/** Findings that one decision settles. */
export interface Group {
  /** Follows from rule and kind, and is the same in every run. */
  readonly id: string;
  readonly rule: string;
  readonly kind: string;
  readonly decision: string | undefined;
  /** The decision of the earlier plan, where it is not possible any more. */
  readonly dropped?: string | undefined;
  /** Why the findings are kept. */
  readonly reason?: string | undefined;
  readonly message: string;
  readonly proposed?: string | undefined;
  readonly confidence: number;
  readonly why?: string | undefined;
  readonly alternatives: readonly string[];
  readonly places: readonly Place[];
  readonly example?: string | undefined;
  /** Whether no finding of the kind is left. */
  readonly isGone?: boolean | undefined;
}

/** What stands in place of a proposal, where none can be carried out, and where a code has to be decided. */
export const BY_HAND = "by hand";
export const NOTHING_PROPOSED = "nothing proposed";

const RULES = Object.keys(plugin.rules);

/** Groups findings by rule and kind, in an order that does not depend on where they stand. */
export function groupFindings(findings: readonly PlannedFinding[]): readonly Group[] {
  const groups = groupBy(findings, (finding) => groupId(finding.rule, finding.kind));
  return sortGroups([...groups].flatMap(([id, all]) => all.slice(0, 1).map((first) => createGroup(id, first, all))));
}

/** The id of the group that a finding belongs to. */
export function groupId(rule: string, kind: string): string {
  return createHash("sha256").update(`${rule}\n${kind}`).digest("hex").slice(0, 8);
}

export function sortGroups(groups: readonly Group[]): readonly Group[] {
  return [...groups].sort(
    (one, other) => RULES.indexOf(one.rule) - RULES.indexOf(other.rule) || compareText(one.kind, other.kind),
  );
}

/** Whether somebody has to decide about a group. */
export function isOpen({ decision, isGone }: Group): boolean {
  return decision === undefined && isGone !== true;
}

function createGroup(id: string, first: PlannedFinding, findings: readonly PlannedFinding[]): Group {
  const best = findings.map(({ choices }) => choices[0]);
  const proposals = new Set(best.flatMap((choice) => choice?.decision ?? []));
  const isMixed = proposals.size > 1;
  const [proposed] = isMixed ? ["asProposed"] : proposals;
  const all = findings.flatMap(({ choices }) => choices);
  const decisions = new Set(all.map(({ decision }) => decision).filter((decision) => decision !== proposed));
  const { rule, kind, message } = first;
  return {
    id,
    rule,
    kind,
    decision: undefined,
    message,
    proposed,
    confidence: averageOf(best.flatMap((choice) => choice?.confidence ?? [])),
    why: isMixed ? undefined : best.find((choice) => choice?.reason !== undefined)?.reason,
    alternatives: [
      ...decisions,
      ...(findings.some(({ codes }) => codes.length > 0) ? ["any other code"] : []),
      ...(findings.some(({ ownClass }) => ownClass !== undefined) ? ["map"] : []),
      "keep",
      "skip",
    ],
    places: findings.map(({ file, line, within, detail, choices, codes }) => ({
      file,
      line,
      within,
      detail,
      proposed: choices[0]?.decision ?? (codes.length === 0 ? BY_HAND : undefined),
      confidence: choices[0]?.confidence,
    })),
    example: findings.find(({ example }) => example !== undefined)?.example,
  };
}

function averageOf(numbers: readonly number[]): number {
  if (numbers.length === 0) return 0;
  return Math.round((numbers.reduce((sum, each) => sum + each, 0) / numbers.length) * 100) / 100;
}

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
  return [...groupBy(findings, ({ unregistered }) => unregistered)]
    .map(([code, all]) => ({
      code,
      condition: findCondition(code, all),
      settles: all.length,
      places: all.map(({ file, line }) => `${file}:${line}`),
    }))
    .sort((one, other) => other.settles - one.settles || compareText(one.code, other.code));
}

function findCondition(code: string, findings: readonly PlannedFinding[]): string {
  const texts = [code.replaceAll("_", " "), ...findings.map(({ kind }) => kind.replace(/^\w+ "/, ""))];
  return findLikelyCondition(texts.join(". ").replaceAll("{}", " "));
}
