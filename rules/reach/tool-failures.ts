// What each tool, resource and prompt of a project can answer when it fails.
import type { TSESTree } from "@typescript-eslint/utils";
import { listPossibleValues } from "../syntax/expressions.js";
import { getOrCreate, rememberFor } from "../syntax/remember.js";
import { collectNodes, isInside } from "../syntax/source-file.js";
import { listToolCases } from "../tools/tool-cases.js";
import type { CallGraph } from "./call-graph.js";
import { listCodesOf } from "../throws/made-codes.js";
import { type OwnFailure, findParameter, listOwnFailures } from "./failures-of.js";
import { ANY } from "./points-to.js";
import { type CallRecord, type FunctionRecord, type ProjectFlow, functionsOf } from "./project-flow.js";
import { endsAtCall } from "./failure-ends.js";
import type { Served } from "./served.js";

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

/** The name of what serves all tools, or those whose names are not written. */
export const ALL = "(every tool)";

/** One place to begin at: a function, or a part of one. */
interface Start {
  readonly name: string;
  readonly fn: FunctionRecord;
  /** The part of the function that belongs to the name; the rest of it is shared. */
  readonly part?: TSESTree.Node;
  readonly without?: readonly TSESTree.Node[];
}

/** Lists what can leave everything that is served. Things of one name are one. */
export function listServedFailures(
  served: readonly Served[],
  graph: CallGraph,
  project: ProjectFlow,
): readonly ServedFailures[] {
  const byName = new Map<string, ServedFailures & { failures: Map<string, ToolFailure> }>();
  for (const one of served) {
    const starts = listStarts(one, graph, project);
    if (starts.length === 0) addUnknown(one, byName);
    for (const start of starts) {
      const { kind } = one;
      const { failures } = getOrCreate(byName, `${kind} ${start.name}`, () => ({
        kind,
        name: start.name,
        failures: new Map(),
      }));
      for (const failure of follow(start, graph)) if (!failures.has(failure.line)) failures.set(failure.line, failure);
    }
  }
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

function listStarts({ name, handlers }: Served, graph: CallGraph, project: ProjectFlow): readonly Start[] {
  const found = new Set(handlers.flatMap((place) => functionsOf(place, project)));
  return [...found].flatMap((fn): readonly Start[] =>
    name === undefined ? listDispatched(fn, graph, project) : [{ name, fn }],
  );
}

/** A handler of all tools: the cases of their names, and the functions of a table that it takes one from. */
function listDispatched(fn: FunctionRecord, graph: CallGraph, project: ProjectFlow): readonly Start[] {
  const { points } = project;
  const { sourceCode } = fn.source.lint;
  const nodes = collectNodes(sourceCode, fn.node);
  const cases = listToolCases(nodes).map(({ name, part }) => ({ name, fn, part }));
  const calls = [...(graph.callsIn.get(fn) ?? [])];
  const tables = calls.filter(({ key }) => key === ANY);
  const entries = tables.flatMap(({ receiver }) =>
    [...(receiver === undefined ? [] : points.valuesOf(receiver))].flatMap((table) =>
      [...points.fieldsOf(table)].flatMap(([name, place]) =>
        name === ANY ? [] : functionsOf(place, project).map((each) => ({ name, fn: each })),
      ),
    ),
  );
  const without = [...cases.map(({ part }) => part), ...(entries.length > 0 ? tables.map(({ node }) => node) : [])];
  return [...cases, ...entries, { name: ALL, fn, without }];
}

/** Lists what can leave a function, by line. */
export function listFailuresOf(fn: FunctionRecord, graph: CallGraph): ReadonlyMap<string, ToolFailure> {
  const failures = new Map<string, ToolFailure>();
  for (const failure of follow({ name: "", fn }, graph))
    if (!failures.has(failure.line)) failures.set(failure.line, failure);
  return failures;
}

/** Follows the calls whose failures come back, from one function on. */
function* follow({ fn: first, part, without = [] }: Start, graph: CallGraph): Generator<ToolFailure> {
  const cameFrom = new Map<FunctionRecord, { readonly from: FunctionRecord; readonly call: CallRecord } | undefined>([
    [first, undefined],
  ]);
  const isOwn = (node: TSESTree.Node) =>
    (part === undefined || isInside(node, part)) && !without.some((other) => isInside(node, other));
  // Grows while it is read.
  for (const fn of cameFrom.keys()) {
    const isHere = (node: TSESTree.Node) => fn !== first || isOwn(node);
    for (const failure of listOwnFailures(fn))
      if (isHere(failure.node) && !isToldElsewhere(failure, fn, fn === first, graph))
        yield { line: describe(failure, fn), way: listWay(fn, failure.node, cameFrom) };
    for (const call of graph.callsIn.get(fn) ?? []) {
      if (!isHere(call.node)) continue;
      for (const line of listGivenCodes(call, graph)) yield { line, way: listWay(fn, call.node, cameFrom) };
      if (graph.unknown.has(call)) yield { line: `unknown ${fn.source.name}`, way: listWay(fn, call.node, cameFrom) };
      for (const target of call.targets)
        if (!cameFrom.has(target) && !endsAtCall(call, target)) cameFrom.set(target, { from: fn, call });
    }
  }
}

/** Whether what is called tells of a failure: the function that makes what is thrown, or each that gives the code. */
function isToldElsewhere(
  { kind, value }: OwnFailure,
  fn: FunctionRecord,
  isFirst: boolean,
  { callsIn }: CallGraph,
): boolean {
  if (kind === "given") return !isFirst;
  if (kind !== "raw" || !value) return false;
  const maker = callsIn.get(fn)?.find(({ node }) => node === value);
  const targets = [...(maker?.targets ?? [])];
  const makesCode = (target: FunctionRecord) =>
    listOwnFailures(target).some((each) => /^(?:code|given)$/.test(each.kind));
  return targets.length > 0 && targets.every(makesCode);
}

/** Lists what a call adds by the codes that it gives, to those that it runs and to those that they pass them on to. */
export function listGivenCodes(call: CallRecord, graph: CallGraph): readonly string[] {
  const { caller, node } = call;
  const given = listArguments(node);
  const { lint, name } = caller.source;
  const lines = [...call.targets].flatMap((target) =>
    endsAtCall(call, target)
      ? []
      : [...(getCodeParameters(graph).get(target) ?? [])].flatMap((parameter) => {
          const index = given.findIndex(({ type }, at) => type === "SpreadElement" || at === parameter);
          const value = given[index];
          if (!value) return [];
          return listPossibleValues(value).flatMap((each): readonly string[] => {
            const codes = listCodesOf(each, lint);
            if (codes.length > 0) return codes;
            // What gives it to this function is asked in its turn.
            return findParameter(each, caller.node, lint) === undefined ? [`converted ${name}`] : [];
          });
        }),
  );
  return [...new Set(lines)];
}

/** By function, the places of the parameters whose values become codes of failures, there or in what they go to. */
const getCodeParameters = rememberFor(({ callsIn }: CallGraph): ReadonlyMap<FunctionRecord, ReadonlySet<number>> => {
  const callsOf = new Map<FunctionRecord, CallRecord[]>();
  for (const calls of callsIn.values())
    for (const call of calls) for (const target of call.targets) getOrCreate(callsOf, target, () => []).push(call);
  const parameters = new Map<FunctionRecord, Set<number>>();
  const waiting: FunctionRecord[] = [];
  const add = (fn: FunctionRecord, place: number) => {
    const known = getOrCreate(parameters, fn, () => new Set());
    if (known.has(place)) return;
    known.add(place);
    waiting.push(fn);
  };
  for (const fn of callsOf.keys())
    for (const { parameter } of listOwnFailures(fn)) if (parameter !== undefined) add(fn, parameter);
  for (let fn = waiting.pop(); fn; fn = waiting.pop())
    for (const { caller, node } of callsOf.get(fn) ?? [])
      for (const place of parameters.get(fn) ?? []) {
        const value = listArguments(node)[place];
        const passed = value && findParameter(value, caller.node, caller.source.lint);
        if (passed !== undefined) add(caller, passed);
      }
  return parameters;
});

const listArguments = (node: TSESTree.Node): readonly TSESTree.CallExpressionArgument[] =>
  node.type === "CallExpression" || node.type === "NewExpression" ? node.arguments : [];

function describe({ kind, code = "" }: OwnFailure, { source }: FunctionRecord): string {
  if (kind === "code") return code;
  // Whoever calls what is served gives the code.
  return `${kind === "given" ? "converted" : kind} ${source.name}`;
}

function listWay(
  last: FunctionRecord,
  node: TSESTree.Node,
  cameFrom: ReadonlyMap<FunctionRecord, { readonly from: FunctionRecord; readonly call: CallRecord } | undefined>,
): readonly string[] {
  const way = [`${last.source.name}:${node.loc.start.line}`];
  for (let step = cameFrom.get(last); step; step = cameFrom.get(step.from))
    way.unshift(`${step.from.source.name}:${step.call.node.loc.start.line}`);
  return way;
}
