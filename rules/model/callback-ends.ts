// What a function does with a failure of the callback that it is given: `wrap(handler)`, `run("read", () => load())`.
// The callback is followed to its calls, its promise to where it is awaited, and the failure outwards, through the
// handlers around it, until it leaves the function or a handler ends it. Functions of other modules are read in their
// own text.
import type { TSESTree } from "@typescript-eslint/utils";
import { isBoundary } from "../contract/boundary-names.js";
import type { LintContext } from "../contract/lint-context.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import { getOutermostWrapper, readCalleeName, readMethodCall, readStaticKey } from "../syntax/expressions.js";
import {
  type FunctionNode,
  findEnclosingFunction,
  isFunctionNode,
  listParameters,
  resolveFunctionReference,
} from "../syntax/functions.js";
import { collectReads } from "../syntax/references.js";
import { collectNodes } from "../syntax/source-file.js";
import { CONTINUATIONS } from "../words/calls.js";
import { type Callee, findCallee, findImportedFunction } from "./callees.js";
import { isLogger } from "./exits.js";
import { findHandlerPlace } from "./failure-handlers.js";
import { type FailureAnswer, type FailureWay, type HandlerEnd, classifyHandler, joinEnds } from "./handler-ends.js";

/** `returned`: a function is returned whose caller gets the failure; `undefined`: this use hands nobody anything. */
type End = HandlerEnd | "returned" | undefined;

/**
 * What an expression holds: a function that fails when it is called, an async one, what such a call gives (it throws,
 * or gives a promise), or a promise that rejects.
 */
type Form = "function" | "async function" | "result" | "promise";

interface Search extends FailureWay {
  /** The function that is read. */
  readonly callee: Callee;
  /** The ends of parameters and functions that have been followed; none while they are. */
  readonly known: Map<string, Map<TSESTree.Node, End>>;
}

/** What becomes of the failure of a callback, and what is answered in its place where it is. */
export interface CallbackWay {
  readonly end: HandlerEnd;
  readonly answers: readonly FailureAnswer[];
}

/** Follows what a call does with a failure of the function that is one of its arguments. */
export function traceCallback(call: TSESTree.CallExpression, callback: TSESTree.Node, lint: LintContext): CallbackWay {
  const node = resolveFunctionReference(callback, lint.sourceCode) ?? callback;
  const form = isFunctionNode(node) ? formOf(node) : "function";
  const search = { known: new Map(), followed: new Set<TSESTree.Node>(), answers: [] };
  const end = followArgument(call, callback, form, lint, search) ?? "unknown";
  return { end: end === "returned" ? "passed" : end, answers: search.answers };
}

const formOf = ({ async, generator }: FunctionNode): Form => (async && !generator ? "async function" : "function");

const isFunctionForm = (form: Form) => form === "function" || form === "async function";

/** Follows an argument of a call into the function that is called. */
function followArgument(
  call: TSESTree.CallExpression,
  argument: TSESTree.Node,
  form: Form,
  lint: LintContext,
  search: Omit<Search, "callee">,
): End {
  if (isBoundary(call.callee, lint)) return isFunctionForm(form) ? "enveloped" : "unknown";
  const callee = findCallee(call, lint);
  const position = call.arguments.findIndex((each) => each === argument);
  const given = call.arguments.slice(0, position + 1);
  if (!callee || callee === "unknown" || given.some(({ type }) => type === "SpreadElement")) return "unknown";
  const parameter = listParameters(callee.node)[position];
  if (parameter?.type !== "Identifier") return "unknown";
  return once(parameter, form, search, () => {
    const end = followReads(parameter, form, { ...search, callee });
    // One that is never read may be called by another name: `arguments[0]`.
    return end ?? "unknown";
  });
}

/** Asks once for each node; what comes back to it while it is asked adds no end. */
function once(node: TSESTree.Node, form: Form, { known }: Pick<Search, "known">, ask: () => End): End {
  const ends = known.get(form) ?? new Map<TSESTree.Node, End>();
  known.set(form, ends);
  if (!ends.has(node)) {
    ends.set(node, undefined);
    ends.set(node, ask());
  }
  return ends.get(node);
}

