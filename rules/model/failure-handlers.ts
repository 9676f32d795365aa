import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { isExecutionBoundary } from "../syntax/flow.js";
import { type FunctionNode, isFunctionNode, listParameters, findFunctionVariable } from "../syntax/functions.js";
import { readMethodCall } from "../syntax/properties.js";
import { isInside } from "../syntax/source-file.js";
import { CONTINUATIONS, ITERATIONS, LISTENERS } from "../words/calls.js";
import { ERROR_NAMES, isUnambiguousErrorName } from "../words/names.js";

/**
 * How a failure comes to its handler: `catch`: a catch clause; `rejection`: `.catch(f)`, `.then(_, f)`; `listener`: of
 * the `error` event of an emitter, a stream or the process; `callback`: `(err, data) => ...`, given to a call.
 */
type FailureHandlerKind = "catch" | "rejection" | "listener" | "callback";

/** A place in a call where a handler is passed, as a function or by its name. */
export interface HandlerPlace {
  readonly kind: Exclude<FailureHandlerKind, "catch">;
  readonly handler: TSESTree.Expression;
  readonly call: TSESTree.CallExpression;
}

/** Code that is handed a failure. */
export interface FailureHandler {
  readonly kind: FailureHandlerKind;
  readonly node: TSESTree.CatchClause | FunctionNode;
  /** The identifier, pattern or parameter with a default that binds the failure; `undefined` where nothing does. */
  readonly binding: TSESTree.Node | undefined;
  /** Where a call gets it; `undefined` for a catch clause. */
  readonly place: HandlerPlace | undefined;
}

/** The events of emitters and of the process that hand over a failure. */
const EVENTS = "error|unhandledRejection|uncaughtException|uncaughtExceptionMonitor";
const ERROR_EVENTS = new RegExp(`^(?:${EVENTS})$`);

// The text that each kind of handler begins with; in prose, `then` follows a space and `on` precedes a word. Matching
// one after the other is faster than one pattern for all, and so is a pattern that begins with a fixed word.
const HANDLER_WORDS = [
  /\bcatch\b/,
  /then\b(?<=(?:[.'"`]|\*\/)\s*then)/,
  // `(err, data) =>`, also behind a comment or `this`, and `err =>`.
  new RegExp(String.raw`(?:\(|\*/)\s*${ERROR_NAMES}\s*[,):?/]`),
  new RegExp(String.raw`//.*\s${ERROR_NAMES}\s*[,):?/]`),
  /\(\s*this\s*:/,
  new RegExp(String.raw`=>(?<=\b${ERROR_NAMES}\s*=>)`),
];
const EVENT_WORDS = new RegExp(`["'](?:${EVENTS})["']`);
const LISTENER_WORDS = new RegExp(String.raw`\b(?:${[...LISTENERS].join("|")})\b\s*[^\s\w,.;:]`);

/** Whether the text of a file leaves it open that there are handlers in it. */
export function mayHandleFailures(text: string): boolean {
  if (HANDLER_WORDS.some((words) => words.test(text))) return true;
  return EVENT_WORDS.test(text) && LISTENER_WORDS.test(text);
}

/**
 * The handler that a catch clause or function is; `undefined` for a function that nobody hands a failure to. A named
 * function is one where the file gives its name as a handler somewhere.
 */
export function findFailureHandler(
  node: TSESTree.CatchClause | FunctionNode,
  lint: LintContext,
): FailureHandler | undefined {
  const binding = findHandlerParameter(node);
  if (node.type === "CatchClause") return { kind: "catch", node, binding, place: undefined };
  const names = findFunctionVariable(node, lint.sourceCode)?.references.map(({ identifier }) => identifier) ?? [];
  const [place] = [node, ...names].flatMap((name) => findPlaceOf(name, lint) ?? []);
  return place && { kind: place.kind, node, binding, place };
}

/** Finds the argument of a call that is a handler of failures. */
export function findHandlerPlace(call: TSESTree.CallExpression, { sourceCode }: LintContext): HandlerPlace | undefined {
  const method = readMethodCall(call, sourceCode)?.name;
  if (method === "catch") return createPlace("rejection", call, 0);
  if (method === "then") return createPlace("rejection", call, 1);
  if (method !== undefined && LISTENERS.has(method)) {
    const [event] = call.arguments;
    const isError = event?.type === "Literal" && ERROR_EVENTS.test(String(event.value));
    return isError ? createPlace("listener", call, 1) : undefined;
  }
  const place = createPlace("callback", call, call.arguments.length - 1);
  return isFunctionNode(place?.handler) && isErrorFirst(place.handler, method) ? place : undefined;
}

function createPlace(
  kind: HandlerPlace["kind"],
  call: TSESTree.CallExpression,
  index: number,
): HandlerPlace | undefined {
  const handler = call.arguments[index];
  // After a spread it is not known which argument that is.
  const isKnown = call.arguments.slice(0, index + 1).every(({ type }) => type !== "SpreadElement");
  return handler && handler.type !== "SpreadElement" && isKnown ? { kind, handler, call } : undefined;
}

/** `(err, data) => ...`, `(err) => ...`: `e` is too often an event or an element. */
function isErrorFirst(node: FunctionNode, method: string | undefined): boolean {
  const [first] = listParameters(node);
  if (first?.type !== "Identifier") return false;
  // Functions that pass every element of a list, or the value of a promise, to a function of one parameter.
  if (method !== undefined && (ITERATIONS.has(method) || CONTINUATIONS.has(method))) return false;
  return isUnambiguousErrorName(first.name);
}

function findPlaceOf(node: TSESTree.Node, lint: LintContext): HandlerPlace | undefined {
  const { parent } = node;
  if (parent?.type !== "CallExpression" || parent.callee === node) return undefined;
  const place = findHandlerPlace(parent, lint);
  return place?.handler === node ? place : undefined;
}

/** The variables that a handler's binding declares: the failure itself, or the parts that a pattern takes from it. */
export function boundVariables(
  { node, binding }: Pick<FailureHandler, "binding"> & { readonly node: TSESTree.Node },
  { sourceCode }: LintContext,
): readonly TSESLint.Scope.Variable[] {
  if (!binding) return [];
  return sourceCode.getDeclaredVariables(node).filter(({ defs }) => defs.some(({ name }) => isInside(name, binding)));
}

/** The innermost handler that a node runs in. */
export function findEnclosingHandler(node: TSESTree.Node, lint: LintContext): FailureHandler["node"] | undefined {
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === "CatchClause") return current;
    if (isFunctionNode(current) && findPlaceOf(current, lint)?.kind === "rejection") return current;
    // Stops at functions: a callback may run after the handler has ended.
    if (isExecutionBoundary(current)) return undefined;
  }
  return undefined;
}

/** Returns the parameter that binds the failure in a handler; `undefined` where it has none. */
export function findHandlerParameter(handler: FailureHandler["node"]): TSESTree.Node | undefined {
  return (handler.type === "CatchClause" ? handler.param : listParameters(handler)[0]) ?? undefined;
}

/** Returns whether a variable holds the caught value of a handler and is never assigned another one. */
export function isCaught(variable: TSESLint.Scope.Variable | undefined, lint: LintContext): boolean {
  const definition = variable?.defs[0];
  if (!definition || variable.references.some((reference) => reference.isWrite())) return false;
  if (definition.type === "CatchClause") return definition.node.param === definition.name;
  const { node, name } = definition;
  if (!isFunctionNode(node) || listParameters(node)[0] !== name) return false;
  return findPlaceOf(node, lint) !== undefined;
}
