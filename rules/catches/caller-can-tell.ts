// Compares what the code gives when an attempt fails with what it gives when the attempt succeeds.
//
// A caller can tell where no success gives the same: `return null` beside `return plan`, `return false` beside `return
// true`, a variable that stays unset. It cannot tell where a success path gives the same constant, where the value may
// be computed as well (`0`, `[]`, a text), and where the code goes on to the `return` of the success. Where success
// gives nothing, the failure is lost if an effect was asked for.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler } from "../model/failure-handlers.js";
import { type Handler, classifyCall } from "../model/handlers.js";
import { isFailureValue } from "../model/sayings.js";
import { type Value, listValues } from "../model/values.js";
import { getOutermostWrapper, unwrapExpression } from "../syntax/expressions.js";
import {
  type FunctionNode,
  collectReturnedValues,
  findFunctionVariable,
  getEnclosingStatement,
  isFunctionNode,
} from "../syntax/functions.js";
import { collectNodes, isInside } from "../syntax/nodes.js";
import { readStaticValue, resolveVariable } from "../syntax/references.js";
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
  const { registration, sourceCode } = handler;
  const { parent } = registration ? getChainEnd(registration) : handler.node;
  if (parent?.type === "ExpressionStatement" || parent?.type === "UnaryExpression") return false;
  if (parent?.type === "AwaitExpression" && parent.parent.type === "ExpressionStatement") return false;
  // The promise is returned: what it gives may be nothing in any case.
  if (!told) return parent?.type !== "ReturnStatement" && parent?.type !== "ArrowFunctionExpression";
  const attempt = registration?.callee.type === "MemberExpression" ? registration.callee.object : undefined;
  const success = attempt ? listChainValues(attempt, sourceCode) : [];
  return isDistinct(listValues(told, sourceCode), success, handler);
}

/** Lists what a promise gives: of `load().then((text) => parse(text))`, what the last function gives. */
function listChainValues(promise: TSESTree.Node, sourceCode: TSESLint.SourceCode): readonly Value[] {
  const call = unwrapExpression(promise);
  const [next] = call.type === "CallExpression" ? call.arguments : [];
  if (!isFunctionNode(next)) return listValues(promise, sourceCode);
  return collectReturnedValues(next, sourceCode).flatMap((value) => listValues(value, sourceCode));
}

function isClauseTold(handler: Handler, drop: DroppedFailure, graph: PathGraph): boolean {
  const { block, owner, sourceCode } = handler;
  if (!block || !owner) return !asksForEffect(handler);
  const { told } = drop;
  const isOwnAnswer =
    drop.at?.type === "ReturnStatement" || (graph.ends(block).length === 0 && !isInLoop(handler.node));
  if (isOwnAnswer) {
    const success = listSuccesses(handler, owner, graph);
    if (told) return isDistinct(listValues(told, sourceCode), success, handler);
    // A bare `return` where success gives a value.
    return success.length > 0 ? !success.some((value) => isNothing(value, sourceCode)) : !asksForEffect(handler);
  }
  if (leavesUnset(handler, drop) || changesState(handler, drop)) return true;
  const isGivenValue =
    owner.generator ||
    collectReturnedValues(owner, sourceCode).some(
      (value) => !isNothing({ kind: "made", node: value, through: [] }, sourceCode),
    );
  return !isGivenValue && !asksForEffect(handler);
}

/** Lists the values that a function returns where its attempt succeeds, or is not made. */
function listSuccesses({ block, sourceCode }: Handler, owner: FunctionNode, graph: PathGraph): readonly Value[] {
  if (owner.body.type !== "BlockStatement") return listValues(owner.body, sourceCode);
  // What stands behind an attempt that always returns is reached by its failure alone.
  const attempt =
    block && graph.ends(block).length === 0 && block.parent.parent === owner.body ? block.parent : undefined;
  return collectNodes(sourceCode, owner.body, isFunctionNode).flatMap((node): readonly Value[] => {
    if (node.type !== "ReturnStatement" || (attempt && node.range[0] > attempt.range[1])) return [];
    const around = findEnclosingHandler(node, sourceCode);
    if (around && around !== owner && isInside(around, owner)) return [];
    return node.argument ? listValues(node.argument, sourceCode) : [{ kind: "unset", node, through: [] }];
  });
}

/** Returns whether values that a failure gives are none that a success may give, and the caller knows of them. */
function isDistinct(values: readonly Value[], success: readonly Value[], handler: Handler): boolean {
  const { sourceCode, owner } = handler;
  const isLikeSuccess = ({ kind, node }: Value): boolean => {
    if (node.type === "ObjectExpression" && isFailureValue(node, sourceCode)) return false;
    const text = sourceCode.getText(node);
    if (success.some((each) => each.node === node || sourceCode.getText(each.node) === text)) return true;
    const constant = kind === "unset" ? { value: undefined } : readStaticValue(node, sourceCode);
    if (constant && isNoAnswer(constant.value)) {
      const isBoolean = typeof constant.value === "boolean";
      return success.some(
        (each) =>
          (each.kind === "unset" && constant.value === undefined) ||
          (isBoolean && mayBeBoolean(each, owner, sourceCode)),
      );
    }
    // One word of several: `return "local"` beside `return "remote"`.
    return !(typeof constant?.value === "string" && success.length > 0 && success.every((each) => isWord(each)));
  };
  return values.length > 0 && !values.some(isLikeSuccess) && isKnown(handler);
}

