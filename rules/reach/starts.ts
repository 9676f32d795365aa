// By name, the functions at which calls of what is served begin, or the parts of them.
import type { TSESTree } from "@typescript-eslint/utils";
import { findProperty, readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { getOrCreate } from "../syntax/remember.js";
import { collectNodes, isInside } from "../syntax/source-file.js";
import { isNameOfTool, listToolCases } from "../tools/tool-cases.js";
import type { CallGraph } from "./call-graph.js";
import { type Bindings, type Evaluator, type Term, readText } from "./evaluate.js";
import { ANY } from "./points-to.js";
import {
  type CallRecord,
  type FunctionRecord,
  type ProjectFlow,
  type SourceFile,
  functionsOf,
} from "./project-flow.js";
import type { Served } from "./served.js";

/** One place to begin at: a function, or a part of one. */
export interface Start {
  /** `undefined` for what all names share, or for a name that no text gives. */
  readonly name: string | undefined;
  readonly fn: FunctionRecord;
  /** What the names in and around the function stand for. */
  readonly bindings: Bindings;
  /** The part of the function that belongs to the name; the rest of it is shared. */
  readonly part?: TSESTree.Node;
  /** What other names have for themselves. */
  readonly without?: readonly OwnPart[];
}

interface OwnPart {
  readonly source: SourceFile;
  readonly node: TSESTree.Node;
  /** What stands in it and is no part of it. */
  readonly others?: TSESTree.Node;
}

const NONE: Bindings = new Map();

/** Lists the tools that a file describes, whatever serves them: `{ name: "read_file", inputSchema }`. */
export function listDescribedTools(source: SourceFile, evaluator: Evaluator): readonly string[] {
  const { sourceCode } = source.lint;
  if (!/\binputSchema\b/.test(sourceCode.text)) return [];
  return collectNodes(sourceCode).flatMap((node) => {
    if (node.type !== "ObjectExpression" || !findProperty(node, "inputSchema", sourceCode)) return [];
    const name = findProperty(node, "name", sourceCode)?.value;
    const terms = name ? evaluator.evaluate({ bindings: NONE, source, node: name }) : [];
    return listNames(terms).flatMap(({ text }) => text ?? []);
  });
}

/** Lists where the calls of all that is served begin. What has a name elsewhere is left out. */
export function listAllStarts(
  served: readonly Served[],
  graph: CallGraph,
  project: ProjectFlow,
  evaluator: Evaluator,
): readonly { readonly one: Served; readonly starts: readonly Start[] }[] {
  const all = served.map((one) => ({ one, starts: listStarts(one, graph, project, evaluator) }));
  const isWhole = ({ name, part }: Start) => name !== undefined && part === undefined;
  const namers = new Map<FunctionRecord, Set<Served>>();
  for (const { one, starts } of all)
    for (const start of starts.filter(isWhole)) getOrCreate(namers, start.fn, () => new Set()).add(one);
  const isNamedBy = (fn: FunctionRecord, one: Served) => [...(namers.get(fn) ?? [])].some((other) => other !== one);
  return all.flatMap(({ one, starts }) => {
    const left = starts.filter(({ name, fn }) => name !== undefined || !isNamedBy(fn, one));
    return left.length > 0 || starts.length === 0 ? [{ one, starts: left }] : [];
  });
}

/** Lists where the calls of what is served begin; none where its handler is not found. */
function listStarts(one: Served, graph: CallGraph, project: ProjectFlow, evaluator: Evaluator): readonly Start[] {
  const { name, registration, handler, source, handlers } = one;
  const found = [...new Set(handlers.flatMap((place) => functionsOf(place, project)))];
  const at = (node: TSESTree.Node, bindings: Bindings = NONE): Term => ({ bindings, source, node });
  const startOf = (known: string | undefined, functions: ReturnType<Evaluator["allFunctions"]>): readonly Start[] => {
    const own = functions.length > 0 ? functions : found.map((fn) => ({ fn, bindings: NONE }));
    return own.map(({ fn, bindings }) => ({ name: known, fn, bindings }));
  };
  if (name !== undefined) return startOf(name, evaluator.allFunctions(at(handler)));
  const written = registration?.name;
  if (!written) return found.flatMap((fn) => listDispatched(fn, graph, project, evaluator));
  const { object } = registration;
  const started = object
    ? (object.isList ? evaluator.elements(at(handler)) : evaluator.evaluate(at(handler))).flatMap((tool) =>
        listNames(evaluator.member(tool, "name")).flatMap(({ text }) =>
          startOf(text, listMembers(tool, object.handlers, evaluator)),
        ),
      )
    : listNames(evaluator.evaluate(at(written))).flatMap(({ text, term }) =>
        startOf(text, evaluator.allFunctions(at(handler, term.bindings))),
      );
  // What no name was found for.
  const left = found.filter((fn) => !started.some((start) => start.fn === fn));
  return [...started, ...left.map((fn) => ({ name: undefined, fn, bindings: NONE }))];
}

/** The names that an expression may be; `undefined` for one that is not written. */
function listNames(terms: readonly Term[]): readonly { readonly text: string | undefined; readonly term: Term }[] {
  return terms.map((term) => ({ text: readText(term), term }));
}

/** The functions under the first of some keys that an object has; none where one may be something else. */
function listMembers(
  owner: Term,
  keys: readonly string[],
  evaluator: Evaluator,
): ReturnType<Evaluator["allFunctions"]> {
  const found = keys.map((key) => evaluator.member(owner, key)).find((terms) => terms.length > 0) ?? [];
  const functions = found.map((term) => evaluator.allFunctions(term));
  return functions.some((each) => each.length === 0) ? [] : functions.flat();
}

/** A handler of all names: the cases of their names, and what it looks up by them. */
function listDispatched(
  first: FunctionRecord,
  graph: CallGraph,
  project: ProjectFlow,
  evaluator: Evaluator,
): readonly Start[] {
  const starts: Start[] = [];
  const own: OwnPart[] = [];
  for (const fn of listDispatchers(first, graph)) {
    const nodes = collectNodes(fn.source.lint.sourceCode, fn.node);
    for (const { name, part, others } of listToolCases(nodes)) {
      const { source } = fn;
      starts.push({ name, fn, part, bindings: NONE, ...(others && { without: [{ source, node: others }] }) });
      own.push({ source, node: part, ...(others && { others }) });
    }
    for (const call of graph.callsIn.get(fn) ?? []) {
      const found = listLookedUp(call, project, evaluator);
      const isWhole = [...call.targets].every((target) => found.some((start) => start.fn === target));
      if (found.length > 0 && isWhole) own.push({ source: fn.source, node: call.node });
      starts.push(...found);
    }
  }
  return [...starts, { name: undefined, fn: first, bindings: NONE, without: own }];
}

/** More functions than this hand the name of a tool on in nobody's server. */
const MOST_DISPATCHERS = 12;

/** A handler, the functions that stand in it, and those that it hands the name of a tool to. */
function listDispatchers(first: FunctionRecord, { callsIn }: CallGraph): readonly FunctionRecord[] {
  const found = new Set([first]);
  // Grows while it is read.
  for (const fn of found)
    for (const { node, targets } of callsIn.get(fn) ?? []) {
      const handsOn = handsOnName(node);
      for (const target of targets)
        if (found.size < MOST_DISPATCHERS && (handsOn || isInside(target.node, fn.node))) found.add(target);
    }
  return [...found];
}

/** `handle(request.params.name)`, `handle({ name, input })` */
function handsOnName(node: TSESTree.Node): boolean {
  if (node.type !== "CallExpression") return false;
  return node.arguments.some((argument) => {
    const value = unwrapExpression(argument);
    const isNamed =
      value.type === "ObjectExpression" &&
      value.properties.some((each) => each.type === "Property" && isNameOfTool(each.value));
    return isNamed || isNameOfTool(value);
  });
}

/** `handlers[name](input)`, `tools.find((tool) => tool.name === name).run(input)` */
function listLookedUp(call: CallRecord, project: ProjectFlow, evaluator: Evaluator): readonly Start[] {
  const { node, caller, key } = call;
  if (node.type !== "CallExpression") return [];
  const { source } = caller;
  const callee = unwrapExpression(node.callee);
  const tableOf = (looked: TSESTree.Node) => findTable(looked, source, project);
  // What is called was looked up itself.
  const table = tableOf(callee);
  if (table) return listFields(table, source, project, (field) => functionsOf(field, project));
  if (callee.type !== "MemberExpression" || key === undefined || key === ANY) return [];
  const holder = tableOf(callee.object);
  if (!holder) return [];
  const { points } = project;
  const byField = listFields(holder, source, project, (field) => {
    const member = points.createPlace();
    points.load(field, key, member);
    points.solve();
    return functionsOf(member, project);
  });
  if (byField.length > 0) return byField;
  const tools = evaluator.elements({ bindings: NONE, source, node: callee.object });
  const own = tools.length > 0 ? tools : evaluator.evaluate({ bindings: NONE, source, node: callee.object });
  return own.flatMap((tool) =>
    listNames(evaluator.member(tool, "name")).flatMap(({ text }) =>
      text === undefined
        ? []
        : listMembers(tool, [key], evaluator).map(({ fn, bindings }) => ({ name: text, fn, bindings })),
    ),
  );
}

/** What stands under the names of a table. */
function listFields(
  table: TSESTree.Node,
  source: SourceFile,
  project: ProjectFlow,
  read: (field: Parameters<typeof functionsOf>[0]) => readonly FunctionRecord[],
): readonly Start[] {
  const { points, flows } = project;
  const place = flows.get(source.file)?.placeOf(table);
  if (!place) return [];
  const fields = new Map<string, Set<FunctionRecord>>();
  for (const value of points.valuesOf(place)) {
    if (value.kind !== "object" && value.kind !== "interface" && value.kind !== "module") continue;
    for (const [name, field] of points.fieldsOf(value))
      if (name !== ANY) for (const fn of read(field)) getOrCreate(fields, name, () => new Set()).add(fn);
  }
  return [...fields].flatMap(([name, functions]) => [...functions].map((fn) => ({ name, fn, bindings: NONE })));
}

/** The table that a value was looked up in, by the name of a tool: `tools` of `tools[name]` and `tools.get(name)`. */
function findTable(node: TSESTree.Node, source: SourceFile, project: ProjectFlow): TSESTree.Node | undefined {
  const value = unwrapExpression(node);
  if (value.type === "Identifier") {
    const definition = project.flows.get(source.file)?.variableOf(value)?.defs[0];
    const init =
      definition?.type === "Variable" && definition.node.id === definition.name ? definition.node.init : null;
    return init ? findTable(init, source, project) : undefined;
  }
  if (value.type === "AwaitExpression") return findTable(value.argument, source, project);
  if (value.type === "LogicalExpression") return findTable(value.left, source, project);
  if (value.type === "MemberExpression")
    return value.computed && isNameOfTool(value.property) ? value.object : undefined;
  if (value.type !== "CallExpression" || !value.arguments.some(readsName)) return undefined;
  const callee = unwrapExpression(value.callee);
  if (callee.type !== "MemberExpression") return value;
  return readStaticKey(callee, source.lint.sourceCode) === undefined ? undefined : callee.object;
}

/** `name`, `(tool) => tool.name === name` */
function readsName(argument: TSESTree.Node): boolean {
  if (!isFunctionNode(argument)) return isNameOfTool(argument);
  const { body } = argument;
  const test =
    body.type === "BlockStatement" ? body.body.find((each) => each.type === "ReturnStatement")?.argument : body;
  return test?.type === "BinaryExpression" && isNameOfTool(test.left) && isNameOfTool(test.right);
}
