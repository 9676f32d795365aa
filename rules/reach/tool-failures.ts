// What each tool, resource and prompt of a project can answer when it fails.
import type { TSESTree } from "@typescript-eslint/utils";
import { getOrCreate } from "../syntax/remember.js";
import { isInside } from "../syntax/source-file.js";
import type { CallGraph } from "./call-graph.js";
import { type OwnFailure, listOwnFailures } from "./failures-of.js";
import { type Bindings, type Evaluator, createEvaluator } from "./evaluate.js";
import { endsAtCall } from "./failure-ends.js";
import type { CallRecord, FunctionRecord, ProjectFlow } from "./project-flow.js";
import type { Served } from "./served.js";
import { type Start, listDescribedTools, listStarts } from "./starts.js";

/** A way to fail, and the way that leads to it. */
interface ToolFailure {
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

/** The name of what serves all tools, or those whose names are not written. */
export const ALL = "(every tool)";

/** Lists what can leave everything that is served. Things of one name are one. */
export function listServedFailures(
  served: readonly Served[],
  graph: CallGraph,
  project: ProjectFlow,
): readonly ServedFailures[] {
  const evaluator = createEvaluator(project);
  const byName = new Map<string, ServedFailures & { failures: Map<string, ToolFailure> }>();
  const all = served.map((one) => ({ one, starts: listStarts(one, graph, project, evaluator) }));
  const named = new Set(all.flatMap(({ starts }) => starts.flatMap(({ name, fn }) => (name === undefined ? [] : fn))));
  for (const { one, starts } of all) {
    if (starts.length === 0) addUnknown(one, byName);
    for (const start of starts) {
      // What has a name elsewhere is no tool of its own.
      if (start.name === undefined && named.has(start.fn)) continue;
      const { kind } = one;
      const name = start.name ?? ALL;
      const { failures } = getOrCreate(byName, `${kind} ${name}`, () => ({ kind, name, failures: new Map() }));
      for (const failure of follow(start, graph, evaluator))
        if (!failures.has(failure.line)) failures.set(failure.line, failure);
    }
  }
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
function addUnknown(
  { kind, name = ALL, source, node }: Served,
  byName: Map<string, ServedFailures & { failures: Map<string, ToolFailure> }>,
): void {
  const { failures } = getOrCreate(byName, `${kind} ${name}`, () => ({ kind, name, failures: new Map() }));
  const line = `unknown ${source.name}`;
  failures.set(line, { line, way: [`${source.name}:${node.loc.start.line}`] });
}

/** Lists what can leave a function, by line. */
export function listFailuresOf(
  fn: FunctionRecord,
  graph: CallGraph,
  evaluator: Evaluator,
): ReadonlyMap<string, ToolFailure> {
  const failures = new Map<string, ToolFailure>();
  for (const failure of follow({ name: undefined, fn, bindings: new Map() }, graph, evaluator))
    if (!failures.has(failure.line)) failures.set(failure.line, failure);
  return failures;
}

interface Step {
  readonly from: FunctionRecord;
  readonly call: CallRecord;
}

/** Follows the calls whose failures come back, from one function on. */
function* follow(
  { fn: first, part, without = [], bindings: known }: Start,
  graph: CallGraph,
  evaluator: Evaluator,
): Generator<ToolFailure> {
  const cameFrom = new Map<FunctionRecord, Step | undefined>([[first, undefined]]);
  let bindings = known;
  const isHere = (node: TSESTree.Node, fn: FunctionRecord) =>
    (fn !== first || part === undefined || isInside(node, part)) && !without.some((other) => isInside(node, other));
  // Grows while it is read.
  for (const fn of cameFrom.keys()) {
    for (const failure of listOwnFailures(fn))
      if (isHere(failure.node, fn)) yield { line: describe(failure, fn), way: listWay(fn, failure.node, cameFrom) };
    for (const call of graph.callsIn.get(fn) ?? []) {
      if (!isHere(call.node, fn)) continue;
      const targets = narrowTargets(call, bindings, evaluator);
      if (!targets && graph.unknown.has(call))
        yield { line: `unknown ${fn.source.name}`, way: listWay(fn, call.node, cameFrom) };
      for (const target of targets ?? call.targets) {
        if (cameFrom.has(target) || endsAtCall(call, target)) continue;
        cameFrom.set(target, { from: fn, call });
        if (bindings.size > 0 && handsOn(call, bindings, evaluator)) bindings = evaluator.bind(call, target, bindings);
      }
    }
  }
}

/** The functions that a call runs where something is known of what it calls; `undefined` where nothing is. */
function narrowTargets(
  { node, caller: { source } }: CallRecord,
  bindings: Bindings,
  evaluator: Evaluator,
): ReadonlySet<FunctionRecord> | undefined {
  if (node.type !== "CallExpression" || !evaluator.isBound(node.callee, source, bindings)) return undefined;
  const found = evaluator.functions({ bindings, source, node: node.callee });
  return found.length > 0 ? new Set(found.map(({ fn }) => fn)) : undefined;
}

/** Whether a call gives on what is known. */
const handsOn = ({ node, caller: { source } }: CallRecord, bindings: Bindings, evaluator: Evaluator): boolean =>
  node.type === "CallExpression" && node.arguments.some((argument) => evaluator.isBound(argument, source, bindings));

function describe({ kind, code = "" }: OwnFailure, { source }: FunctionRecord): string {
  return kind === "code" ? code : `${kind} ${source.name}`;
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
