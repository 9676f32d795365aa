import type { FunctionRecord } from "../../reach/project-flow.js";
import type { ServerGraph } from "./server-graph.js";

/** A place in a file: a line from 1, a column from 0. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

const isUpTo = (one: Position, other: Position) =>
  one.line < other.line || (one.line === other.line && one.column <= other.column);

/** The innermost function around a place. */
export function findFunction(
  file: string,
  line: number,
  column: number,
  { project: { flow } }: ServerGraph,
): FunctionRecord | undefined {
  const at = { line, column };
  const around = flow.functions.filter(
    ({ source, node: { loc } }) => source.file === file && isUpTo(loc.start, at) && isUpTo(at, loc.end),
  );
  return around.reduce<FunctionRecord | undefined>(
    (inner, each) => (inner && isUpTo(each.node.loc.start, inner.node.loc.start) ? inner : each),
    undefined,
  );
}
