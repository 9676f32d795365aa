import type { TSESTree } from "@typescript-eslint/utils";
import { stripDefaultName, resolveReferencePath, resolveVariable } from "../syntax/references.js";
import type { LintContext } from "../contract/lint-context.js";
import { isNamedFunction } from "../contract/name-matcher.js";
import { findImportedFunction } from "../model/callees.js";
import { findExitByCall, isLogging, isResolution } from "../model/exits.js";
import type { FailureTraces } from "../model/handlers.js";
import { isFailureAnswer } from "../model/responses.js";
import { TELLS, isEmptyValue, isPutAsFailure, says, tellsFailure } from "../model/sayings.js";
import {
  findProperty,
  listPossibleValues,
  readCalleeName,
  readMethodCall,
  readNameOf,
  readStaticValue,
  skipAwait,
  unwrapExpression,
} from "../syntax/expressions.js";
import { type FunctionNode, collectReturnedValues, findCalledFunction, isFunctionNode } from "../syntax/functions.js";
import { hasOnly, isInside, touchesBrowser } from "../syntax/source-file.js";
import { isFailedAnswer } from "../tools/tool-answers.js";
import { ACTIONS_WITHOUT_INPUT } from "../words/frameworks.js";

/** The file, the handler whose failure is followed, and the facts about its calls. */
export interface PropagationContext extends LintContext {
  /** The catch clause or function whose failure is followed. */
  readonly handler: TSESTree.Node;
  readonly failure: FailureTraces;
  /** Whether the handler is a function that is called with the failure, and nothing reads its return value. */
  readonly isCalledForEffect: boolean;
  /** Returns whether a function of the file propagates that argument on every path. */
  propagatesArgument: (callee: FunctionNode, argument: number) => boolean;
}

const ENDS_PROCESS: ReadonlySet<string> = new Set([
  ...["process.exit", "process.abort", "process.reallyExit", "process.kill", "Deno.exit", "Bun.exit", "assert.fail"],
]);
// Functions that tell of a failure: `this.fail(...)`, `error(...)`, `exitWith(...)`.
const TELLS_FAILURE = /^_?(?:fail|err|exit)/i;
const SETS_STATE = /^set(?!Timeout|Interval)[A-Z]/;

/**
 * Returns whether the syntax of a step tells that no step after it has to propagate the error: a throw, an exit, a
 * rejection.
 */
export function endsPath(step: TSESTree.Node, lint: LintContext): boolean {
  if (step.type === "ThrowStatement") return true;
  if (step.type === "AssignmentExpression") return readNameOf(step.left, lint.sourceCode) === "exitCode";
  if (step.type !== "CallExpression") return false;
  if (isThrown(step)) return true;
  const delivered = findExitByCall(step, lint);
  if (delivered && !isEmptyValue(delivered.value)) return true;
  const [code] = step.arguments;
  const status = code?.type === "Literal" ? code.value : undefined;
  // `safeExit(1)` of the project's own: only a process ends with a number.
  const isOwnExit = typeof status === "number" && /(?:^e|E)xit$/.test(readCalleeName(step, lint.sourceCode));
  return (isOwnExit || isExit(step, lint)) && status !== 0;
}

/** `throw fail()`: whether it comes back or not, the path ends with it. */
export function isThrown(call: TSESTree.CallExpression): boolean {
  return call.parent.type === "ThrowStatement";
}

/** Returns whether a step of the handler itself propagates its error: returns, keeps or passes it. */
export function propagatesError(step: TSESTree.Node, lint: PropagationContext): boolean {
  switch (step.type) {
    case "ReturnStatement":
      if (step.argument === null) return false;
      if (lint.isCalledForEffect && skipAwait(step.argument).type !== "CallExpression") return false;
      return returnsError(step.argument, lint);
    case "ArrowFunctionExpression":
      return step.body.type !== "BlockStatement" && returnsError(step.body, lint);
    case "YieldExpression":
      return step.argument != null && returnsError(step.argument, lint);
    case "AssignmentExpression":
      return isFailureAnswer(step, lint) || keepsError(step, lint);
    case "UpdateExpression":
      return isPutAsFailure(step.argument, undefined, lint) && isKeptForLater(step.argument, lint);
    case "CallExpression":
      return passesError(step, lint);
    default:
      return false;
  }
}

