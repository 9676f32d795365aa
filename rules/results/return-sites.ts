import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isResolveName } from "../catches/throw-sites.js";
import { unwrapExpression, getOutermostWrapper } from "../syntax/expressions.js";
import { type FunctionNode, findEnclosingFunction } from "../syntax/functions.js";
import { resolveGlobalName, readMethodCall } from "../syntax/references.js";

/** The ways in which code gives its caller a value. */
type ReturnKind = "return" | "arrow" | "resolve" | "promise" | "response";

/** A place where code gives its caller a value. */
export interface ReturnSite {
  readonly kind: ReturnKind;
  readonly value: TSESTree.Expression;
  /** The statement, function or call that gives the value. */
  readonly node: TSESTree.Node;
  /** The function whose caller gets the value; `undefined`: that of a promise or a response. */
  readonly owner: FunctionNode | undefined;
}

const RESPONSE_METHODS = new Set(["json", "send", "jsonp"]);
const RESPONSES = /^(?:res|response|reply|c|ctx|Response|NextResponse)$/;

/**
 * Returns the site that a `return` or the body of an arrow function is. A `yield` gives an event, or the outcome of an
 * item.
 */
export function readReturnSite(
  node: TSESTree.ReturnStatement | TSESTree.ArrowFunctionExpression,
): ReturnSite | undefined {
  if (node.type === "ReturnStatement")
    return node.argument
      ? { kind: "return", value: node.argument, node, owner: findEnclosingFunction(node) }
      : undefined;
  return node.body.type === "BlockStatement" ? undefined : { kind: "arrow", value: node.body, node, owner: node };
}

/**
 * Returns the site that a call is: it gives the value of a promise, or with `responses` the body of an HTTP response.
 */
export function readReturnSiteOfCall(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
  responses: boolean,
): ReturnSite | undefined {
  const [value] = call.arguments;
  if (!value || value.type === "SpreadElement") return undefined;
  const callee = unwrapExpression(call.callee);
  if (callee.type === "Identifier") {
    const resolves = isResolveName(callee, sourceCode);
    return resolves ? { kind: "resolve", value, node: call, owner: undefined } : undefined;
  }
  if (isReturned(call) && resolveGlobalName(callee, ["Promise.resolve"], sourceCode)) {
    return { kind: "promise", value, node: call, owner: findEnclosingFunction(call) };
  }
  const method = responses ? readMethodCall(call, sourceCode) : undefined;
  const isResponse = method && RESPONSE_METHODS.has(method.name) && RESPONSES.test(readRootName(method.object));
  return isResponse ? { kind: "response", value, node: call, owner: undefined } : undefined;
}

/** Returns whether a function returns a value as it is, or as an arm of its return value. */
function isReturned(node: TSESTree.Node): boolean {
  const { parent } = getOutermostWrapper(node);
  const isArm = parent?.type === "ConditionalExpression" || parent?.type === "LogicalExpression";
  return isArm ? isReturned(parent) : /^(?:ReturnStatement|ArrowFunctionExpression)$/.test(parent?.type ?? "");
}

/** `res` in `res.status(400).json(...)` */
export function readRootName(node: TSESTree.Node): string {
  const expression = unwrapExpression(node);
  switch (expression.type) {
    case "Identifier":
      return expression.name;
    case "CallExpression":
      return readRootName(expression.callee);
    case "MemberExpression":
      return readRootName(expression.object);
    default:
      return "";
  }
}
