import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import type { KnownCause } from "../edits/factory-call.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import { readMethodCall, readNameOf, readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import {
  type FunctionNode,
  collectReturnedValues,
  findFunctionVariable,
  isExecutionBoundary,
  isFunctionNode,
  listParameters,
} from "../syntax/functions.js";
import { collectReads, isVisible, resolveConstant, resolveVariable } from "../syntax/references.js";
import { collectNodes, hasOnly, isInside } from "../syntax/source-file.js";
import { CONTINUATIONS, FAILURE_MAPPERS, ITERATIONS, LISTENERS } from "../words/calls.js";
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
  /then\b(?<=[.'"`/]\s*then)/,
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

/** The classes of neverthrow. */
const RESULT = /^Result(?:Async)?$/;

/** Finds the argument of a call that is a handler of failures. */
export function findHandlerPlace(call: TSESTree.CallExpression, { sourceCode }: LintContext): HandlerPlace | undefined {
  const { name: method, object } = readMethodCall(call, sourceCode) ?? {};
  if (method === "catch") return createPlace("rejection", call, 0);
  if (method === "then") return createPlace("rejection", call, 1);
  const isMapper = object && method && FAILURE_MAPPERS.has(method) && RESULT.test(readNameOf(object, sourceCode));
  if (isMapper) return createPlace("rejection", call, 1);
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

// `z.string().catch(() => "")`: a value in place of invalid input.
const SCHEMA = /^z\b|^\w*[sS]chema\b/;

const OPEN_KINDS: ReadonlySet<string> = new Set(["any", "unknown", "unresolved"]);

/** Whether `.catch` and `.then` of a call are a promise's, as far as anybody can tell. */
export function isOfPromise(call: TSESTree.CallExpression, { sourceCode, facts }: LintContext): boolean {
  const method = readMethodCall(call, sourceCode);
  if (!method) return false;
  const kinds = facts?.members(method.object).map(({ kind }) => kind) ?? [];
  const isTyped = kinds.length > 0 && !kinds.some((kind) => OPEN_KINDS.has(kind));
  return isTyped && facts
    ? facts.property(method.object, "then") !== "absent"
    : !SCHEMA.test(sourceCode.getText(method.object));
}

/**
 * Whether a handler stands beside the way that a promise takes: `p.catch(() => {});` keeps the process from ending when
 * nobody has come to `await p` yet, and that one is told.
 */
export function isBeside(call: TSESTree.CallExpression, { sourceCode }: LintContext): boolean {
  const method = readMethodCall(call, sourceCode);
  if (!method || call.parent.type !== "ExpressionStatement") return false;
  const variable = resolveVariable(method.object, sourceCode);
  return variable?.references.some((each) => each.isRead() && each.identifier !== method.object) === true;
}

/** Whether the rejections that `await Promise.allSettled(...)` gives are looked at by nobody. */
export function ignoresRejections(call: TSESTree.CallExpression, lint: LintContext): boolean {
  if (!resolveGlobalName(call.callee, ["Promise.allSettled"], lint.sourceCode)) return false;
  const { parent } = call;
  if (parent.type !== "AwaitExpression" || handlesItself(call, lint)) return false;
  const holder = parent.parent;
  if (holder.type === "ExpressionStatement") return true;
  if (holder.type === "VariableDeclarator" && holder.id.type === "Identifier") {
    return collectReads(holder.id, lint.sourceCode).every((read) => readsValuesOnly(read, lint));
  }
  return readsValuesOnly(parent, lint);
}

/** `results.map((each) => each.value)`: no word of how each one ended. */
function readsValuesOnly(results: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const member = results.parent;
  if (member?.type !== "MemberExpression" || member.object !== results) return false;
  if (!/^(?:map|forEach)$/.test(readStaticKey(member, sourceCode) ?? "")) return false;
  const call = member.parent;
  if (call.type !== "CallExpression") return false;
  const text = sourceCode.getText(call);
  return /\.value\b/.test(text) && !/\bstatus\b/.test(text);
}

/** Returns whether none of the promises that `Promise.all(...)` or its like joins rejects: each handles its failure. */
export function handlesItself(call: TSESTree.CallExpression, lint: LintContext): boolean {
  const [given] = call.arguments;
  const promises = given && resolveConstant(given, lint.sourceCode);
  if (promises?.type === "ArrayExpression") {
    return promises.elements.every((each) => each !== null && endsInCatch(each, lint));
  }
  const [callback] = promises?.type === "CallExpression" ? promises.arguments : [];
  return callback !== undefined && isFunctionNode(callback) && catchesAll(callback, lint);
}

function catchesAll(callback: FunctionNode, lint: LintContext): boolean {
  const { body } = callback;
  if (body.type === "BlockStatement" && body.body.every((each) => catchesFailures(each, lint))) return true;
  return (
    !callback.async && hasOnly(collectReturnedValues(callback, lint.sourceCode), (value) => endsInCatch(value, lint))
  );
}

/** Returns whether a promise rejects no more: `read().catch(() => {})`, `Promise.resolve()` */
export function endsInCatch(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const value = unwrapExpression(node);
  const method = value.type === "CallExpression" ? readMethodCall(value, sourceCode) : undefined;
  return method?.name === "catch" || sourceCode.getText(value) === "Promise.resolve()";
}

/** Returns whether a node is a `try` whose handler throws nothing. */
export function catchesFailures(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  if (node.type !== "TryStatement" || !node.handler) return false;
  return collectNodes(sourceCode, node.handler.body).every(({ type }) => type !== "ThrowStatement");
}

const BINDING_NAMES = ["error", "err", "cause", "caught"];

/** Returns the caught value of a handler, as a node inside it can name it. */
export function findHandledCause(
  handler: FailureHandler["node"],
  node: TSESTree.Node,
  { sourceCode }: LintContext,
): KnownCause | undefined {
  const declared = findHandlerParameter(handler);
  const parameter = declared?.type === "AssignmentPattern" ? declared.left : declared;
  if (parameter?.type === "Identifier")
    return isVisible(parameter, node, sourceCode) ? { name: parameter.name } : undefined;
  // A pattern; TypeScript's `this` alone.
  if (parameter || (isFunctionNode(handler) && handler.params.length > 0)) return undefined;
  const used = new Set(sourceCode.getTokens(handler.body).map(({ value }) => value));
  const name = BINDING_NAMES.find((candidate) => !used.has(candidate));
  return name === undefined ? undefined : { name, unbound: handler };
}
