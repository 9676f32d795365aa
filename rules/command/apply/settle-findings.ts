import { closest } from "fastest-levenshtein";
import type { Choice, DecidableFinding, Decide } from "../../edits/decisions.js";
import { ruleName, placeKey } from "../plan/collect-findings.js";
import { groupId } from "../plan/group-findings.js";
import { type Decided, type Decisions, placeName } from "../plan/read-plan.js";
import { nameOfFile } from "../text.js";

/** A decided finding that stays as it is. */
export interface LeftFinding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly kind: string;
  readonly reason: string;
}

/** Carries out the decisions of a plan while files are linted, and remembers what came of them. */
export interface Settling {
  readonly decide: Decide;
  /** How many findings of a file were settled. */
  readonly countSettled: (file: string) => number;
  /** The decided findings that no pass has settled, as the last pass saw them; by `placeKey`. */
  readonly left: (file: string) => ReadonlyMap<string, LeftFinding>;
  /** The classes that are decided to be mapped. */
  readonly mapped: ReadonlySet<string>;
}

interface FileState {
  /** Whether no pass has changed the text yet. */
  isFirst: boolean;
  text: string;
  readonly settled: Set<string>;
  /** How many findings of each kind the first pass could not settle yet. */
  readonly waiting: Map<string, number>;
  readonly left: Map<string, LeftFinding>;
}

/** Creates the function that carries out the decisions of a plan in the files of a folder. */
export function settleFindings(plan: Decisions, cwd: string): Settling {
  const states = new Map<string, FileState>();
  const mapped = new Set<string>();

  function stateOf({ filename, text }: DecidableFinding): FileState {
    const state = states.get(filename) ?? {
      isFirst: true,
      text,
      settled: new Set<string>(),
      waiting: new Map<string, number>(),
      left: new Map<string, LeftFinding>(),
    };
    states.set(filename, state);
    if (state.text === text) return state;
    // A pass has changed the file: the findings that are left are looked at anew.
    state.text = text;
    state.isFirst = false;
    state.left.clear();
    return state;
  }

  function decide(finding: DecidableFinding): ReturnType<Decide> {
    const state = stateOf(finding);
    const rule = ruleName(finding.ruleId);
    const { kind } = finding;
    const file = nameOfFile(finding.filename, cwd);
    const key = placeKey(finding.filename, rule, finding);
    const decided = plan.get(groupId(rule, kind));
    if (!decided) return followUp(finding, state);
    const own = decided.places.get(placeName({ ...finding, file }));
    const decision = own ?? decided.decision;
    if (decision === undefined || decision === "skip") return undefined;
    if (decision === "map" && !isThrownBesideClass(finding)) {
      if (finding.ownClass !== undefined) mapped.add(finding.ownClass);
      return undefined;
    }
    const choice = chooseFor(finding, decision, decided);
    const blocked = finding.blocked();
    if (blocked !== undefined && state.isFirst) state.waiting.set(kind, (state.waiting.get(kind) ?? 0) + 1);
    if (choice && blocked === undefined) {
      if (state.isFirst) state.settled.add(key);
      return choice.edits;
    }
    const why = blocked ?? describeImpossible(finding, decision);
    state.left.set(key, { file, line: finding.line, rule, kind, reason: why });
    return undefined;
  }

  return {
    decide,
    mapped,
    countSettled: (file) => countSettled(states.get(file)),
    left: (file) => states.get(file)?.left ?? new Map<string, LeftFinding>(),
  };
}

function countSettled(state: FileState | undefined): number {
  if (!state) return 0;
  const { settled, waiting, left } = state;
  const leftOf = (kind: string) => [...left.values()].filter((each) => each.kind === kind).length;
  return [...waiting].reduce((sum, [kind, count]) => sum + Math.max(0, count - leftOf(kind)), settled.size);
}

function chooseFor(finding: DecidableFinding, decision: string, { reason = "" }: Decided): Choice | undefined {
  if (decision === "keep") return finding.keep(reason);
  return decision === "asProposed" ? finding.choices[0] : finding.choose(decision);
}

/** Whether a class is thrown where it is declared: such a module counts as legacy code, and is never rewritten. */
function isThrownBesideClass({ ownClass, text }: DecidableFinding): boolean {
  return ownClass !== undefined && text.includes(`class ${ownClass} `) && text.includes(`throw new ${ownClass}(`);
}

function describeImpossible(finding: DecidableFinding, decision: string): string {
  const { choices, message, ownClass = "" } = finding;
  if (decision === "map") return `\`${ownClass}\` is thrown in the file that declares it: move it to a file of its own`;
  const codes = finding.codes();
  if (/^[A-Z]/.test(decision) && codes.length > 0 && !codes.includes(decision))
    return `\`${decision}\` is no code of the contract: did you mean \`${closest(decision, codes)}\`?`;
  const isHopeless = choices.length === 0 && decision !== "keep";
  return isHopeless ? `nothing can be written here: ${message}` : `\`${decision}\` cannot be written here`;
}

/** What earlier fixes of the run have brought about is fixed as `eslint --fix` would: an import that is left over. */
function followUp({ choices, isUnreported }: DecidableFinding, { isFirst }: FileState): ReturnType<Decide> {
  if (isFirst || isUnreported) return undefined;
  return choices.find(({ decision }) => decision === "fix")?.edits;
}