function isNoAnswer(value: unknown): boolean {
  return value === null || value === undefined || typeof value === "boolean";
}

function isWord({ kind, node }: Value): boolean {
  return kind === "literal" && node.type === "Literal" && typeof node.value === "string";
}

/** Returns whether a value may be a boolean that is computed: `members.includes(id)`. */
function mayBeBoolean(
  { kind, node }: Value,
  owner: FunctionNode | undefined,
  sourceCode: TSESLint.SourceCode,
): boolean {
  if (kind === "literal" || /^(?:Object|Array|New|ArrowFunction|Function)Expression$|^Template/.test(node.type))
    return false;
  return !owner?.returnType || /\b(?:boolean|any|unknown)\b/.test(sourceCode.getText(owner.returnType));
}

function isNothing({ kind, node }: Value, sourceCode: TSESLint.SourceCode): boolean {
  return kind === "unset" || holdsNothing(node, sourceCode);
}

function holdsNothing(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const constant = readStaticValue(node, sourceCode);
  return constant !== undefined && (constant.value === null || constant.value === undefined);
}

/**
 * Returns whether all variables that an attempt sets hold nothing when it has failed: `let meta; try { meta = load(); }
 * catch {}`.
 */
function leavesUnset({ block, sourceCode }: Handler, { steps }: DroppedFailure): boolean {
  if (!block) return false;
  const variables = collectNodes(sourceCode, block, isFunctionNode).flatMap(
    (node) => readAssigned(node, sourceCode) ?? [],
  );
  const outer = variables.filter(({ defs }) => defs[0]?.type === "Variable" && !isInside(defs[0].node, block));
  const isUnset = (variable: Variable): boolean => {
    const write = steps.findLast((step) => readAssigned(step, sourceCode) === variable);
    const declared = variable.defs[0]?.node;
    const initial = declared?.type === "VariableDeclarator" ? declared.init : undefined;
    const value = write?.type === "AssignmentExpression" ? write.right : initial;
    return !value || holdsNothing(value, sourceCode);
  };
  return outer.length > 0 && outer.every(isUnset);
}

function readAssigned(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): Variable | undefined {
  return node.type === "AssignmentExpression" ? resolveVariable(node.left, sourceCode) : undefined;
}

/** `skipped++`, `isLogging = false`: a state that the attempt itself does not set so. */
function changesState({ block, sourceCode }: Handler, { steps }: DroppedFailure): boolean {
  return steps.some((step) => {
    if (step.type === "UpdateExpression") return true;
    if (step.type !== "AssignmentExpression") return false;
    if (step.operator === "+=") return typeof readStaticValue(step.right, sourceCode)?.value === "number";
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
    const { parent } = getOutermostWrapper(call);
    const user = parent?.type === "AwaitExpression" ? getOutermostWrapper(parent).parent : parent;
    if (user?.type === "UnaryExpression") return user.operator === "void";
    if (user?.type === "AssignmentExpression") return user.left.type === "MemberExpression";
    return user?.type === "ExpressionStatement";
  });
}

/**
 * Returns whether a caller knows that a function may give no answer: by its type, which TypeScript infers where none is
 * written, by its comment, or since the file tests what it gives.
 */
function isKnown({ kind, owner, context: { filename }, sourceCode }: Handler): boolean {
  if (kind === "rejection" || /\.[cm]?tsx?$/.test(filename) || !owner) return true;
  const [comment] = sourceCode.getCommentsBefore(getEnclosingStatement(owner)).slice(-1);
  if (comment && /\b(?:null|undefined|boolean|false)\b/.test(comment.value)) return true;
  const variable = findFunctionVariable(owner, sourceCode);
  if (!variable || owner.parent.type === "CallExpression") return true;
  return variable.references.some(({ identifier }) => isResultTested(identifier.parent, sourceCode));
}

function isResultTested(call: TSESTree.Node | undefined, sourceCode: TSESLint.SourceCode): boolean {
  if (call?.type !== "CallExpression") return false;
  const awaited = call.parent.type === "AwaitExpression" ? call.parent : call;
  const { parent } = getOutermostWrapper(awaited);
  if (parent?.type !== "VariableDeclarator") return isTest(getOutermostWrapper(awaited));
  return sourceCode
    .getDeclaredVariables(parent)
    .some(({ references }) => references.some(({ identifier }) => isTest(identifier)));
}

/** `if (value)`, `!value`, `value ?? other`, `value === null`, `value?.name` */
function isTest(node: TSESTree.Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case "IfStatement":
    case "ConditionalExpression":
    case "WhileStatement":
      return parent.test === node;
    case "UnaryExpression":
    case "LogicalExpression":
    case "BinaryExpression":
      return true;
    case "MemberExpression":
      return parent.optional;
    default:
      return false;
  }
}
