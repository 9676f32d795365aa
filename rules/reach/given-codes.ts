// Codes that a function is given, and makes failures of: who gives them says which they are.
import type { TSESTree } from "@typescript-eslint/utils";
import { listPossibleValues } from "../syntax/expressions.js";
import { getOrCreate, rememberFor } from "../syntax/remember.js";
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
