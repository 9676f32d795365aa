// Codes that a function is given, and makes failures of: who gives them says which they are.
import { listPossibleValues } from "../syntax/expressions.js";
import { listCodesOf } from "../throws/made-codes.js";
import type { CallGraph } from "./call-graph.js";
import { endsAtCall } from "./failure-ends.js";
import { type OwnFailure, findParameter, listOwnFailures } from "./failures-of.js";
import type { CallRecord, FunctionRecord } from "./project-flow.js";

/** Whether what is called tells of a failure: the function that makes what is thrown, or each that gives the code. */
export function isToldElsewhere(
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
  const given = node.type === "CallExpression" || node.type === "NewExpression" ? node.arguments : [];
  const { lint, name } = caller.source;
  const lines = [...call.targets].flatMap((target) =>
    endsAtCall(call, target)
      ? []
      : [...listCodeParameters(target, graph)].flatMap((parameter) => {
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

/** The places of the parameters whose values become codes of failures, here or in what a function passes them on to. */
function listCodeParameters(
  fn: FunctionRecord,
  graph: CallGraph,
  seen: ReadonlySet<FunctionRecord> = new Set(),
): ReadonlySet<number> {
  if (seen.has(fn)) return new Set();
  const { lint } = fn.source;
  const own = listOwnFailures(fn).flatMap(({ parameter }) => parameter ?? []);
  const passed = (graph.callsIn.get(fn) ?? []).flatMap((call) => {
    const given = call.node.type === "CallExpression" || call.node.type === "NewExpression" ? call.node.arguments : [];
    const places = given.map((value) => findParameter(value, fn.node, lint));
    if (places.every((place) => place === undefined)) return [];
    return [...call.targets].flatMap((target) =>
      [...listCodeParameters(target, graph, new Set([...seen, fn]))].flatMap((index) => places[index] ?? []),
    );
  });
  return new Set([...own, ...passed]);
}
