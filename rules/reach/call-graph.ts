// Which functions each call of a project runs, and what calls them from outside.
import type { TSESTree } from "@typescript-eslint/utils";
import { isBoundary } from "../contract/boundary-names.js";
import type { ClassNode } from "../syntax/references.js";
import { LISTENERS, TIMERS } from "../words/calls.js";
import { COMMAND_LINES, type EntryKind, OWN_EVENTS } from "../words/entries.js";
import { readPlainKey, unwrapExpression } from "../syntax/expressions.js";
import { getOrCreate } from "../syntax/remember.js";
import { isBuiltInMethod, ITERATING_METHODS } from "./file-flow.js";
import { ANY, type ClassValue, type Place, type Value } from "./points-to.js";
import {
  MISSING,
  OUR_PACKAGE,
  type CallRecord,
  type FunctionRecord,
  type ProjectFlow,
  functionsOf,
  watchFunctions,
} from "./project-flow.js";

export interface CallGraph {
  /** The functions that are called from outside of the code that was read, with who calls them. */
  readonly entries: ReadonlyMap<FunctionRecord, ReadonlySet<EntryKind>>;
  /** The calls in each function. */
  readonly callsIn: ReadonlyMap<FunctionRecord, readonly CallRecord[]>;
  /** The calls of functions that could not be followed. */
  readonly unknown: ReadonlySet<CallRecord>;
}

/** More functions of one name than this are none that a call is known to run. */
const MOST_BY_NAME = 12;

/** Finds what every call runs, when all files are in. */
export function linkCalls(project: ProjectFlow): CallGraph {
  const { points, calls, functions } = project;
  const entries = new Map<FunctionRecord, Set<EntryKind>>();
  const enter: Enter = (fn, kind) => getOrCreate(entries, fn, () => new Set()).add(kind);

  for (const call of calls) {
    watchFunctions(call.callee, project, (fn) => {
      linkFunction(call, fn, project);
    });
    points.watch(call.callee, (value) => {
      linkValue(call, value, project, enter);
    });
  }
  for (const call of calls) runOther(call, project);
  points.watch(project.escaped, (value) => {
    if (value.kind === "class") enterClass(value, project, enter);
  });
  watchFunctions(project.escaped, project, (fn) => {
    enter(fn, "outside");
    for (const parameter of fn.parameters) points.add(parameter, project.outsideOf("unknown"));
    points.flow(fn.result, project.escaped);
  });
  points.solve();
  // What is kept where nobody knows may be called by anybody.
  for (const { to, from } of project.stores)
    if ([...points.valuesOf(to)].every(({ kind }) => kind === "outside")) points.flow(from, project.escaped);
  points.solve();
  const unknown = new Set<CallRecord>();
  const known = new Map<string, readonly Place[]>();
  const listNamed = (key: string) =>
    getOrCreate(known, key, () => points.fieldsNamed(key).filter((field) => functionsOf(field, project).length > 0));
  for (const call of calls) {
    const { key } = call;
    // A method of the language, and nothing of the project is named like it.
    if (key !== undefined && isBuiltInMethod(key) && listNamed(key).length === 0 && !asksModule(call, project))
      continue;
    if (call.outside.has(MISSING)) unknown.add(call);
    if (isFollowed(call, project)) continue;
    const named = key === undefined ? [] : listNamed(key);
    if (named.length > 0 && named.length <= MOST_BY_NAME) {
      for (const field of named) points.flow(field, call.callee);
    } else {
      unknown.add(call);
      for (const field of named) for (const fn of functionsOf(field, project)) enter(fn, "outside");
    }
  }
  points.solve();
  for (const fn of functions) {
    if (fn.node.type === "Program") enter(fn, "start");
    else if (runsUncalled(fn.node)) enter(fn, "outside");
  }
  const callsIn = new Map<FunctionRecord, CallRecord[]>();
  for (const call of calls) getOrCreate(callsIn, call.caller, () => []).push(call);
  return { entries, callsIn, unknown };
}

/** The language runs it where no call is written: an accessor, or a method that an operator asks for. */
function runsUncalled({ parent }: TSESTree.Node): boolean {
  if (parent?.type !== "MethodDefinition" && parent?.type !== "Property") return false;
  return (
    parent.kind === "get" || parent.kind === "set" || parent.computed || IMPLICIT.has(readPlainKey(parent.key) ?? "")
  );
}

const IMPLICIT: ReadonlySet<string> = new Set(["toString", "toJSON", "valueOf", "then"]);

type Enter = (fn: FunctionRecord, kind: EntryKind) => void;

function linkValue(call: CallRecord, value: Value, project: ProjectFlow, enter: Enter): void {
  if (value.kind === "class") linkClass(call, value, project);
  else if (value.kind === "outside") linkOutside(call, value.module, project, enter);
}

function linkFunction(call: CallRecord, fn: FunctionRecord, { points }: ProjectFlow): void {
  if (call.targets.has(fn)) return;
  call.targets.add(fn);
  call.given.forEach((place, index) => {
    const isRest = fn.rest !== undefined && index >= fn.rest;
    const parameter = fn.parameters.at(isRest ? -1 : index);
    if (parameter === undefined) return;
    if (isRest) points.store(parameter, ANY, place);
    else points.flow(place, parameter);
  });
  points.flow(fn.result, call.result);
}

