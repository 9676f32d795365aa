// What becomes of a throw. It is followed outwards: to the `catch` around it, out of its function, and to the places
// where the file calls that function or passes it on. A promise that rejects is followed to where it is awaited,
// returned or dropped.
import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { findBuiltinErrorName, resolveGlobalName } from "../syntax/built-ins.js";
import { getOutermostWrapper, readCalleeName, unwrapExpression } from "../syntax/expressions.js";
import {
  type FunctionNode,
  findCalledFunction,
  findEnclosingFunction,
  findFunctionVariable,
  isExecutionBoundary,
  isExecutor,
  isFunctionNode,
  resolveFunctionReference,
} from "../syntax/functions.js";
import { getOrCreate } from "../syntax/remember.js";
import { collectNodes } from "../syntax/source-file.js";
import { CONTINUATIONS, ITERATIONS, LISTENERS, TIMERS } from "../words/calls.js";
import { traceCallback } from "./callback-ends.js";
import { type Exit, findExitByCall } from "./exits.js";
import { boundVariables, findHandlerParameter, findHandlerPlace } from "./failure-handlers.js";

/**
 * One end of a throw. `caught`: by a handler of the file that does not hand the failure on; `lost`: nobody can catch
 * it; `top`: the same at the top of a module, where a promise stands alone and the process has a status; `load`: what
 * loads the module gets it; `open`: a handler hands it on, or whoever else calls the function gets it.
 */
type ThrowEnd = "caught" | "lost" | "top" | "load" | "open";

/** Returns whether code may act on a throw at a node, wherever the file runs it. */
export function mayThrowAt(node: TSESTree.Node, lint: LintContext): boolean {
  return listThrowEnds(node, lint).every((end) => end !== "lost" && end !== "top");
}

/** Returns whether nothing waits for the code at a node, or, for a call, for its promise. */
export function isUnawaited(node: TSESTree.Node, lint: LintContext): boolean {
  const search = { ...lint, functions: new Set<FunctionNode>(), needsAll: true };
  const ends = node.type === "CallExpression" ? endsOfRejection(node, search) : endsOfThrow(node, search);
  return ends.length > 0 && ends.every((end) => end === "lost");
}

/**
 * Returns whether a failure at a node ends in handlers of the file, or while its module is loaded, wherever it comes
 * from.
 *
 * @param isBuiltIn whether the failure is an error of JavaScript's own class
 * @param isReported whether another finding is about what a handler answers, and its fix hands the failure on
 */
export function endsInFile(
  { kind, value }: Exit,
  isBuiltIn: boolean,
  isReported: HandlerTest,
  lint: LintContext,
): boolean {
  const search = { ...lint, functions: new Set<FunctionNode>(), needsAll: true, isBuiltIn, isReported };
  const promise = kind === "reject" ? findRejected(value) : undefined;
  const ends = promise ? endsOfRejection(promise, search) : endsOfThrow(value, search);
  return ends.length > 0 && ends.every((end) => end === "caught" || end === "load");
}

/** The `new Promise(...)` whose `reject` a call is; `undefined` for other rejections. */
function findRejected(value: TSESTree.Node): TSESTree.Node | undefined {
  for (let owner = findEnclosingFunction(value); owner; owner = findEnclosingFunction(owner))
    if (isExecutor(owner)) return owner.parent;
  return undefined;
}

export type HandlerTest = (handler: TSESTree.CatchClause | FunctionNode) => boolean;

/** The state that all steps of one search share. */
interface Search extends LintContext {
  /** Functions that have been followed: one that calls itself is followed once. */
  readonly functions: Set<FunctionNode>;
  /** Whether the question is about all ends, so that one that is open answers it. */
  readonly needsAll?: boolean;
  /** Whether the failure is known to be an error of JavaScript's own class. */
  readonly isBuiltIn?: boolean;
  readonly isReported?: HandlerTest;
}

function listThrowEnds(node: TSESTree.Node, lint: LintContext): readonly ThrowEnd[] {
  return endsOfThrow(node, { ...lint, functions: new Set() });
}

function endsOfThrow(node: TSESTree.Node, search: Search): readonly ThrowEnd[] {
  for (let child = node, { parent } = node; parent; child = parent, { parent } = parent) {
    if (isFunctionNode(child)) return endsOfFunction(child, child.async, search);
    if (isExecutionBoundary(child)) break;
    if (parent.type === "Program") return ["load"];
    if (parent.type !== "TryStatement") continue;
    // A throw in `finally` takes the place of the failure that is on its way.
    if (parent.finalizer === child) return ["lost"];
    if (parent.block === child && parent.handler) return endsInHandler(parent.handler, search);
  }
  return ["open"];
}

/** The ends at all places of the file that run a function, by itself or by its name. */
function endsOfFunction(node: FunctionNode, rejects: boolean, search: Search): readonly ThrowEnd[] {
  if (node.generator) return ["open"];
  const isOpen = isCallableElsewhere(node);
  if (isOpen && search.needsAll) return ["open"];
  if (search.functions.has(node)) return [];
  search.functions.add(node);
  const places = isExpression(node) ? [node] : listNames(node, search);
  const ends = places.flatMap((place) => endsAtPlace(place, rejects, search));
  return isOpen || places.length === 0 ? [...ends, "open"] : ends;
}

