import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { isNamedFunction } from "../contract/name-matcher.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import { readMethodCall, readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import {
  type FunctionNode,
  findEnclosingFunction,
  isExecutor,
  isFunctionNode,
  listParameters,
} from "../syntax/functions.js";
import { getDeclaredClass, resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { isMentionedInFile } from "../syntax/source-file.js";
import { ERROR_LEVELS, LOGGERS, LOG_FUNCTION, LOG_METHODS, REPORTS } from "../words/calls.js";

/** The ways in which a failure leaves the code that made it. */
export type ExitKind = "throw" | "reject" | "callback" | "event" | "abort" | "return" | "unused";

/** A place where a value leaves the code that made it. */
export interface Exit {
  readonly kind: ExitKind;
  readonly value: TSESTree.Expression;
}

const CALLBACK_NAMES = /^(?:cb|callback|next|done)$/;

/**
 * Finds the exit that a call is: the argument of `reject`, `callback`, `emit("error", ...)` and their like.
 */
export function findExitByCall(call: TSESTree.CallExpression, lint: LintContext): Exit | undefined {
  const callee = unwrapExpression(call.callee);
  const [first, second] = call.arguments;
  if (isRejection(call, lint)) return createExit("reject", first);
  if (callee.type === "Identifier" && CALLBACK_NAMES.test(callee.name)) {
    const isParameter = resolveVariable(callee, lint.sourceCode)?.defs[0]?.type === "Parameter";
    return isParameter ? createExit("callback", first) : undefined;
  }
  switch (callee.type === "MemberExpression" ? readStaticKey(callee, lint.sourceCode) : undefined) {
    case "emit":
      return first?.type === "Literal" && first.value === "error" ? createExit("event", second) : undefined;
    case "destroy":
      return createExit("event", first);
    case "error":
      return isStreamController(callee, lint) ? createExit("event", first) : undefined;
    case "throw":
    case "abort":
      return createExit("abort", first);
    default:
      return undefined;
  }
}

/** `controller` in `new ReadableStream({ start(controller) {...} })`, whose reader gets what it errors with. */
function isStreamController(callee: TSESTree.Node, { sourceCode }: LintContext): boolean {
  if (callee.type !== "MemberExpression" || !sourceCode.text.includes("Stream")) return false;
  const definition = resolveVariable(callee.object, sourceCode)?.defs[0];
  const source = definition?.type === "Parameter" ? definition.node.parent.parent : undefined;
  const made = source?.type === "ObjectExpression" ? source.parent : undefined;
  return made?.type === "NewExpression" && resolveGlobalName(made.callee, STREAMS, sourceCode) !== undefined;
}

const STREAMS = ["ReadableStream", "TransformStream", "WritableStream"] as const;

/** `reject()`, `Promise.reject()`: a failure of which nothing is said. */
export function isEmptyRejection(call: TSESTree.CallExpression, lint: LintContext): boolean {
  return call.arguments.length === 0 && isRejection(call, lint);
}

function isRejection(call: TSESTree.CallExpression, lint: LintContext): boolean {
  const callee = unwrapExpression(call.callee);
  if (callee.type === "Identifier") return mentionsPromise(lint) && isRejectFunction(callee, lint);
  if (callee.type !== "MemberExpression" || readStaticKey(callee, lint.sourceCode) !== "reject") return false;
  return isPromiseClass(callee.object, lint) || isDeferred(callee.object, lint);
}

function createExit(kind: ExitKind, value: TSESTree.CallExpressionArgument | undefined): Exit | undefined {
  return value && value.type !== "SpreadElement" ? { kind, value } : undefined;
}

// Every function that rejects comes from `Promise`; many files do not name it, and looking up each callee is slow.
function mentionsPromise({ sourceCode }: LintContext): boolean {
  return isMentionedInFile("Promise", sourceCode);
}

/** `reject` of an executor, `const r = reject`, `const r = Promise.reject` */
function isRejectFunction(callee: TSESTree.Identifier, lint: LintContext): boolean {
  const { root, path } = resolveReferencePath(callee, lint.sourceCode) ?? {};
  if (root?.kind === "global") return path?.join(".") === "Promise.reject";
  if (root?.kind !== "variable") return false;
  return (path?.length === 0 && isExecutorParameter(root.variable, 1)) || isPromiseMember(callee, lint);
}

/** Returns whether a call resolves a promise: that of its `resolve` parameter, where it stands. */
export function isResolution({ callee }: TSESTree.CallExpression, lint: LintContext): boolean {
  if (callee.type !== "Identifier" || !mentionsPromise(lint)) return false;
  const variable = resolveVariable(callee, lint.sourceCode);
  return variable !== undefined && isExecutorParameter(variable, 0);
}

/** A place where code gives its caller a value. */
export interface ReturnExit extends Exit {
  readonly kind: "return";
  /** The statement, the arrow function or the call that gives the value. */
  readonly node: TSESTree.Node;
  /** The function whose caller gets the value; `undefined`: that of a promise. */
  readonly owner: FunctionNode | undefined;
}

/**
 * Reads the exit that a `return`, the body of an arrow function or the call of a promise's `resolve` is. A `yield`
 * gives an event, or the outcome of an item.
 */
export function readReturn(node: TSESTree.Node, lint: LintContext): ReturnExit | undefined {
  switch (node.type) {
    case "ReturnStatement":
      return node.argument
        ? { kind: "return", value: node.argument, node, owner: findEnclosingFunction(node) }
        : undefined;
    case "ArrowFunctionExpression":
      return node.body.type === "BlockStatement" ? undefined : { kind: "return", value: node.body, node, owner: node };
    case "CallExpression": {
      const [value] = node.arguments;
      if (!value || value.type === "SpreadElement" || !isResolution(node, lint)) return undefined;
      return { kind: "return", value, node, owner: undefined };
    }
    default:
      return undefined;
  }
}

function isExecutorParameter({ defs, references }: TSESLint.Scope.Variable, position: 0 | 1): boolean {
  const [{ node, name } = {}] = defs;
  if (!isFunctionNode(node) || listParameters(node)[position] !== name) return false;
  return isExecutor(node) && !references.some((reference) => reference.isWrite());
}

/** `const r = Promise.reject.bind(Promise)`, `const { reject } = Promise.withResolvers()` */
function isPromiseMember(callee: TSESTree.Identifier, lint: LintContext): boolean {
  const definition = resolveVariable(callee, lint.sourceCode)?.defs[0];
  if (definition?.node.type !== "VariableDeclarator") return false;
  const { id, init } = definition.node;
  if (id.type === "Identifier") return isCallOf(init, "Promise.reject.bind", lint);
  if (id.type !== "ObjectPattern" || !isCallOf(init, "Promise.withResolvers", lint)) return false;
  return id.properties.some(
    (property) =>
      property.type === "Property" &&
      property.value === definition.name &&
      readStaticKey(property, lint.sourceCode) === "reject",
  );
}

/** `Promise`, or a class of the file that extends it. */
function isPromiseClass(node: TSESTree.Node, lint: LintContext): boolean {
  if (resolveGlobalName(node, ["Promise"], lint.sourceCode)) return true;
  const superClass = getDeclaredClass(resolveVariable(node, lint.sourceCode))?.superClass;
  return superClass != null && isPromiseClass(superClass, lint);
}

/** `const deferred = Promise.withResolvers()` */
function isDeferred(node: TSESTree.Node, lint: LintContext): boolean {
  const declared = resolveVariable(node, lint.sourceCode)?.defs[0]?.node;
  return declared?.type === "VariableDeclarator" && isCallOf(declared.init, "Promise.withResolvers", lint);
}

function isCallOf(node: TSESTree.Node | null, name: string, { sourceCode }: LintContext): boolean {
  return node?.type === "CallExpression" && resolveGlobalName(node.callee, [name], sourceCode) !== undefined;
}

/** Whether a call does nothing with a failure but record it. */
export function isLogging(call: TSESTree.CallExpression, lint: LintContext): boolean {
  return isLogger(call.callee, lint);
}

/** Returns whether an expression is a function that only logs: `console.error`, `logger.warn.bind(logger)`. */
export function isLogger(node: TSESTree.Node, lint: LintContext): boolean {
  const { sourceCode, contract } = lint;
  const callee = unwrapExpression(node);
  if (isNamedFunction(callee, contract.settings.loggers, lint)) return true;
  if (callee.type === "Identifier")
    return LOG_FUNCTION.test(callee.name) || REPORTS.has(callee.name) || isOfConsole(callee, lint);
  if (callee.type !== "MemberExpression") return false;
  const method = readStaticKey(callee, sourceCode) ?? "";
  if (REPORTS.has(method)) return true;
  if (!LOG_METHODS.has(method)) return LOG_FUNCTION.test(method);
  return isLoggerName(readOwnerName(callee.object, lint));
}

/** Returns whether an expression is the console or one of its methods. */
function isOfConsole(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const reference = resolveReferencePath(node, sourceCode);
  return reference?.root.kind === "global" && reference.path[0] === "console";
}

function isLoggerName(name: string): boolean {
  return LOGGERS.has(name) || name.endsWith("Logger");
}

/** Whether a call records something at the level of an error. */
export function isErrorLog(call: TSESTree.CallExpression, lint: LintContext): boolean {
  return ERROR_LEVELS.has(readMethodCall(call, lint.sourceCode)?.name ?? "") && isLogging(call, lint);
}

/** Returns the last name of a method's object: `logger` of `this.logger`, of `logger.child()`. */
function readOwnerName(node: TSESTree.Node, lint: LintContext): string {
  const owner = unwrapExpression(node);
  switch (owner.type) {
    case "Identifier":
      return owner.name;
    case "MemberExpression": {
      const { property } = owner;
      const name =
        property.type === "PrivateIdentifier" ? property.name : (readStaticKey(owner, lint.sourceCode) ?? "");
      return LOG_METHODS.has(name) && !isLoggerName(name) ? readOwnerName(owner.object, lint) : name;
    }
    case "CallExpression":
      return readOwnerName(owner.callee, lint);
    default:
      return "";
  }
}