/** Code outside of the project may make instances of a class, and call their methods. */
function enterClass(
  { node, instance }: ClassValue,
  { points, byNode, escaped, outsideOf }: ProjectFlow,
  enter: Enter,
): void {
  points.add(escaped, instance);
  const made = findConstructor(node);
  const fn = made && byNode.get(made);
  if (!fn) return;
  enter(fn, "outside");
  for (const parameter of fn.parameters) points.add(parameter, outsideOf("unknown"));
}

function findConstructor({ body }: ClassNode): TSESTree.Node | undefined {
  for (const member of body.body)
    if (member.type === "MethodDefinition" && member.kind === "constructor") return member.value;
  return undefined;
}

function linkClass(call: CallRecord, value: ClassValue, project: ProjectFlow): void {
  if (!call.isNew) return;
  const { points, byNode } = project;
  points.add(call.result, value.instance);
  const { node } = value;
  const made = findConstructor(node);
  const fn = made && byNode.get(made);
  if (fn) linkFunction(call, fn, project);
  else if (node.superClass) {
    const base = project.places.get(unwrapExpression(node.superClass));
    if (base !== undefined) points.watch(base, (each) => each.kind === "class" && linkClass(call, each, project));
  }
}

/** Code outside of the project may call all that it is given: as a part of the call, where the caller waits for it. */
function linkOutside(call: CallRecord, module: string, project: ProjectFlow, enter: Enter): void {
  const { points } = project;
  call.outside.add(module);
  points.add(call.result, project.outsideOf(module));
  // The wrapped handler runs the handler, and tells of its failures.
  const [handler] = call.given;
  if (handler !== undefined && isOwnBoundary(call, module)) points.flow(handler, call.result);
  const runs = findRunner(call, module);
  for (const place of call.given) {
    if (runs === "outside") points.flow(place, project.escaped);
    else
      watchFunctions(place, project, (fn) => {
        if (runs === "caller") call.targets.add(fn);
        else enter(fn, runs);
        for (const parameter of fn.parameters) points.add(parameter, project.outsideOf("unknown"));
      });
  }
}

/** Whether a call is of a member of what is imported, as it is written: `axios.get(url)`. */
export function asksModule({ node, caller: { source } }: CallRecord, { flows }: ProjectFlow): boolean {
  const callee = node.type === "CallExpression" ? unwrapExpression(node.callee) : undefined;
  const object = callee?.type === "MemberExpression" ? unwrapExpression(callee.object) : undefined;
  const variable = object?.type === "Identifier" ? flows.get(source.file)?.variableOf(object) : undefined;
  return variable?.defs[0]?.type === "ImportBinding";
}

function isOwnBoundary({ node, caller }: CallRecord, module: string): boolean {
  return OUR_PACKAGE.test(module) && node.type === "CallExpression" && isBoundary(node.callee, caller.source.lint);
}

/** A method of the language runs the functions that it is given, or the function that it is called on. */
function runOther(call: CallRecord, project: ProjectFlow): void {
  const { key, given, receiver, targets } = call;
  if (key === undefined) return;
  const run = (place: Place) => {
    watchFunctions(place, project, (fn) => targets.add(fn));
  };
  if (ITERATING_METHODS.has(key)) given.forEach(run);
  if (receiver && (key === "call" || key === "apply")) run(receiver);
}

/** Who runs the functions that a call gives to outside code: the caller, if they run before the call is done. */
function findRunner({ key, node }: CallRecord, module: string): EntryKind | "caller" {
  if (COMMAND_LINES.has(module)) return "commandLine";
  const callee = node.type === "CallExpression" ? unwrapExpression(node.callee) : undefined;
  const name = key ?? (callee?.type === "Identifier" ? callee.name : undefined);
  if (name !== undefined && TIMERS.has(name)) return "background";
  if (name !== undefined && LISTENERS.has(name)) return listensToItself(node) ? "background" : "outside";
  return module === "global" || (key !== undefined && ITERATING_METHODS.has(key)) || isAwaited(node)
    ? "caller"
    : "outside";
}

function listensToItself(node: CallRecord["node"]): boolean {
  const [event] = node.type === "CallExpression" ? node.arguments : [];
  return event?.type === "Literal" && OWN_EVENTS.test(String(event.value));
}

/** Whether what a call promises is waited for, or handed to who called. */
function isAwaited({ parent }: CallRecord["node"]): boolean {
  return (
    parent?.type === "AwaitExpression" ||
    parent?.type === "ReturnStatement" ||
    parent?.type === "ArrowFunctionExpression"
  );
}

/** Whether it is known what a call runs: functions of the project, code outside of it, or the language's own. */
function isFollowed(call: CallRecord, { points }: ProjectFlow): boolean {
  const { targets, outside, callee, receiver, isNew } = call;
  if (points.isCapped(callee) || (receiver !== undefined && points.isCapped(receiver))) return false;
  if (targets.size > 0 || outside.size > 0 || isNew) return true;
  if (points.valuesOf(callee).size > 0) return true;
  // Nobody gives it a function.
  if (call.node.type === "CallExpression" && call.node.optional) return true;
  // What is read of a value that nothing is known of.
  return receiver !== undefined && [...points.valuesOf(receiver)].some(({ kind }) => kind === "outside");
}
