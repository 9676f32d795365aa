// From where each function is called, and where its failures get to: two questions of one graph.
import type { TSESTree } from "@typescript-eslint/utils";
import { findEnclosingFunction } from "../syntax/functions.js";
import { getOrCreate } from "../syntax/remember.js";
import { ENTRY_KINDS, type EntryKind } from "../words/entries.js";
import type { CallGraph } from "./call-graph.js";
import { endsAtCall } from "./failure-ends.js";
import { type CallRecord, type FunctionRecord, type ProjectFlow, functionsOf } from "./project-flow.js";
import type { Served } from "./served.js";

export interface Reach {
  /** The entries that a function is called from. */
  readonly called: ReadonlyMap<FunctionRecord, ReadonlySet<EntryKind>>;
  /** The entries that its failures get to. */
  readonly failing: ReadonlyMap<FunctionRecord, ReadonlySet<EntryKind>>;
  /** The calls at which its failures end. */
  readonly endedAt: ReadonlyMap<FunctionRecord, readonly CallRecord[]>;
}

/** Whether a client is told of failures that get to one of some entries. */
export const reachesClient = (kinds: ReadonlySet<EntryKind> | undefined): boolean =>
  kinds !== undefined && [...kinds].some((kind) => ENTRY_KINDS[kind].isClient);

/**
 * Works out both answers for all functions.
 *
 * @param except functions that are taken for never called
 */
export function findReach(
  served: readonly Served[],
  graph: CallGraph,
  project: ProjectFlow,
  except: ReadonlySet<FunctionRecord> = new Set(),
): Reach {
  const entries = [...graph.entries].flatMap(([fn, kinds]) => [...kinds].map((kind): Entry => [fn, kind]));
  const serving = served.flatMap(({ kind, handlers, node }) => [
    ...handlers.flatMap((place) => functionsOf(place, project).map((fn): Entry => [fn, kind])),
    // Whoever serves it has run, also where nobody is seen to call it.
    ...listEnclosing(node, project).map((fn): Entry => [fn, "outside"]),
  ]);
  const endedAt = new Map<FunctionRecord, CallRecord[]>();
  const start = [...entries, ...serving].filter(([fn]) => !except.has(fn));
  const called = spread(start, graph, project, (_, target) => !except.has(target));
  const failing = spread(
    start,
    graph,
    project,
    (call, target) => {
      if (except.has(target)) return false;
      if (!endsAtCall(call, target)) return true;
      getOrCreate(endedAt, target, () => []).push(call);
      return false;
    },
    called,
  );
  return { called, failing, endedAt };
}

function listEnclosing(node: TSESTree.Node, project: ProjectFlow): readonly FunctionRecord[] {
  const around = findEnclosingFunction(node);
  const fn = around && project.byNode.get(around);
  return around ? [...(fn ? [fn] : []), ...listEnclosing(around, project)] : [];
}

type Entry = readonly [FunctionRecord, EntryKind];

/**
 * Follows calls from the entries on. A function that stands in another one is there only once that has run.
 *
 * @param running the functions that run; those that are reached, where it is not given
 */
function spread(
  entries: readonly Entry[],
  { callsIn }: CallGraph,
  { byNode }: ProjectFlow,
  passes: (call: CallRecord, target: FunctionRecord) => boolean,
  running?: Reach["called"],
): Map<FunctionRecord, Set<EntryKind>> {
  const reached = new Map<FunctionRecord, Set<EntryKind>>();
  const waiting = new Map<FunctionRecord, Entry[]>();
  const passing = new Map<FunctionRecord, readonly FunctionRecord[]>();
  const listPassing = (fn: FunctionRecord) =>
    (callsIn.get(fn) ?? []).flatMap((call) => [...call.targets].filter((target) => passes(call, target)));
  const work = [...entries];
  for (let next = work.pop(); next; next = work.pop()) {
    const [fn, kind] = next;
    const around = findEnclosingFunction(fn.node);
    const maker = around && byNode.get(around);
    if (maker && !(running ?? reached).has(maker)) {
      getOrCreate(waiting, maker, () => []).push(next);
      continue;
    }
    const kinds = getOrCreate(reached, fn, () => new Set<EntryKind>());
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    work.push(...(waiting.get(fn) ?? []));
    waiting.delete(fn);
    for (const target of getOrCreate(passing, fn, () => listPassing(fn))) work.push([target, kind]);
  }
  return reached;
}
