import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import {
  readWrappedName,
  type FunctionNode,
  collectReturnedValues,
  findEnclosingFunction,
  isFunctionNode,
} from "../syntax/functions.js";
import { readCalleeName, readObjectFields, readStaticKey, readStaticValue } from "../syntax/properties.js";
import { CONTINUATIONS, ITERATIONS } from "../words/calls.js";
import { REASON_FIELDS } from "../words/failures.js";
import { asksForVerdict } from "../words/names.js";

// The purpose of a function decides whether an object that looks like a failure is one: a verdict, the outcome of an
// item and the state of a component are regular results.

const VERDICT_PARTS = new RegExp(`${REASON_FIELDS.source}|^(?:is_?)?valid$|field|warning|suggest`, "i");

/** Returns whether a function's return value reaches a caller as the outcome of the work that the caller asked for. */
export function returnsOutcome(node: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  // The state of a component is no outcome, and neither is the data of an object: `useLoad`, `toJSON`.
  const isState = /^use[A-Z]|^toJSON$/.test(readWrappedName(node, sourceCode) ?? "");
  return !isState && reachesCaller(node, sourceCode);
}

/** Returns whether a function exists to give a verdict: `validate`, `isReady`, `checkHealth`. */
export function asksQuestion(owner: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  return asksForVerdict(readWrappedName(owner, sourceCode) ?? "");
}

/** Returns whether the success of a function brings a result: `{ ok: true, body }`. */
export function bringsResult(flag: string, owner: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  return listAnswers(owner, sourceCode).some((value) => givesResult(flag, value, sourceCode));
}

function givesResult(flag: string, value: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (value.type !== "ObjectExpression") return false;
  const { values } = readObjectFields(value, sourceCode);
  const isSet = values.get(flag);
  const succeeds = isSet !== undefined && readStaticValue(isSet, sourceCode)?.value === true;
  return succeeds && [...values.keys()].some((name) => name !== flag && !VERDICT_PARTS.test(name));
}

function listAnswers(owner: FunctionNode, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  return collectReturnedValues(owner, sourceCode).flatMap(listPossibleValues);
}

/** Returns whether a function only puts a failure into another form: `formatError`. */
export function isDescription(owner: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  return /^_*format(?=[A-Z_\d]|$)/.test(readWrappedName(owner, sourceCode) ?? "");
}

/** Returns whether a function says whether something is valid, and why not, and gives nothing else. */
export function givesVerdictAlone(owner: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  const answers = listAnswers(owner, sourceCode);
  return answers.length > 1 && answers.every((value) => isVerdictAlone(value, sourceCode));
}

function isVerdictAlone(value: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (value.type !== "ObjectExpression") return readStaticValue(value, sourceCode) !== undefined;
  return value.properties.every(
    (property) => property.type === "Property" && VERDICT_PARTS.test(readStaticKey(property, sourceCode) ?? ""),
  );
}

/** Not as the outcome of an item, and not as a value that the function around a promise chain handles itself. */
function reachesCaller(node: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  const { parent: call } = node;
  if (call.type !== "CallExpression" || call.callee === node) return true;
  const name = readCalleeName(call, sourceCode);
  if (ITERATIONS.has(name) || isUsedAsList(call, sourceCode)) return false;
  if (!CONTINUATIONS.has(name)) return true;
  const user = findUser(call);
  const owner = user?.type === "ReturnStatement" ? findEnclosingFunction(user) : user;
  return isFunctionNode(owner) && reachesCaller(owner, sourceCode);
}

/** Returns whether the code goes through what a call gives: `const all = await mapFiles(...); all.filter(...)`. */
function isUsedAsList(call: TSESTree.CallExpression, sourceCode: TSESLint.SourceCode): boolean {
  const user = findUser(call);
  const [list] = user?.type === "VariableDeclarator" ? sourceCode.getDeclaredVariables(user) : [];
  return (list?.references ?? []).some(({ identifier: { parent } }) => {
    if (parent.type === "ForOfStatement") return true;
    return parent.type === "MemberExpression" && ITERATIONS.has(readStaticKey(parent, sourceCode) ?? "");
  });
}

/** Finds the node that uses the promise at the end of a chain: `return` of `return p.then(f).catch(g)`. */
function findUser(call: TSESTree.Node): TSESTree.Node | undefined {
  const { parent } = call;
  const isChain =
    parent?.type === "MemberExpression" ||
    parent?.type === "AwaitExpression" ||
    (parent?.type === "CallExpression" && parent.callee === call) ||
    (parent && unwrapExpression(parent) !== parent);
  return isChain ? findUser(parent) : parent;
}