function followReads(name: TSESTree.Node, form: Form, search: Search): End {
  const reads = collectReads(name, search.callee.lint.sourceCode);
  for (const read of reads) search.followed.add(read);
  return joinEnds(reads.map((read) => follow(read, form, search)));
}

function follow(node: TSESTree.Node, form: Form, search: Search): End {
  return isFunctionForm(form) ? followFunction(node, form, search) : followResult(node, form, search);
}

/** Follows a function to where it is called, passed on or returned. */
function followFunction(node: TSESTree.Node, form: Form, search: Search): End {
  const value = getOutermostWrapper(node);
  const { parent } = value;
  const result = form === "function" ? "result" : "promise";
  switch (parent?.type) {
    case "CallExpression":
      if (parent.callee === value) return followResult(parent, result, search);
      if (isContinuation(parent, search)) return followResult(parent, "promise", search);
      return followThrough(parent, value, form, search);
    case "MemberExpression":
      return parent.object === value ? followMethod(parent, form, search) : "unknown";
    case "UnaryExpression":
    case "BinaryExpression":
    case "IfStatement":
      return undefined;
    default:
      return followValue(value, form, search);
  }
}

/** `run.call(this, input)`, `run.bind(this)`, `run.name` */
function followMethod(member: TSESTree.MemberExpression, form: Form, search: Search): End {
  const call = getOutermostWrapper(member).parent;
  if (call?.type !== "CallExpression" || call.callee !== member) return undefined;
  switch (readStaticKey(member, search.callee.lint.sourceCode)) {
    case "call":
    case "apply":
      return followResult(call, form === "function" ? "result" : "promise", search);
    case "bind":
      return followFunction(call, form, search);
    default:
      return "unknown";
  }
}

/** Follows what a call of a function gave to where its failure is thrown. */
function followResult(node: TSESTree.Node, form: Form, search: Search): End {
  const value = getOutermostWrapper(node);
  const { parent } = value;
  switch (parent?.type) {
    case "AwaitExpression":
      return followFailure(parent, search);
    case "YieldExpression":
      return parent.delegate ? followFailure(parent, search) : "unknown";
    case "ForOfStatement":
      return parent.right === value ? followFailure(parent, search) : "unknown";
    case "MemberExpression":
      return parent.object === value ? followChain(parent, search) : "unknown";
    case "ArrayExpression":
      return parent.parent.type === "CallExpression" && isJoin(parent.parent, search)
        ? followResult(parent.parent, "promise", search)
        : "unknown";
    case "CallExpression":
      if (parent.callee === value) return "unknown";
      return isJoin(parent, search)
        ? followResult(parent, "promise", search)
        : followThrough(parent, value, form, search);
    default:
      return followValue(value, form, search);
  }
}

/** Follows a value through a name, the arms of a condition, or out of its function. */
function followValue(value: TSESTree.Node, form: Form, search: Search): End {
  const { parent } = value;
  switch (parent?.type) {
    case "ConditionalExpression":
      return parent.test === value ? undefined : follow(parent, form, search);
    case "LogicalExpression":
      return parent.left === value && parent.operator === "&&" ? undefined : follow(parent, form, search);
    case "VariableDeclarator":
      return followName(parent, form, search);
    case "ReturnStatement":
      return followReturned(value, findEnclosingFunction(parent), form, search);
    case "ArrowFunctionExpression":
      return parent.body === value ? followReturned(value, parent, form, search) : "unknown";
    default:
      return value.type === "FunctionDeclaration" ? followReads(value.id ?? value, form, search) : "unknown";
  }
}

function followName({ id, init, parent }: TSESTree.VariableDeclarator, form: Form, search: Search): End {
  if (id.type !== "Identifier" || parent.kind !== "const") return "unknown";
  const end = followReads(id, form, search);
  return form === "result" && init ? joinEnds([end, followFailure(init, search)]) : end;
}