const USES_FUNCTION: ReadonlySet<string> = new Set(["CallExpression", "NewExpression", "AwaitExpression"]);

/** Returns whether a function stands where it is called or passed on, and not under a name. */
function isExpression({ type, parent }: FunctionNode): boolean {
  return type !== "FunctionDeclaration" && USES_FUNCTION.has(parent.type);
}

/** Returns whether other files can call a function: it is exported as it stands, or a method that is not private. */
export function isCallableElsewhere({ parent }: FunctionNode): boolean {
  if (parent.type === "MethodDefinition" || parent.type === "PropertyDefinition")
    return parent.key.type !== "PrivateIdentifier" && !/^private$/.test(parent.accessibility ?? "");
  const declaration = parent.type === "VariableDeclarator" ? parent.parent.parent : parent;
  return declaration.type.startsWith("Export");
}

/** Lists the expressions of the file that stand for a function by its name: `run`, `this.run`. */
export function listNames(node: FunctionNode, { sourceCode }: LintContext): readonly TSESTree.Node[] {
  const { parent } = node;
  if (parent.type === "MethodDefinition" || parent.type === "PropertyDefinition")
    return getOrCreate(memberNames, parent.parent, () => collectMemberNames(parent.parent, sourceCode)).get(node) ?? [];
  const references = findFunctionVariable(node, sourceCode)?.references ?? [];
  return references.filter(({ init }) => init !== true).map(({ identifier }) => identifier);
}

/** By the body of a class, the expressions in it that stand for a function, by that function. */
const memberNames = new WeakMap<TSESTree.ClassBody, ReadonlyMap<TSESTree.Node, readonly TSESTree.Node[]>>();

function collectMemberNames(body: TSESTree.ClassBody, sourceCode: LintContext["sourceCode"]) {
  const names = new Map<TSESTree.Node, TSESTree.Node[]>();
  for (const each of collectNodes(sourceCode, body)) {
    const named = each.type === "MemberExpression" ? resolveFunctionReference(each, sourceCode) : undefined;
    if (named) getOrCreate(names, named, () => []).push(each);
  }
  return names;
}

/** Lists the calls of a function in its file, by its name. */
export function listCalls(node: FunctionNode, lint: LintContext): readonly TSESTree.CallExpression[] {
  return listNames(node, lint).flatMap((name) => {
    const call = getOutermostWrapper(name).parent;
    return call?.type === "CallExpression" && unwrapExpression(call.callee) === name ? call : [];
  });
}

/** The ends of a function's failure where it is called or passed, by itself or by its name. */
function endsAtPlace(node: TSESTree.Node, rejects: boolean, search: Search): readonly ThrowEnd[] {
  const { parent: call } = node;
  if (call && isExecutor(node)) return rejects ? ["lost"] : endsOfRejection(call, search);
  if (call?.type !== "CallExpression") return ["open"];
  const isCalled = call.callee === node;
  const name = isCalled ? "" : readCalleeName(call, search.sourceCode);
  if (TIMERS.has(name) || LISTENERS.has(name)) return ["lost"];
  if (CONTINUATIONS.has(name)) return endsOfRejection(call, search);
  // `forEach` drops the promises that it is given.
  if (rejects && name === "forEach") return ["lost"];
  if (isCalled || ITERATIONS.has(name)) return rejects ? endsOfRejection(call, search) : endsOfThrow(call, search);
  // `wrap(handler)`, which answers for what fails in it.
  if (traceCallback(call, node, search).end === "answered") return ["caught"];
  // `await retry(() => load())`: whoever runs it, its failure is that of the promise, or is handled there.
  if (getOutermostWrapper(call).parent?.type === "AwaitExpression") return endsOfRejection(call, search);
  const place = findHandlerPlace(call, search);
  if (place?.kind === "callback" && place.handler === node) return ["lost"];
  return ["open"];
}

/** A promise that rejects as one of those does that it is given. */
const JOINS = ["Promise.race", "Promise.all", "Promise.any"] as const;

function endsOfRejection(node: TSESTree.Node, search: Search): readonly ThrowEnd[] {
  const promise = getOutermostWrapper(node);
  const { parent } = promise;
  switch (parent?.type) {
    case "ExpressionStatement":
    case "UnaryExpression":
      return [findEnclosingFunction(parent) ? "lost" : "top"];
    case "CallExpression":
      return [TIMERS.has(readCalleeName(parent, search.sourceCode)) ? "lost" : "open"];
    case "ArrayExpression": {
      const call = parent.parent;
      const isJoined = call.type === "CallExpression" && resolveGlobalName(call.callee, JOINS, search.sourceCode);
      return isJoined ? endsOfRejection(call, search) : ["open"];
    }
    case "VariableDeclarator":
      return endsOfStored(parent, search);
    case "AwaitExpression":
      return endsOfThrow(parent, search);
    case "ReturnStatement":
    case "ArrowFunctionExpression": {
      const owner = isFunctionNode(parent) ? parent : findEnclosingFunction(parent);
      return owner ? endsOfFunction(owner, true, search) : ["open"];
    }
    case "MemberExpression":
      return parent.object === promise ? endsOfChain(parent, search) : ["open"];
    default:
      return ["open"];
  }
}

