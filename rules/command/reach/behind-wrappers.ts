// Raw errors that get to a client only through a wrapper: the decision about the wrapper settles them.
import type { Decision } from "../../decision.js";
import { type FunctionRecord, functionsOf } from "../../reach/project-flow.js";
import { findReach, reachesClient } from "../../reach/reach.js";
import { getOrCreate } from "../../syntax/remember.js";
import type { LintedProject } from "../project/lint-project.js";
import { type Position, findFunction } from "./find-function.js";
import type { ServerGraph } from "./server-graph.js";

/**
 * Gives raw errors the decision about the wrapper that stands between them and every client. A rule sees the throws in
 * the function that the wrapper is given; those of other modules need all of their callers.
 */
export async function decideBehindWrappers(
  linted: LintedProject,
  readServer: () => Promise<ServerGraph>,
): Promise<LintedProject> {
  const calls = linted.files.flatMap(({ file, findings }) =>
    findings.flatMap(({ rule, decision }) => (rule === "require-boundary" && decision ? [{ file, decision }] : [])),
  );
  if (calls.length === 0) return linted;
  const server = await readServer();
  const settling = findSettled(calls, server);
  const files = linted.files.map((file) => {
    const findings = file.findings.map((finding) => {
      if (finding.rule !== "no-raw-error" || finding.decision) return finding;
      const name = settling.get(findFunction(file.file, finding.line, finding.column - 1, server));
      return name === undefined ? finding : { ...finding, decision: createDecision(name, finding) };
    });
    return { ...file, findings };
  });
  return { ...linted, files };
}

interface WrapperCall {
  readonly file: string;
  readonly decision: Decision;
}

/** For each function whose failures get to a client through the functions of one wrapper alone, its decision. */
function findSettled(
  calls: readonly WrapperCall[],
  { project: { flow }, served, graph }: ServerGraph,
): Map<FunctionRecord | undefined, string> {
  const behind = new Map<string, Set<FunctionRecord>>();
  for (const { file, decision } of calls) {
    const given = getOrCreate(behind, decision.name, () => new Set());
    for (const { node, caller, given: places } of flow.calls)
      if (caller.source.file === file && decision.places.some(({ start }) => isAt(node.loc.start, start)))
        for (const place of places) for (const fn of functionsOf(place, flow)) given.add(fn);
  }
  const { failing } = findReach(served, graph, flow);
  return new Map(
    [...behind].flatMap(([name, given]) => {
      const without = findReach(served, graph, flow, given).failing;
      return [...failing]
        .filter(([fn, kinds]) => !given.has(fn) && reachesClient(kinds) && !reachesClient(without.get(fn)))
        .map(([fn]): [FunctionRecord, string] => [fn, name]);
    }),
  );
}

const isAt = (one: Position, other: Position) => one.line === other.line && one.column === other.column;

/** The raw errors are settled by what becomes of the wrapper: their rule has no decision of its own. */
function createDecision(name: string, { line, column, endLine = line, endColumn = column }: Finding): Decision {
  const loc = { start: { line, column: column - 1 }, end: { line: endLine, column: endColumn - 1 } };
  return { name, of: "require-boundary", noun: "call", places: [loc] };
}

type Finding = LintedProject["files"][number]["findings"][number];