/** Returns whether a returned value holds the error, or is a failure itself. */
function returnsError(value: TSESTree.Node, lint: PropagationContext): boolean {
  return listPossibleValues(value).some((possible) => {
    const result = skipAwait(possible);
    // A text looks like the result of the work, whatever it says, and `no-error-result` says so of a tool's.
    if (isFailedAnswer(result, lint) || isWithoutInput(result, lint) || makesFailure(result, lint)) return true;
    const isText = result.type === "Literal" || result.type === "TemplateLiteral";
    if (isEmptyValue(result) || (isText && !lint.failure.isIn(result))) return false;
    if (result.type === "CallExpression" && isLogging(result, lint)) return false;
    return lint.failure.isIn(result) || TELLS.has(says(result, lint));
  });
}

/** Returns whether a value is what a function of another module makes of every failure: `toError("no such note")`. */
function makesFailure(value: TSESTree.Node, lint: LintContext): boolean {
  const callee = value.type === "CallExpression" ? findImportedFunction(value.callee, lint) : undefined;
  if (!callee || callee === "unknown") return false;
  const made = collectReturnedValues(callee.node, callee.lint.sourceCode);
  return hasOnly(made, (each) => TELLS.has(says(each, callee.lint)));
}

/** `{ action: "cancel" }`: the protocol's own answer to a request for input (MCP, elicitation). */
function isWithoutInput(value: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const action = value.type === "ObjectExpression" ? findProperty(value, "action", sourceCode)?.value : undefined;
  return action !== undefined && ACTIONS_WITHOUT_INPUT.has(readStaticValue(action, sourceCode)?.value);
}

function passesError(call: TSESTree.CallExpression, lint: PropagationContext): boolean {
  const { sourceCode, failure, contract } = lint;
  if (isNamedFunction(call.callee, contract.settings.sinks, lint)) return true;
  const [first] = call.arguments;
  // A promise that is resolved with the failure itself looks like success.
  if (isResolution(call, lint)) return first !== undefined && !failure.isItself(first) && returnsError(first, lint);
  if (isFailureAnswer(call, lint)) return true;
  if (!isCalledForEffect(call)) return false;
  if (isLogging(call, lint)) return isPropagatedByCallee(call, lint) === true;
  const method = readMethodCall(call, sourceCode);
  // A function of the file is read instead of its name.
  if (TELLS_FAILURE.test(readCalleeName(call, sourceCode)) && (method || !findCalledFunction(call, sourceCode)))
    return true;
  if (isStateChange(call, lint)) return true;
  const filled = method && FILLS.has(method.name) ? method.object : undefined;
  if (!failure.isIn(call) && !call.arguments.some((each) => tellsFailure(each, lint))) return false;
  return isPropagatedByCallee(call, lint) ?? (!filled || isKeptForLater(filled, lint));
}

/** Returns whether a read value is an argument of a call that does not log it, of a function of another file. */
export function isPassedAnywhere(read: TSESTree.Node, lint: PropagationContext): boolean {
  const { sourceCode } = lint;
  let isArgument = false;
  for (let node = read, call = read.parent; call; node = call, call = call.parent) {
    if (isFunctionNode(call) || call.type.endsWith("Statement")) break;
    if (call.type !== "CallExpression" || call.callee === node) continue;
    if (isLogging(call, lint)) return false;
    isArgument ||= findCalledFunction(call, sourceCode) === undefined;
  }
  return isArgument;
}

