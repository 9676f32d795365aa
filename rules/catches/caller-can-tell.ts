// Asks what the code gives when an attempt fails, and whether that reads as an answer.
//
// `null`, `undefined` and `false` are no answer, a text is seen by who reads it, and an object may say that it is a
// failure: the caller can tell. It cannot tell `[]`, `0`, `{}` or `true` from an answer, nor a path that goes on to the
// `return` of the success. Where success gives nothing, the failure is lost if an effect was asked for.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type Handler, classifyCall, hasOnly } from "../model/handlers.js";
import { isFailureValue } from "../model/sayings.js";
import { type Value, listValues } from "../model/values.js";
import { getAwaited } from "../syntax/expressions.js";
import { collectReturnedValues, isFunctionNode } from "../syntax/functions.js";
import { collectNodes, isInside } from "../syntax/source-file.js";
import { readStaticValue } from "../syntax/properties.js";
import { resolveVariable } from "../syntax/references.js";
import { isRemoval } from "../words/names.js";
import type { DroppedFailure } from "./dropped-failures.js";
import type { PathGraph } from "./path-graph.js";
import { getChainEnd } from "./promise-handlers.js";
import { isInLoop } from "./retries.js";

type Variable = TSESLint.Scope.Variable;

/** Returns whether the code that waits for an attempt can tell that it has failed, or has asked for no effect. */
export function canCallerTell(handler: Handler, drop: DroppedFailure, graph: PathGraph): boolean {
  switch (handler.kind) {
    case "listener":
      return true;
    case "callback":
      return !overlooksFailure(handler);
    case "rejection":
      return isChainTold(handler, drop);
    default:
      return isClauseTold(handler, drop, graph);
  }
}

/** Returns whether a callback takes the result and does not look at the failure. */
export function overlooksFailure({ kind, node, sourceCode }: Handler): boolean {
  if (kind !== "callback" || !isFunctionNode(node)) return false;
  const [failure, ...results] = sourceCode
    .getDeclaredVariables(node)
    .filter(({ defs }) => defs[0]?.type === "Parameter");
  const isRead = (variable: Variable) => variable.references.some((reference) => reference.isRead());
  return failure !== undefined && !isRead(failure) && results.some(isRead);
}

function isChainTold(handler: Handler, { told }: DroppedFailure): boolean {
  const { registration } = handler;
  const { parent } = registration ? getChainEnd(registration) : handler.node;
  if (parent?.type === "ExpressionStatement" || parent?.type === "UnaryExpression") return false;
  if (parent?.type === "AwaitExpression" && parent.parent.type === "ExpressionStatement") return false;
  // The promise is returned: what it gives may be nothing in any case.
  if (!told) return parent?.type !== "ReturnStatement" && parent?.type !== "ArrowFunctionExpression";
  return isTold(told, handler);
}

function isClauseTold(handler: Handler, drop: DroppedFailure, graph: PathGraph): boolean {
  const { block, owner, sourceCode } = handler;
  if (!block || !owner) return !asksForEffect(handler);
  const { told } = drop;
  const givesValue =
    owner.generator || collectReturnedValues(owner, sourceCode).some((value) => !holdsNothing(value, sourceCode));
  const isOwnAnswer =
    drop.at?.type === "ReturnStatement" || (graph.ends(block).length === 0 && !isInLoop(handler.node));
  if (isOwnAnswer) return told ? isTold(told, handler) : givesValue || !asksForEffect(handler);
  if (leavesUnset(handler, drop) || changesState(handler, drop)) return true;
  return !givesValue && !asksForEffect(handler);
}

/** Returns whether what a failure gives does not read as an answer. */
function isTold(told: TSESTree.Node, { sourceCode }: Handler): boolean {
  const isNoAnswer = ({ kind, node }: Value): boolean =>
    kind === "unset" ||
    tellsByItself(node, sourceCode) ||
    (node.type === "ObjectExpression" && isFailureValue(node, sourceCode));
  return hasOnly(listValues(told, sourceCode), isNoAnswer);
}

function tellsByItself(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  if (node.type === "TemplateLiteral") return true;
  const constant = readStaticValue(node, sourceCode);
  return (
    constant !== undefined && (typeof constant.value === "string" || constant.value === false || constant.value == null)
  );
}

function holdsNothing(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const constant = readStaticValue(node, sourceCode);
  return constant !== undefined && (constant.value === null || constant.value === undefined);
}

/**
 * Returns whether each variable that an attempt sets tells when it has failed: `let meta; try { meta = load(); } catch
 * {}` leaves nothing in it.
 */
function leavesUnset({ block, sourceCode }: Handler, { steps }: DroppedFailure): boolean {
  if (!block) return false;
  const variables = collectNodes(sourceCode, block, isFunctionNode).flatMap(
    (node) => readAssigned(node, sourceCode) ?? [],
  );
  const outer = variables.filter(({ defs }) => defs[0]?.type === "Variable" && !isInside(defs[0].node, block));
  const tells = (variable: Variable): boolean => {
    const write = steps.findLast((step) => readAssigned(step, sourceCode) === variable);
    if (write?.type === "AssignmentExpression") return tellsByItself(write.right, sourceCode);
    const declared = variable.defs[0]?.node;
    const initial = declared?.type === "VariableDeclarator" ? declared.init : undefined;
    return !initial || holdsNothing(initial, sourceCode);
  };
  return outer.length > 0 && outer.every(tells);
}

function readAssigned(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): Variable | undefined {
  return node.type === "AssignmentExpression" ? resolveVariable(node.left, sourceCode) : undefined;
}

/** `skipped++`, `isLogging = false`: a state that the attempt itself does not set so. */
function changesState({ block, sourceCode }: Handler, { steps }: DroppedFailure): boolean {
  return steps.some((step) => {
    if (step.type === "UpdateExpression") return true;
    if (step.type !== "AssignmentExpression") return false;
    const text = sourceCode.getText(step);
    const isSetAnyway = block && collectNodes(sourceCode, block).some((node) => sourceCode.getText(node) === text);
    return !isSetAnyway && typeof readStaticValue(step.right, sourceCode)?.value === "boolean";
  });
}

/** Returns whether an attempt makes a call for its effect: nothing reads the result, or an object keeps it. */
function asksForEffect({ calls, functionName, sourceCode }: Handler): boolean {
  return calls.some((call) => {
    const purpose = classifyCall(call, sourceCode);
    if (call.type !== "CallExpression" || purpose === "question" || purpose === "report") return false;
    if (purpose === "cleanup" && !isRemoval(functionName)) return false;
    const { parent: user } = getAwaited(call);
    if (user?.type === "AssignmentExpression") return user.left.type === "MemberExpression";
    return user?.type === "ExpressionStatement";
  });
}
