import type { TSESTree } from "@typescript-eslint/utils";
import { type Evaluator, getEvaluator } from "../../reach/evaluate.js";
import { listOwnFailures } from "../../reach/failures-of.js";
import type { FunctionRecord } from "../../reach/project-flow.js";
import type { Served } from "../../reach/served.js";
import { type Start, listAllStarts, listDescribedTools } from "../../reach/starts.js";
import { type Reached, walk } from "../../reach/tool-failures.js";
import { toExcerpt } from "../../syntax/expressions.js";
import { getOrCreate } from "../../syntax/remember.js";
import { type Protection, classifyProtection, isBoundaryCall } from "../../tools/boundaries.js";
import { isWrappedServer } from "../../tools/servers.js";
import { findFunction } from "../reach/find-function.js";
import type { ServerGraph } from "../reach/server-graph.js";
import { compareText } from "../text.js";
import type { FindingReport } from "./finding-report.js";
import type { DecisionReport } from "./join-decisions.js";

type Boundary = "wrapped" | "bare" | "unknown";

export interface ToolReport {
  /** Its name, or the expression that gives it where the name is not written. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly file: string;
  readonly line: number;
  readonly boundary: Boundary;
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

/** A tool, with what serves it. */
interface FoundTool {
  readonly one: Served;
  readonly name: string | undefined;
  readonly starts: readonly Start[];
}

/**
 * Reports each tool with the findings that a call of it may reach: in its handler, and in the functions of the project
 * that are called from there. A function that several tools call counts for each of them.
 *
 * @param files the names of the files that were linted
 */
export function reportTools(
  files: ReadonlySet<string>,
  server: ServerGraph,
  found: { readonly findings: readonly FindingReport[]; readonly decisions: readonly DecisionReport[] },
): readonly ToolReport[] {
  const { flow, sources } = server.project;
  const evaluator = getEvaluator(flow);
  const byName = new Map(sources.map((source) => [source.name, source]));
  const placed = listFailingPlaces(found).flatMap(({ file, line, column, ...place }) => {
    const source = byName.get(file);
    const fn = source && findFunction(source.file, line, column - 1, server);
    if (!source || !fn) return [];
    const at = source.lint.sourceCode.getIndexFromLoc({ line, column: column - 1 });
    return [{ ...place, fn, range: [at, at] as const }];
  });

  function reportTool({ one, name, starts }: FoundTool): ToolReport {
    const reached = new Map<FunctionRecord, Reached[]>();
    for (const start of starts)
      for (const each of walk(start, server.graph, evaluator)) getOrCreate(reached, each.fn, () => []).push(each);
    const isReached = (fn: FunctionRecord, range: TSESTree.Range) =>
      reached.get(fn)?.some(({ isHere }) => isHere({ range })) ?? false;
    const here = placed.filter(({ fn, range }) => isReached(fn, [...range]));
    const isFollowed = starts.length > 0;
    const countOf = (column: string) => {
      if (!isFollowed) return null;
      return new Set(here.flatMap(({ rule, failure }) => ((COLUMNS[rule] ?? "others") === column ? failure : []))).size;
    };
    const codes = [...reached.keys()].flatMap((fn) =>
      listOwnFailures(fn).flatMap(({ code, node }) => (code !== undefined && isReached(fn, node.range) ? code : [])),
    );
    return {
      name: name ?? describeUnnamed(one),
      isNamed: name !== undefined,
      file: one.source.name,
      line: one.node.loc.start.line,
      boundary: classifyBoundary(one, starts),
      isFollowed,
      rawErrors: countOf("rawErrors"),
      swallowed: countOf("swallowed"),
      results: countOf("results"),
      others: countOf("others"),
      codes: [...new Set(codes)].sort(compareText),
      findings: [...new Set(here.map(({ finding }) => finding))].sort((first, second) => first - second),
    };
  }

  return listTools(server, evaluator)
    .filter(({ one }) => files.has(one.source.name))
    .map(reportTool)
    .sort((one, other) => compareText(one.name, other.name) || compareText(one.file, other.file));
}

/** Lists the tools by place and name. One that is an object is left out where something registers it. */
function listTools({ served, graph, project }: ServerGraph, evaluator: Evaluator): readonly FoundTool[] {
  const tools = served.filter(({ kind }) => kind === "tool");
  const shared: FoundTool[] = [];
  const all = listAllStarts(tools, graph, project.flow, evaluator).flatMap(({ one, starts }): FoundTool[] => {
    if (starts.length === 0) return [{ one, name: one.name, starts }];
    const names = new Map<string | undefined, Start[]>();
    for (const start of starts) getOrCreate(names, start.name, () => []).push(start);
    const rest = one.registration ? undefined : names.get(undefined);
    if (rest) shared.push({ one, name: undefined, starts: rest });
    // What all tools of one function share is no tool, where they are told apart.
    if (names.size > 1) names.delete(undefined);
    return [...names].map(([name, own]) => ({ one, name, starts: own }));
  });
  const isObject = ({ one }: FoundTool) => one.node.type === "ObjectExpression";
  const registered = all.filter((each) => !isObject(each));
  const names = new Set(registered.flatMap(({ name }) => name ?? []));
  const functions = new Set(registered.flatMap(({ starts }) => starts.map(({ fn }) => fn)));
  const described = [...project.flow.files.values()].flatMap((source) => listDescribedTools(source, evaluator));
  // They get what is left for all names.
  const left = [...new Set(described)].filter((name) => !all.some((each) => each.name === name));
  const unlisted = shared.slice(0, 1).flatMap((rest) => left.map((name) => ({ ...rest, name })));
  const isRegistered = ({ name, starts }: FoundTool) =>
    (name !== undefined && names.has(name)) || starts.some(({ fn }) => functions.has(fn));
  const isNamed = ({ one, name }: FoundTool) => name !== undefined || one.registration !== undefined;
  const told = unlisted.length > 0 ? all.filter(isNamed) : all;
  return [...told.filter((each) => !isObject(each) || !isRegistered(each)), ...unlisted];
}

function describeUnnamed({ registration, source: { lint } }: Served): string {
  return registration?.name ? toExcerpt(lint.sourceCode.getText(registration.name)) : "every tool";
}

/** Whether a handler stands behind the contract's boundary: one that answers its failures by itself does not. */
function classifyBoundary(
  { registration, handler, node, source: { lint } }: Served,
  starts: readonly Start[],
): Boundary {
  if (registration?.server && isWrappedServer(registration.server, lint)) return "wrapped";
  const here = toBoundary(classifyProtection(handler, lint));
  // Which server takes an object is not known, so nor is whether that has a boundary.
  if (node.type === "ObjectExpression") return here === "wrapped" ? here : "unknown";
  if (here !== "unknown") return here;
  const [first = "unknown", ...others] = starts.map(({ fn }) => classifyFunction(fn));
  return others.every((other) => other === first) ? first : "unknown";
}

function classifyFunction({ node, source: { lint } }: FunctionRecord): Boundary {
  const { parent } = node;
  if (parent?.type === "CallExpression" && isBoundaryCall(parent, lint)) return "wrapped";
  return toBoundary(classifyProtection(node, lint));
}

function toBoundary(protection: Protection): Boundary {
  if (protection === "answered") return "bare";
  return protection === "foreign" ? "unknown" : protection;
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
