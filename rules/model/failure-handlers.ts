import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { ERROR_NAMES, isUnambiguousErrorName } from "../words/names.js";
import { CONTINUATIONS, ITERATIONS, LISTENERS } from "../words/calls.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { type FunctionNode, isFunctionNode, listParameters, findFunctionVariable } from "../syntax/functions.js";
import { isExecutionBoundary } from "../syntax/flow.js";
import { isInside } from "../syntax/source-file.js";
import { readStaticKey } from "../syntax/properties.js";

/**
 * How a failure comes to its handler: `catch`: a catch clause; `rejection`: `.catch(f)`, `.then(_, f)`; `listener`: of
 * the `error` event of an emitter, a stream or the process; `callback`: `(err, data) => ...`, given to a call.
 */
type FailureHandlerKind = "catch" | "rejection" | "listener" | "callback";

/** Code that is handed a failure. */
export interface FailureHandler {
  readonly kind: FailureHandlerKind;
  readonly node: TSESTree.CatchClause | FunctionNode;
  readonly body: TSESTree.BlockStatement | TSESTree.Expression;
  /** The identifier, pattern or parameter with a default that binds the failure; `undefined` where nothing does. */
  readonly binding: TSESTree.Node | undefined;
  /** Where a finding about the handler stands: the `catch` keyword, the method's name, the listener. */
  readonly reportAt: TSESTree.SourceLocation;
  /** The call that it is given to by its name. */
  readonly call?: TSESTree.CallExpression | undefined;
}

/** A place in a call where a handler is passed, as a function or by its name. */
export interface HandlerPlace {
  readonly kind: Exclude<FailureHandlerKind, "catch">;
  readonly handler: TSESTree.Expression;
  readonly call: TSESTree.CallExpression;
  readonly reportAt: TSESTree.Node;
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
  sourceCode: TSESLint.SourceCode,
): FailureHandler | undefined {
  if (node.type === "CatchClause") {
    const { start } = node.loc;
    const reportAt = { start, end: { line: start.line, column: start.column + "catch".length } };
    return { kind: "catch", node, body: node.body, binding: node.param ?? undefined, reportAt };
  }
  const place = placeOf(node, sourceCode);
  if (!place) return undefined;
  return createFunctionHandler(node, place, sourceCode);
}

/** A function as the handler that a place of a call gives it to. */
export function createFunctionHandler(
  node: FunctionNode,
  { kind, reportAt, call, handler }: HandlerPlace,
  sourceCode: TSESLint.SourceCode,
): FailureHandler {
  const { body } = node;
  // The head of the function: faults in its body are reported where they stand.
  const head = { start: node.loc.start, end: (sourceCode.getTokenBefore(body) ?? node).loc.end };
  return {
    kind,
    node,
    body,
    binding: listParameters(node)[0],
    reportAt: reportAt === node ? head : reportAt.loc,
    call: isInside(node, handler) ? undefined : call,
  };
}

/** Finds the argument of a call that is a handler of failures. */
export function findHandlerPlace(
  call: TSESTree.CallExpression,
  sourceCode: TSESLint.SourceCode,
): HandlerPlace | undefined {
  const callee = unwrapExpression(call.callee);
  const method = callee.type === "MemberExpression" ? readStaticKey(callee, sourceCode) : undefined;
  const name = callee.type === "MemberExpression" ? callee.property : callee;
  const createPlace = (
    kind: HandlerPlace["kind"],
    index: number,
    reportAt?: TSESTree.Node,
  ): HandlerPlace | undefined => {
    const handler = findArgument(call, index);
    return handler && { kind, handler, call, reportAt: reportAt ?? handler };
  };
  switch (method) {
    case "catch":
      return createPlace("rejection", 0, name);
    case "then":
      return createPlace("rejection", 1, name);
  }
  if (method !== undefined && LISTENERS.has(method)) {
    const event = findArgument(call, 0);
    const isError = event?.type === "Literal" && ERROR_EVENTS.test(String(event.value));
    return isError ? createPlace("listener", 1) : undefined;
  }
  const last = call.arguments.length - 1;
  const callback = findArgument(call, last);
  const takesError = isFunctionNode(callback) && isErrorFirst(callback, method);
  return takesError ? createPlace("callback", last) : undefined;
}

/** `(err, data) => ...`, `(err) => ...`: `e` is too often an event or an element. */
function isErrorFirst(node: FunctionNode, method: string | undefined): boolean {
  const [first] = listParameters(node);
  if (first?.type !== "Identifier") return false;
  // Functions that pass every element of a list, or the value of a promise, to a function of one parameter.
  if (method !== undefined && (ITERATIONS.has(method) || CONTINUATIONS.has(method))) return false;
  return isUnambiguousErrorName(first.name);
}

/** The argument at an index; after a spread nobody knows which one that is. */
function findArgument(call: TSESTree.CallExpression, index: number): TSESTree.Expression | undefined {
  const before = call.arguments.slice(0, index + 1);
  const argument = before[index];
  const isKnown = before.every(({ type }) => type !== "SpreadElement");
  return isKnown && argument?.type !== "SpreadElement" ? argument : undefined;
}

function placeOf(node: FunctionNode, sourceCode: TSESLint.SourceCode): HandlerPlace | undefined {
  const direct = placeAround(node, sourceCode);
  if (direct) return direct;
  const variable = findFunctionVariable(node, sourceCode);
  const places = variable?.references.flatMap(({ identifier }) => placeAround(identifier, sourceCode) ?? []);
  return places?.[0];
}

function placeAround(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): HandlerPlace | undefined {
  const { parent } = node;
  if (parent?.type !== "CallExpression" || parent.callee === node) return undefined;
  const place = findHandlerPlace(parent, sourceCode);
  return place?.handler === node ? place : undefined;
}

/** The variables that a handler's binding declares: the failure itself, or the parts that a pattern takes from it. */
export function boundVariables(
  { node, binding }: Pick<FailureHandler, "binding"> & { readonly node: TSESTree.Node },
  sourceCode: TSESLint.SourceCode,
): readonly TSESLint.Scope.Variable[] {
  if (!binding) return [];
  return sourceCode.getDeclaredVariables(node).filter(({ defs }) => defs.some(({ name }) => isInside(name, binding)));
}

/** Returns whether a handler is a listener of the DOM: it gets an event that holds the failure. */
export function isEventListener({ kind, node: { parent } }: FailureHandler): boolean {
  if (kind !== "listener" || parent.type !== "CallExpression" || parent.callee.type !== "MemberExpression")
    return false;
  const { property } = parent.callee;
  return property.type === "Identifier" && property.name === "addEventListener";
}

/** The innermost handler that a node runs in. */
export function findEnclosingHandler(
  node: TSESTree.Node,
  sourceCode: TSESLint.SourceCode,
): FailureHandler["node"] | undefined {
  for (let current = node.parent; current; current = current.parent) {
    if (current.type === "CatchClause") return current;
    if (isFunctionNode(current) && placeAround(current, sourceCode)?.kind === "rejection") return current;
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
export function isCaught(variable: TSESLint.Scope.Variable | undefined, sourceCode: TSESLint.SourceCode): boolean {
  const definition = variable?.defs[0];
  if (!definition || variable.references.some((reference) => reference.isWrite())) return false;
  if (definition.type === "CatchClause") return definition.node.param === definition.name;
  const { node, name } = definition;
  if (!isFunctionNode(node) || listParameters(node)[0] !== name) return false;
  return placeAround(node, sourceCode) !== undefined;
}
