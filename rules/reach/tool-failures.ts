// What each tool, resource and prompt of a project can answer when it fails.
import type { TSESTree } from "@typescript-eslint/utils";
import { getOrCreate, rememberFor } from "../syntax/remember.js";
import { isInside } from "../syntax/source-file.js";
import type { CallGraph } from "./call-graph.js";
import { type OwnFailure, listOwnFailures } from "./failures-of.js";
import { isToldElsewhere, listGivenCodes } from "./given-codes.js";
import { type Bindings, type Evaluator, getEvaluator } from "./evaluate.js";
import { endsAtCall, isWaitedFor } from "./failure-ends.js";
import { listLibraries } from "./libraries.js";
import type { CallRecord, FunctionRecord, ProjectFlow } from "./project-flow.js";
import type { Served } from "./served.js";
import { type Start, listAllStarts, listDescribedTools } from "./starts.js";

/** A way to fail, and the way that leads to it. */
export interface ToolFailure {
  /** The line of the file: a code, or a kind such as `raw` with the file. */
  readonly line: string;
  /** From the handler to where it is made: `src/tools.ts:12`. */
  readonly way: readonly string[];
}

export interface ServedFailures {
  readonly kind: Served["kind"];
  readonly name: string;
  readonly failures: ReadonlyMap<string, ToolFailure>;
}

type Listed = ServedFailures & { readonly failures: Map<string, ToolFailure> };

/** The name of what serves all tools, or those whose names are not written. */
export const ALL = "(every tool)";

/** Lists what can leave everything that is served. Things of one name are one. */
export function listServedFailures(
  served: readonly Served[],
  graph: CallGraph,
  project: ProjectFlow,
): readonly ServedFailures[] {
  const evaluator = getEvaluator(project);
  const byName = new Map<string, Listed>();
  const all = listAllStarts(served, graph, project, evaluator);
  for (const { one, starts } of all)
    for (const start of starts) {
      const { kind } = one;
      const name = start.name ?? ALL;
      const listed = getOrCreate(byName, `${kind} ${name}`, (): Listed => ({ kind, name, failures: new Map() }));
      follow(start, graph, project, listed.failures);
    }
  // An object may be described here, and served elsewhere.
  for (const { one, starts } of all)
    if (starts.length === 0 && !byName.has(`${one.kind} ${one.name ?? ALL}`)) addUnknown(one, byName);
  // One function serves them all: who they are is what the server lists.
  if (served.some(({ kind, name, registration }) => kind === "tool" && name === undefined && !registration))
    for (const source of project.files.values())
      for (const name of listDescribedTools(source, evaluator))
        getOrCreate(byName, `tool ${name}`, () => ({
          kind: "tool" as const,
          name,
          failures: new Map(),
        }));
  return [...byName.values()];
}

/** What serves a name is not known, so nor is what it fails with. */
function addUnknown({ kind, name = ALL, source, node }: Served, byName: Map<string, Listed>): void {
  const { failures } = getOrCreate(byName, `${kind} ${name}`, () => ({ kind, name, failures: new Map() }));
  const line = `unknown ${source.name}`;
  failures.set(line, { line, way: [`${source.name}:${node.loc.start.line}`] });
}

/** Lists what can leave a function, by line. */
export function listFailuresOf(
  fn: FunctionRecord,
  graph: CallGraph,
  project: ProjectFlow,
): ReadonlyMap<string, ToolFailure> {
  const failures = new Map<string, ToolFailure>();
  follow({ name: undefined, fn, bindings: new Map() }, graph, project, failures);
  return failures;
}

interface Step {
  readonly from: FunctionRecord;
  readonly call: CallRecord;
}

/** Follows the calls whose failures come back, from one function on, and adds each line with the first way to it. */
function follow(start: Start, graph: CallGraph, project: ProjectFlow, failures: Map<string, ToolFailure>): void {
  const evaluator = getEvaluator(project);
  const cameFrom = new Map<FunctionRecord, Step | undefined>();
  const add = (line: string, node: TSESTree.Node, fn: FunctionRecord) =>
    getOrCreate(failures, line, () => ({ line, way: listWay(fn, node, cameFrom) }));
  for (const { fn, isHere, unknown } of walk(
    start,
    graph,
    evaluator,
    cameFrom,
    (call, target) => !endsAtCall(call, target),
  )) {
    for (const { line, failure } of listOwnLines(fn))
      if (isHere(failure.node) && !isToldElsewhere(failure, fn, fn === start.fn, graph)) add(line, failure.node, fn);
    for (const call of graph.callsIn.get(fn) ?? [])
      if (isHere(call.node)) {
        for (const line of listGivenCodes(call, graph)) add(line, call.node, fn);
        for (const name of listLibraries(call, isAwaited(fn, cameFrom), project)) add(`library ${name}`, call.node, fn);
      }
    for (const call of unknown) add(`unknown ${fn.source.name}`, call.node, fn);
  }
}

