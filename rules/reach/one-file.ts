// A file by itself, as a project of one: what its own code shows, and what it leaves open.
import { isBuiltin } from "node:module";
import type { LintContext } from "../contract/lint-context.js";
import { nameOfFile } from "../modules/parsed-module.js";
import { type CallGraph, asksModule, linkCalls } from "./call-graph.js";
import { addFile, isBuiltInMethod } from "./file-flow.js";
import { type CallRecord, createProjectFlow, OUR_PACKAGE, type ProjectFlow, type SourceFile } from "./project-flow.js";
import { findServed, type Served } from "./served.js";

export interface OneFile {
  readonly source: SourceFile;
  readonly flow: ProjectFlow;
  readonly graph: CallGraph;
  readonly served: readonly Served[];
}

/** Reads the linted file alone. Calls of anything that it imports, or is given, count as not followed. */
export function readOneFile(lint: LintContext): OneFile {
  const { filename, context } = lint;
  const flow = createProjectFlow(new Map(), () => undefined);
  const name = nameOfFile(filename, context.cwd);
  const source: SourceFile = { name, file: filename, lint, module: { kind: "module", label: name } };
  flow.files.set(filename, source);
  addFile(flow, source);
  // Other files may call what it exports.
  flow.points.add(flow.escaped, source.module);
  const served = findServed(flow, source);
  const graph = linkCalls(flow);
  return { source, flow, served, graph: { ...graph, unknown: new Set([...graph.unknown, ...listForeign(flow)]) } };
}

/** The calls of code that may fail with a code of the contract: of the project's other files, and of other packages. */
function listForeign(project: ProjectFlow): readonly CallRecord[] {
  const isOwn = (module: string) => module === "global" || isBuiltin(module) || OUR_PACKAGE.test(module);
  return project.calls.filter((call) => {
    const { outside, key } = call;
    const foreign = [...outside].filter((module) => !isOwn(module));
    const isMethod = key !== undefined && isBuiltInMethod(key) && !asksModule(call, project);
    return foreign.length > 0 && !isMethod;
  });
}