/** `const pending = load();` */
function endsOfStored(declarator: TSESTree.VariableDeclarator, search: Search): readonly ThrowEnd[] {
  const [variable] = search.sourceCode.getDeclaredVariables(declarator);
  const reads = variable?.references.filter((reference) => reference.isRead()) ?? [];
  const isConstant = declarator.id.type === "Identifier" && declarator.parent.kind === "const";
  if (!isConstant || reads.length === 0) return ["open"];
  return reads.flatMap(({ identifier }) => endsOfRejection(identifier, search));
}

/** `promise.then(next)`: the promise that it gives rejects too, unless a handler of rejections is an argument. */
function endsOfChain(member: TSESTree.MemberExpression, search: Search): readonly ThrowEnd[] {
  const call = member.parent;
  if (call.type !== "CallExpression" || call.callee !== member) return ["open"];
  const place = findHandlerPlace(call, search);
  if (place?.kind !== "rejection") return endsOfRejection(call, search);
  const handler = isFunctionNode(place.handler)
    ? place.handler
    : resolveFunctionReference(place.handler, search.sourceCode);
  return isFunctionNode(handler) ? endsInHandler(handler, search) : ["open"];
}

/**
 * A handler that throws the failure, rejects, or keeps it for later, hands it on. An error of another class takes its
 * place; one of JavaScript's own class only says it anew, and goes on in its stead.
 */
function endsInHandler(node: TSESTree.CatchClause | FunctionNode, search: Search): readonly ThrowEnd[] {
  const { sourceCode } = search;
  const variables = boundVariables({ node, binding: findHandlerParameter(node) }, search);
  const names = variables.flatMap(({ references }) => references.map(({ identifier }) => identifier as TSESTree.Node));
  const passes = (call: TSESTree.CallExpression) => {
    const called = findCalledFunction(call, sourceCode);
    return called && listThrows(called.body, search).length > 0 ? true : findExitByCall(call, search) !== undefined;
  };
  const calls = collectNodes(sourceCode, node.body, isFunctionNode).filter(({ type }) => type === "CallExpression");
  if (names.some(keepsFailure) || calls.some((call) => passes(call as TSESTree.CallExpression))) return ["open"];
  const throws = listThrows(node.body, search).filter((each) => !isOfOther(each, search));
  if (throws.some(({ argument }) => !replaces(argument, names))) return ["open"];
  const anew = throws.filter(({ argument }) => isBuiltInMade(argument, search));
  if (anew.length > 0) return anew.flatMap((each) => endsOfThrow(each, search));
  return [search.isReported?.(node) === true ? "open" : "caught"];
}

const listThrows = (body: TSESTree.Node, { sourceCode }: LintContext): readonly TSESTree.ThrowStatement[] =>
  collectNodes(sourceCode, body, isFunctionNode).filter((each) => each.type === "ThrowStatement");

/** `new Error("...")` */
const isBuiltInMade = (value: TSESTree.Expression, { sourceCode }: LintContext): boolean =>
  value.type === "NewExpression" && findBuiltinErrorName(value.callee, sourceCode) !== undefined;

/** `if (error instanceof LoadError) throw error;`, where the failure is of a built-in class. */
function isOfOther(node: TSESTree.ThrowStatement, { isBuiltIn, sourceCode }: Search): boolean {
  const around = node.parent.type === "BlockStatement" ? node.parent : node;
  const test = around.parent.type === "IfStatement" && around.parent.consequent === around && around.parent.test;
  if (!isBuiltIn || !test || test.type !== "BinaryExpression" || test.operator !== "instanceof") return false;
  return findBuiltinErrorName(test.right, sourceCode) === undefined;
}

/** `throw new LoadError("...", { cause: error })`, and not `throw convert(error)`, which may be the error itself. */
function replaces(thrown: TSESTree.Expression, failure: readonly TSESTree.Node[]): boolean {
  if (thrown.type !== "NewExpression" && thrown.type !== "CallExpression") return false;
  return !thrown.arguments.some((argument) => failure.includes(argument));
}

/** `lastError = error`, `errors.push(error)`, `return error` */
function keepsFailure(name: TSESTree.Node): boolean {
  const value = getOutermostWrapper(name);
  const { parent } = value;
  if (parent?.type === "AssignmentExpression") return parent.right === value;
  if (parent?.type === "ReturnStatement" || parent?.type === "ArrowFunctionExpression") return true;
  if (parent?.type !== "CallExpression") return false;
  const { callee } = parent;
  return callee.type === "MemberExpression" && callee.property.type === "Identifier" && callee.property.name === "push";
}