/** Whether who has called a function waits for what it returns; whoever serves a handler does. */
function isAwaited(fn: FunctionRecord, cameFrom: ReadonlyMap<FunctionRecord, Step | undefined>): boolean {
  const step = cameFrom.get(fn);
  return !step || isWaitedFor(step.call.node, isAwaited(step.from, cameFrom));
}

/** A function that a call of something served runs. */
export interface Reached {
  readonly fn: FunctionRecord;
  /** Whether what stands in the function belongs to the name. */
  readonly isHere: (node: { readonly range: TSESTree.Range }) => boolean;
  /** The calls in it that could not be followed. */
  readonly unknown: readonly CallRecord[];
}

/** Walks through all functions that a call of something served runs, from the first one on. */
export function* walk(
  { fn: first, part, without = [], bindings: known }: Start,
  graph: CallGraph,
  evaluator: Evaluator,
  cameFrom = new Map<FunctionRecord, Step | undefined>(),
  passes: (call: CallRecord, target: FunctionRecord) => boolean = () => true,
): Generator<Reached> {
  cameFrom.set(first, undefined);
  let bindings = known;
  // Grows while it is read.
  for (const fn of cameFrom.keys()) {
    const isHere: Reached["isHere"] = (node) =>
      (fn !== first || part === undefined || isInside(node, part)) &&
      !without.some(
        ({ source, node: own, others }) =>
          fn.source === source && isInside(node, own) && !(others && isInside(node, others)),
      );
    const unknown: CallRecord[] = [];
    for (const call of graph.callsIn.get(fn) ?? []) {
      if (!isHere(call.node)) continue;
      const targets = narrowTargets(call, bindings, evaluator);
      if (!targets && graph.unknown.has(call)) unknown.push(call);
      for (const target of targets ?? call.targets) {
        if (cameFrom.has(target) || !passes(call, target)) continue;
        cameFrom.set(target, { from: fn, call });
        if (bindings.size > 0 && handsOn(call, bindings, evaluator)) bindings = evaluator.bind(call, target, bindings);
      }
    }
    yield { fn, isHere, unknown };
  }
}

/** The functions that a call runs where something is known of what it calls; `undefined` where nothing is. */
function narrowTargets(
  { node, caller: { source } }: CallRecord,
  bindings: Bindings,
  evaluator: Evaluator,
): ReadonlySet<FunctionRecord> | undefined {
  if (node.type !== "CallExpression" || !evaluator.isBound(node.callee, source, bindings)) return undefined;
  const found = evaluator.allFunctions({ bindings, source, node: node.callee });
  return found.length > 0 ? new Set(found.map(({ fn }) => fn)) : undefined;
}

/** Whether a call gives on what is known. */
const handsOn = ({ node, caller: { source } }: CallRecord, bindings: Bindings, evaluator: Evaluator): boolean =>
  node.type === "CallExpression" && node.arguments.some((argument) => evaluator.isBound(argument, source, bindings));

/** What a function makes itself, each as a line of the file. */
const listOwnLines = rememberFor((fn: FunctionRecord) =>
  listOwnFailures(fn).map((failure) => ({ line: describe(failure, fn), failure })),
);

function describe({ kind, code = "" }: OwnFailure, { source }: FunctionRecord): string {
  if (kind === "code") return code;
  // Whoever calls what is served gives the code.
  return `${kind === "given" ? "converted" : kind} ${source.name}`;
}

function listWay(
  last: FunctionRecord,
  node: TSESTree.Node,
  cameFrom: ReadonlyMap<FunctionRecord, Step | undefined>,
): readonly string[] {
  const way = [`${last.source.name}:${node.loc.start.line}`];
  for (let step = cameFrom.get(last); step; step = cameFrom.get(step.from))
    way.unshift(`${step.from.source.name}:${step.call.node.loc.start.line}`);
  return way;
}
