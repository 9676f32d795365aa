import { closest } from "fastest-levenshtein";
import type { Choice, Decide, OpenFinding } from "../plan/finding.js";
import { groupId } from "../plan/group-findings.js";
import { type Decided, type Decisions, placeName } from "../plan/read-plan.js";
import { isWrapperDecision } from "../../decision.js";
import { placeKey } from "../project/finding-place.js";
import { nameOfFile } from "../text.js";

/** A decided finding that stays as it is. */
export interface LeftFinding {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
  readonly reason: string;
}

/** A place that is rewritten: the findings of a kind in one function, or several that nothing tells apart. */
export interface SettledPlace {
  /** The same in every run over the file, whatever else is rewritten there. */
  readonly name: string;
  /** The absolute path. */
  readonly file: string;
  /** Where the first finding stands. */
  readonly line: number;
  readonly rule: string;
  /** How many findings are settled. */
  readonly findings: number;
}

/** Carries out the decisions of a plan while files are linted, and remembers what came of them. */
export interface Settling {
  /** Carries out all decisions. */
  readonly decide: Decide;
  /** Carries out the decisions to keep a finding alone, in a text where all else is settled. */
  readonly keep: Decide;
  /** The files with findings that are decided to be kept, by absolute path. */
  readonly keptFiles: ReadonlySet<string>;
  readonly listPlaces: () => readonly SettledPlace[];
  /** The decided findings that no pass has settled, as the last pass saw them; by `placeKey`. */
  readonly left: (file: string) => ReadonlyMap<string, LeftFinding>;
  /** The classes that are decided to be mapped. */
  readonly mapped: ReadonlySet<string>;
}

interface FileState {
  /** Whether no pass has changed the text yet. */
  isFirst: boolean;
  text: string;
  readonly left: Map<string, LeftFinding>;
}

/**
 * Creates the function that carries out the decisions of a plan in the files of a folder.
 *
 * @param isOn whether a place is rewritten, by its name.
 */
export function settleFindings(plan: Decisions, cwd: string, isOn: (name: string) => boolean = () => true): Settling {
  const states = new Map<string, FileState>();
  const places = new Map<string, SettledPlace>();
  const mapped = new Set<string>();
  const keptFiles = new Set<string>();

  function stateOf({ finding: { filename }, text }: OpenFinding): FileState {
    const state = states.get(filename) ?? { isFirst: true, text, left: new Map<string, LeftFinding>() };
    states.set(filename, state);
    if (state.text === text) return state;
    // A pass has changed the file: the findings that are left are looked at anew.
    state.text = text;
    state.isFirst = false;
    state.left.clear();
    return state;
  }

  /** Finds the decision about a finding, unless there is none, or its place is left out. */
  function findDecision({ finding }: OpenFinding) {
    const { rule, kind, filename } = finding;
    const place = placeName({ ...finding, file: nameOfFile(filename, cwd) });
    // Which raw errors stand behind a wrapper, the text of their file does not tell.
    const isListed = (group: Decided) =>
      group.rule === rule && isWrapperDecision(group.kind) && group.listed.has(place);
    const decided = plan.get(groupId(rule, kind)) ?? [...plan.values()].find(isListed);
    if (!decided) return undefined;
    const name = `${decided.id} ${place}`;
    const decision = decided.places.get(place) ?? decided.decision;
    return { name, reason: decided.reason ?? "", decision: isOn(name) ? decision : undefined };
  }

  function decide(open: OpenFinding): Choice | undefined {
    const state = stateOf(open);
    const { rule, line, filename, ownClass = "" } = open.finding;
    const decided = findDecision(open);
    if (!decided) return followUp(open, state);
    const { name, decision, reason: why } = decided;
    if (decision === undefined || decision === "skip") return undefined;
    if (decision === "map" && !isThrownBesideClass(open)) {
      mapped.add(ownClass);
      return undefined;
    }
    const choice = chooseFor(open, decision, why);
    if (choice && state.isFirst) {
      const { findings = 0, ...known } = places.get(name) ?? { name, file: filename, line, rule };
      places.set(name, { ...known, findings: findings + 1 });
    }
    if (decision === "keep" && choice) keptFiles.add(filename);
    if (choice) return choice;
    const reason = describeImpossible(open, decision);
    state.left.set(placeKey(filename, rule, open.finding), { file: nameOfFile(filename, cwd), line, rule, reason });
    return undefined;
  }

  function keep(open: OpenFinding): Choice | undefined {
    const decided = findDecision(open);
    return decided?.decision === "keep" ? open.keep(decided.reason) : undefined;
  }

  return {
    decide,
    keep,
    keptFiles,
    mapped,
    listPlaces: () => [...places.values()],
    left: (file) => states.get(file)?.left ?? new Map<string, LeftFinding>(),
  };
}

function chooseFor(open: OpenFinding, decision: string, reason: string): Choice | undefined {
  if (decision === "keep") return open.keep(reason);
  return decision === "asProposed" ? open.choices[0] : open.choose(decision);
}

/** Whether a class is thrown where it is declared: such a module counts as legacy code, and is never rewritten. */
function isThrownBesideClass({ finding: { ownClass: name }, text }: OpenFinding): boolean {
  return name !== undefined && text.includes(`class ${name} `) && text.includes(`throw new ${name}(`);
}

function describeImpossible({ finding, choices }: OpenFinding, decision: string): string {
  const { message, codes, ownClass } = finding;
  if (decision === "map") return `\`${ownClass}\` is thrown in the file that declares it: move it to a file of its own`;
  if (/^[A-Z]/.test(decision) && codes.length > 0 && !codes.includes(decision))
    return `\`${decision}\` is no code of the contract: did you mean \`${closest(decision, codes)}\`?`;
  const isHopeless = choices.length === 0 && decision !== "keep";
  return isHopeless ? `nothing can be written here: ${message}` : `\`${decision}\` cannot be written here`;
}

/** What earlier fixes of the run have brought about is fixed as `eslint --fix` would: an import that is left over. */
function followUp({ choices }: OpenFinding, { isFirst }: FileState): Choice | undefined {
  return isFirst ? undefined : choices.find(({ decision }) => decision === "fix");
}
