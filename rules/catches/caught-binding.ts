import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapped } from "../syntax/expressions.js";
import { type FunctionNode, isExecutionBoundary, isFunctionNode, parametersOf } from "../syntax/functions.js";
import { staticKey } from "../syntax/keys.js";
import { ERROR_EVENTS, LISTENER_METHODS, handlerPlace } from "./failure-handlers.js";

/** A place that handles a failure: a catch clause, or a function given to `.catch` or as second argument to `.then`. */
export type FailureHandler = TSESTree.CatchClause | FunctionNode;

/** The innermost handler that a node runs in. */
export function enclosingHandler(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): FailureHandler | undefined {
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === "CatchClause") return current;
    if (isFunctionNode(current) && isRejectionHandler(current, sourceCode)) return current;
    // Stops at functions: a callback may run after the handler has ended.
    if (isExecutionBoundary(current)) return undefined;
  }
  return undefined;
}

/** What a handler calls the failure: its parameter, `undefined` where it has none. */
export function handlerParameter(handler: FailureHandler): TSESTree.Node | undefined {
  return (handler.type === "CatchClause" ? handler.param : parametersOf(handler)[0]) ?? undefined;
}

/** Whether a variable holds what a handler caught, and nothing else was ever written to it. */
export function isCaught(variable: TSESLint.Scope.Variable, sourceCode: TSESLint.SourceCode): boolean {
  const definition = variable.defs[0];
  if (!definition || variable.references.some((reference) => reference.isWrite())) return false;
  if (definition.type === "CatchClause") return definition.node.param === definition.name;
  const { node, name } = definition;
  if (!isFunctionNode(node) || parametersOf(node)[0] !== name) return false;
  return isRejectionHandler(node, sourceCode) || isErrorCallback(node, name, sourceCode);
}

const ERROR_NAMES = /^(?:e|er|err|error|reason)$/;
// Elements of a list, of errors, events or entries alike.
const ITERATIONS = /^(?:map|flatMap|forEach|filter|find|findIndex|findLast|findLastIndex|some|every|sort|toSorted)$/;

/** `readFile(path, (err, data) => ...)`, `emitter.on("error", (e) => ...)`: a failure that is handed to the function. */
function isErrorCallback(node: FunctionNode, name: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const call = node.parent;
  if (call.type !== "CallExpression" || !call.arguments.includes(node as TSESTree.CallExpressionArgument)) {
    return false;
  }
  const callee = unwrapped(call.callee);
  const method = callee.type === "MemberExpression" ? (staticKey(callee, sourceCode) ?? "") : "";
  // What `.then` and `.catch` hand on is known exactly.
  if (method === "then" || method === "catch") return false;
  const [event] = call.arguments;
  const isErrorEvent = event?.type === "Literal" && ERROR_EVENTS.test(String(event.value));
  if (LISTENER_METHODS.test(method) && event?.type === "Literal") return isErrorEvent;
  if (ITERATIONS.test(method)) return false;
  return name.type === "Identifier" && ERROR_NAMES.test(name.name);
}

function isRejectionHandler(node: FunctionNode, sourceCode: TSESLint.SourceCode): boolean {
  const call = node.parent;
  if (call.type !== "CallExpression") return false;
  const place = handlerPlace(call, sourceCode);
  return place?.kind === "rejection" && place.handler === node;
}