/** Returns whether a call stands alone, so that only its effect counts. */
export function isCalledForEffect(node: TSESTree.Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case "ExpressionStatement":
      return true;
    case "ArrowFunctionExpression":
      return parent.body === node;
    case "UnaryExpression":
      return parent.operator === "void";
    case "AwaitExpression":
    case "ChainExpression":
    case "TSNonNullExpression":
    case "SequenceExpression":
      return isCalledForEffect(parent);
    case "LogicalExpression":
      return parent.right === node && isCalledForEffect(parent);
    case "ConditionalExpression":
      return parent.test !== node && isCalledForEffect(parent);
    default:
      return false;
  }
}

/**
 * Returns whether a function of the file propagates the error that a call gives it; undefined where none is called or
 * given.
 */
function isPropagatedByCallee(call: TSESTree.CallExpression, lint: PropagationContext): boolean | undefined {
  const callee = findCalledFunction(call, lint.sourceCode);
  const { failure } = lint;
  const index = call.arguments.findIndex((each) => failure.isIn(each) || tellsFailure(each, lint));
  return callee && index >= 0 ? lint.propagatesArgument(callee, index) : undefined;
}

/**
 * Returns whether a call changes a component's state, which shows the failure: `setError("...")`, `this.setState(...)`.
 */
function isStateChange(call: TSESTree.CallExpression, { sourceCode }: LintContext): boolean {
  return SETS_STATE.test(readCalleeName(call, sourceCode)) && touchesBrowser(sourceCode);
}

/** Returns whether an assignment keeps the error, or the fact that there was one, for code outside of the handler. */
function keepsError(step: TSESTree.AssignmentExpression, lint: PropagationContext): boolean {
  const { failure } = lint;
  const { left, right } = step;
  if (left.type === "MemberExpression") {
    // `items[name] = { name, error: "..." }`
    const isFailedEntry = right.type === "ObjectExpression" && TELLS.has(says(right, lint));
    return failure.isIn(right) || isFailedEntry || isPutAsFailure(left, right, lint);
  }
  const isTold = left.type === "Identifier" && (failure.isIn(right) || isPutAsFailure(left, right, lint));
  return isTold && isKeptForLater(left, lint);
}

/** Returns whether a call ends the process, or another one, or fails a test: `process.exit()`, `assert.fail()`. */
export function isExit({ callee }: TSESTree.CallExpression, { sourceCode }: LintContext): boolean {
  const { root, path = [] } = resolveReferencePath(callee, sourceCode) ?? {};
  if (root?.kind === "global") return ENDS_PROCESS.has(path.join("."));
  if (root?.kind !== "import") return false;
  const module = root.module.replace(/^node:|\/strict$/g, "");
  return ENDS_PROCESS.has([module, ...stripDefaultName(path)].join("."));
}

/** The method that puts something into a list. */
export const FILLS: ReadonlySet<string> = new Set(["push"]);

/** Returns whether a variable or member is read outside of the handler. Other code may read what is in no variable. */
function isKeptForLater(node: TSESTree.Node, lint: PropagationContext): boolean {
  const variable = resolveVariable(getRootNode(node), lint.sourceCode);
  const definition = variable?.defs[0];
  if (!variable || definition?.type !== "Variable" || definition.parent.parent.type === "ExportNamedDeclaration")
    return true;
  return variable.references
    .filter((reference) => reference.isReadOnly() && !isInside(reference.identifier, lint.handler))
    .some(({ identifier }) => !isOnlyFilled(identifier));
}

function getRootNode(node: TSESTree.Node): TSESTree.Node {
  const owner = unwrapExpression(node);
  return owner.type === "MemberExpression" ? getRootNode(owner.object) : owner;
}

/** `errors.push(e);` */
function isOnlyFilled({ parent }: TSESTree.Node): boolean {
  if (parent?.type !== "MemberExpression" || parent.property.type !== "Identifier") return false;
  return FILLS.has(parent.property.name) && parent.parent.parent?.type === "ExpressionStatement";
}