function followReturned(value: TSESTree.Node, owner: FunctionNode | undefined, form: Form, search: Search): End {
  if (!owner) return "unknown";
  if (isFunctionForm(form)) return owner === search.callee.node ? "returned" : "unknown";
  // Nothing in the function waits for a promise that it returns.
  if (form === "promise") return leaveFunction(owner, true, search);
  const end = followFailure(value, search);
  return end === "passed" || end === "returned" ? end : "unknown";
}

/** Follows a value into the function that it is given to, and on from the call where it comes back. */
function followThrough(call: TSESTree.CallExpression, argument: TSESTree.Node, form: Form, search: Search): End {
  const end = followArgument(call, argument, form, search.callee.lint, search);
  if (end === "returned") return followFunction(call, "function", search);
  if (end !== "passed") return end;
  const callee = findCallee(call, search.callee.lint);
  const isAsync = typeof callee === "object" && formOf(callee.node) === "async function";
  return followResult(call, isAsync ? "promise" : "result", search);
}

/** `handler(input).catch(toResult)` */
function followChain(member: TSESTree.MemberExpression, search: Search): End {
  const { lint } = search.callee;
  const call = getOutermostWrapper(member).parent;
  if (call?.type !== "CallExpression" || call.callee !== member || !isContinuation(call, search)) return "unknown";
  const place = findHandlerPlace(call, lint);
  const end = place?.kind === "rejection" ? classifyReference(place.handler, search) : "passed";
  return end === "passed" ? followResult(call, "promise", search) : end;
}

function classifyReference(name: TSESTree.Node, search: Search): End {
  const { lint } = search.callee;
  const own = resolveFunctionReference(name, lint.sourceCode) ?? name;
  if (isFunctionNode(own)) return classifyHandler(own, search, lint);
  if (isLogger(name, lint)) return "dropped";
  const imported = findImportedFunction(name, lint);
  if (!imported || imported === "unknown") return "unknown";
  return classifyHandler(imported.node, search, imported.lint);
}

function isContinuation(call: TSESTree.CallExpression, { callee: { lint } }: Search): boolean {
  return (
    readMethodCall(call, lint.sourceCode) !== undefined && CONTINUATIONS.has(readCalleeName(call, lint.sourceCode))
  );
}

/** Calls whose promise rejects as the one does that they are given. */
const JOINS = ["Promise.all", "Promise.race", "Promise.resolve"] as const;

const isJoin = (call: TSESTree.CallExpression, { callee: { lint } }: Search): boolean =>
  resolveGlobalName(call.callee, JOINS, lint.sourceCode) !== undefined;

/** Follows a failure outwards from where it is thrown. */
function followFailure(node: TSESTree.Node, search: Search): End {
  const { lint } = search.callee;
  for (let child = node, { parent } = node; parent; child = parent, { parent } = parent) {
    if (isFunctionNode(child)) return leaveFunction(child, child.async, search);
    if (parent.type !== "TryStatement" || parent.finalizer === child) continue;
    if (parent.finalizer && replacesEnd(parent.finalizer, lint)) return "unknown";
    const end = parent.block === child && parent.handler ? classifyHandler(parent.handler, search, lint) : "passed";
    if (end === "passed") continue;
    // The error that takes its place is on the same way.
    const other = end === "converted" ? followFailure(parent, search) : undefined;
    return other === undefined || other === "passed" || other === "returned" ? end : other;
  }
  return "unknown";
}

/** Returns whether a `finally` gives a value in place of a failure. */
function replacesEnd(finalizer: TSESTree.BlockStatement, { sourceCode }: LintContext): boolean {
  return collectNodes(sourceCode, finalizer, isFunctionNode).some(({ type }) => type === "ReturnStatement");
}

function leaveFunction(node: FunctionNode, rejects: boolean, search: Search): End {
  if (node === search.callee.node) return "passed";
  const form = rejects && !node.generator ? "async function" : "function";
  return once(node, form, search, () => followFunction(node, form, search));
}
