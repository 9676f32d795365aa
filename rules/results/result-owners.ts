// Why a function gives what looks like a failure, and who gets it, as far as its file tells: a verdict, the outcome of
// an item and the state of a component are regular results, and the client of a tool takes a failure for a success.
import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { listCalls } from "../model/throw-ends.js";
import {
  getAwaited,
  listPossibleValues,
  readCalleeName,
  readObjectFields,
  readStaticKey,
  readStaticValue,
  unwrapExpression,
} from "../syntax/expressions.js";
import {
  readWrappedName,
  type FunctionNode,
  collectReturnedValues,
  findEnclosingFunction,
  isFunctionNode,
  listParameters,
} from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { listToolHandlers } from "../tools/tool-handlers.js";
import { CONTINUATIONS, ITERATIONS } from "../words/calls.js";
import { REASON_FIELDS } from "../words/names.js";

/** Returns whether a function's return value reaches a caller as the outcome of the work that the caller asked for. */
export function returnsOutcome(owner: FunctionNode, lint: LintContext): boolean {
  // The state of a component is no outcome, and neither is the data of an object: `useLoad`, `toJSON`.
  if (/^use[A-Z]|^toJSON$/.test(readWrappedName(owner, lint.sourceCode) ?? "")) return false;
  return reachesCaller(owner, lint) && !givesNextState(owner, lint);
}

/** Not as the outcome of an item, and not as a value that the function around a promise chain handles itself. */
function reachesCaller(node: FunctionNode, lint: LintContext): boolean {
  const { parent: call } = node;
  if (call.type !== "CallExpression" || call.callee === node) return true;
  const name = readCalleeName(call, lint.sourceCode);
  const user = findUser(call);
  if (ITERATIONS.has(name) || isUsedAsList(user, lint)) return false;
  if (!CONTINUATIONS.has(name)) return true;
  const owner = user?.type === "ReturnStatement" ? findEnclosingFunction(user) : user;
  return isFunctionNode(owner) && reachesCaller(owner, lint);
}

/** Returns whether the code goes through what a call gives: `const all = await mapFiles(...); all.filter(...)`. */
function isUsedAsList(user: TSESTree.Node | undefined, { sourceCode }: LintContext): boolean {
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

/** `(state: State, form: FormData): Promise<State>`: what a function gives is the next state, and no outcome. */
function givesNextState(owner: FunctionNode, lint: LintContext): boolean {
  const type = findDeclaredResult(owner, lint);
  return listParameters(owner).some((each) => {
    const written = each.type === "Identifier" ? each.typeAnnotation?.typeAnnotation : undefined;
    return type !== undefined && written != null && lint.sourceCode.getText(written) === lint.sourceCode.getText(type);
  });
}

// The fields of a verdict, with its reasons.
const VERDICT_PARTS = new RegExp(`${REASON_FIELDS.source}|^(?:is_?)?valid$|field|warning|suggest`, "i");

/** Returns whether the success of a function brings a result: `{ ok: true, body }`. */
export function bringsResult(flag: string, owner: FunctionNode, { sourceCode }: LintContext): boolean {
  return collectReturnedValues(owner, sourceCode)
    .flatMap(listPossibleValues)
    .some((value) => {
      if (value.type !== "ObjectExpression") return false;
      const { values } = readObjectFields(value, sourceCode);
      const isSet = values.get(flag);
      const succeeds = isSet !== undefined && readStaticValue(isSet, sourceCode)?.value === true;
      return succeeds && [...values.keys()].some((name) => name !== flag && !VERDICT_PARTS.test(name));
    });
}

/** Returns whether a declared type says what is in a result, the same in a failure and in a success. */
export function hasVerdictType(owner: FunctionNode, lint: LintContext): boolean {
  const type = findDeclaredResult(owner, lint);
  return type !== undefined && !isUnion(type, lint);
}

function isUnion(type: TSESTree.TypeNode, lint: LintContext): boolean {
  if (type.type !== "TSTypeReference") return type.type === "TSUnionType";
  const definition = resolveVariable(type.typeName, lint.sourceCode)?.defs[0]?.node;
  return definition?.type === "TSTypeAliasDeclaration" && isUnion(definition.typeAnnotation, lint);
}

/** Types that leave it open what is in a result. */
const OPEN_TYPE = /^any$/;

/** Finds the type that a function declares for its result, or a function around it; without its promise. */
function findDeclaredResult(node: FunctionNode | undefined, lint: LintContext): TSESTree.TypeNode | undefined {
  if (!node?.returnType) return node && findDeclaredResult(findEnclosingFunction(node), lint);
  const type = node.returnType.typeAnnotation;
  const [argument] = type.type === "TSTypeReference" ? (type.typeArguments?.params ?? []) : [];
  const isPromise = argument && /^Promise\b/.test(lint.sourceCode.getText(type));
  const result = isPromise ? argument : type;
  return OPEN_TYPE.test(lint.sourceCode.getText(result)) ? undefined : result;
}

/** Returns whether a client gets what a function gives: the handler of a tool, or what a handler returns as it is. */
export function answersTool(owner: FunctionNode, lint: LintContext, seen: readonly FunctionNode[] = []): boolean {
  if (listToolHandlers(owner, lint).length > 0) return true;
  const path = [...seen, owner];
  return listCalls(owner, lint).some((call) => {
    const { parent } = getAwaited(call);
    const caller = findEnclosingFunction(call);
    const isReturned = parent?.type === "ReturnStatement" || parent === caller;
    return isReturned && caller !== undefined && !path.includes(caller) && answersTool(caller, lint, path);
  });
}
