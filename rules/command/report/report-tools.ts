import { compareText } from "../text.js";
import { type FileOutline, isIn, type Place, type ToolOutline } from "./file-outline.js";
import type { FindingReport } from "./finding-report.js";
import type { DecisionReport } from "./join-decisions.js";

export interface ToolReport extends Omit<ToolOutline, "places" | "isObject"> {
  readonly file: string;
  /** Whether its handler is known; what registers the tool else takes it from a place that is not followed. */
  readonly isFollowed: boolean;
  /** How many findings of these kinds a call may reach; `null` where the handler is not followed. */
  readonly rawErrors: number | null;
  readonly swallowed: number | null;
  readonly results: number | null;
  readonly others: number | null;
  /** The codes that stand in its code. */
  readonly codes: readonly string[];
  /** The numbers of the findings. */
  readonly findings: readonly number[];
}

const COLUMNS: Readonly<Record<string, string>> = {
  "no-raw-error": "rawErrors",
  "no-swallowed-error": "swallowed",
  "no-error-result": "results",
};

/**
 * Reports each tool with the findings that a call of it may reach: in its handler, and in the functions of the project
 * that are called from there. A function that several tools call counts for each of them.
 */
export function reportTools(
  files: readonly { readonly file: string; readonly name: string }[],
  outlines: ReadonlyMap<string, FileOutline>,
  found: { readonly findings: readonly FindingReport[]; readonly decisions: readonly DecisionReport[] },
): readonly ToolReport[] {
  const paths = new Map(files.map(({ file, name }) => [name, file]));
  const placed = listFailingPlaces(found).map(({ file, line, column, ...place }) => ({
    ...place,
    file: paths.get(file),
    at: { line, column: column - 1 },
  }));

  function reportTool({ places, isObject: _, ...tool }: ToolOutline, file: string): ToolReport {
    const reached = listReachedPlaces(places, outlines);
    const here = placed.filter((each) => reached.some((place) => place.file === each.file && isIn(each.at, place)));
    const countOf = (column: string) => {
      if (places.length === 0) return null;
      return new Set(here.flatMap(({ rule, failure }) => ((COLUMNS[rule] ?? "others") === column ? failure : []))).size;
    };
    const codes = reached.flatMap((place) =>
      (outlines.get(place.file)?.codes ?? []).filter(({ at }) => isIn(at, place)).map(({ code }) => code),
    );
    return {
      ...tool,
      file,
      isFollowed: places.length > 0,
      rawErrors: countOf("rawErrors"),
      swallowed: countOf("swallowed"),
      results: countOf("results"),
      others: countOf("others"),
      codes: [...new Set(codes)].sort(compareText),
      findings: [...new Set(here.map(({ finding }) => finding))].sort((one, other) => one - other),
    };
  }

  const all = files.flatMap(({ file, name }) => (outlines.get(file)?.tools ?? []).map((tool) => ({ tool, name })));
  const isRegistered = createFinder(all.flatMap(({ tool }) => (tool.isObject ? [] : [tool])));
  return all
    .filter(({ tool }) => !tool.isObject || !isRegistered(tool))
    .map(({ tool, name }) => reportTool(tool, name))
    .sort((one, other) => compareText(one.name, other.name) || compareText(one.file, other.file));
}

interface FailingPlace {
  /** As the report names it. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly rule: string;
  /** The number of the finding. */
  readonly finding: number;
  /** What is the same for places that count as one: a function that makes failures, and its calls. */
  readonly failure: string;
}

/** Lists the places of the findings, and those that they stand for. */
function listFailingPlaces({
  findings,
  decisions,
}: {
  readonly findings: readonly FindingReport[];
  readonly decisions: readonly DecisionReport[];
}): readonly FailingPlace[] {
  const decided = decisions.flatMap(({ rule, decision, noun, places }) =>
    places.map((place, index) => ({
      ...place,
      rule,
      failure: noun === "call" ? `${rule} ${decision}` : `${rule} ${decision} ${index}`,
    })),
  );
  const functions = new Set(decisions.flatMap((each) => (each.noun === "function" ? each.findings : [])));
  const own = findings
    // The place of a finding about functions is among theirs.
    .filter(({ number }) => !functions.has(number))
    .map(({ file, line, column, rule, number, decision }) => {
      const failure = decision === undefined ? String(number) : `${rule} ${decision}`;
      return { file, line, column, rule, finding: number, failure };
    });
  return [...own, ...decided];
}

/** Finds whether a tool is one of those that are registered: it has the same name, or runs the same code. */
function createFinder(registered: readonly ToolOutline[]): (tool: ToolOutline) => boolean {
  const names = new Set(registered.filter(({ isNamed }) => isNamed).map(({ name }) => name));
  const keys = new Set(registered.flatMap(({ places }) => places.map(toKey)));
  return ({ name, isNamed, places }) => (isNamed && names.has(name)) || places.some((place) => keys.has(toKey(place)));
}

/** The places that a call may reach from some of them. */
function listReachedPlaces(places: readonly Place[], outlines: ReadonlyMap<string, FileOutline>): readonly Place[] {
  const reached = new Map(places.map((place) => [toKey(place), place]));
  // Grows while it is read.
  for (const place of reached.values())
    for (const { at, target } of outlines.get(place.file)?.calls ?? [])
      if (isIn(at, place) && !reached.has(toKey(target))) reached.set(toKey(target), target);
  return [...reached.values()];
}

const toKey = ({ file, loc: { start, end } }: Place) =>
  [start.line, start.column, end.line, end.column, file].join(" ");
