import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { unwrapped } from "../syntax/expressions.js";
import { isExecutionBoundary, isFunctionNode } from "../syntax/functions.js";
import { nodesIn } from "../syntax/nodes.js";
import { calledName, variableOf } from "../syntax/references.js";
import type { FailureHandler } from "./failure-handlers.js";

// Questions that are answered by trying.
const ASKS =
  /^(?:parse|safeParse|tryParse|is|has|can|supports?|exists|access|stat|lstat|fstat|realpath|readlink|resolve|decode|detect|test|validate|verify|require|createRequire|URL|RegExp|BigInt|decodeURI|compile|matchMedia)(?:$|[A-Z_]|Sync$)/;
// What is done for its own sake: whether it could be done is no question that was asked by trying.
const ACTS =
  /^(?:read|load|download|store|save|write|insert|upsert|rename|upload|connect|reconnect|send|publish|install|migrate|deploy|login|logout|start)(?:$|[A-Z_])/;
// `yaml.load(text)` parses.
const FORMATS = /^(?:ya?ml|toml|json5?|plist)$/i;
const CLEANS_UP =
  /^(?:close|unlink|rm|rmdir|remove|kill|abort|destroy|disconnect|dispose|release|end|terminate|clear|cancel|unref|unwatch|stop|shutdown|unsubscribe|clean|cleanup|teardown|delete|off|detach|unmount|revoke|rollback|unlock|cleanUp|tearDown)(?:$|[A-Z_])/;
const TO_BE_DONE = /\b(?:TODO|FIXME|XXX|HACK)\b/i;

/**
 * Whether a handler answers a question by trying: a boolean, or nothing, or the text as it was, for what cannot be parsed or
 * is not there. An action that failed is no answer, and neither is a state that only the handler sets.
 */
export function isProbe(handler: FailureHandler, sourceCode: TSESLint.SourceCode): boolean {
  const answer = onlyAnswer(handler, sourceCode);
  if (!answer || isAction(handler, sourceCode)) return false;
  const value = unwrapped(answer);
  if (value.type === "Literal" && typeof value.value === "boolean") return true;
  const isNone =
    (value.type === "Literal" && value.value === null) || (value.type === "Identifier" && value.name === "undefined");
  const asking = attemptedCalls(handler, sourceCode)
    .flatMap(receivers)
    .filter((call) => ASKS.test(attemptedName(call, sourceCode)));
  return isNone ? asking.length > 0 : asking.some((call) => isAsked(value, call));
}

/**
 * Returns whether a handler answers a question by leaving a variable as it is or by setting it: `try { data = JSON.parse(text) }
 * catch {}`. `process.kill(pid, 0)` only asks whether a process runs.
 */
export function isAssignedProbe(handler: FailureHandler, sourceCode: TSESLint.SourceCode): boolean {
  const calls = attemptedCalls(handler, sourceCode);
  if (calls.some(isSignalProbe)) return true;
  if (handler.node.type !== "CatchClause" || isAction(handler, sourceCode)) return false;
  const isAssigning = handler.node.parent.block.body.every((statement) => assigned(statement));
  return (
    isAssigning && calls.some((call) => receivers(call).some((each) => ASKS.test(attemptedName(each, sourceCode))))
  );
}

/** Whether what failed is cleaning up: closing, removing, killing, or anything that a `finally` block tries. */
export function isCleanup(handler: FailureHandler, sourceCode: TSESLint.SourceCode): boolean {
  if (isInFinally(handler.node)) return true;
  const calls = attemptedCalls(handler, sourceCode);
  return calls.length > 0 && calls.every((call) => CLEANS_UP.test(attemptedName(call, sourceCode)));
}

/** Whether a comment in a handler says why nothing is done. */
export function isExplained({ node }: FailureHandler, pattern: RegExp, sourceCode: TSESLint.SourceCode): boolean {
  return sourceCode.getCommentsInside(node).some(({ value }) => pattern.test(value.trim()) && !TO_BE_DONE.test(value));
}

/** The one value that a handler gives, if it does nothing else. */
function onlyAnswer(handler: FailureHandler, sourceCode: TSESLint.SourceCode): TSESTree.Expression | undefined {
  const { body } = handler;
  if (body.type !== "BlockStatement") return body;
  const [statement, ...others] = body.body;
  if (!statement || others.length > 0) return undefined;
  if (statement.type === "ReturnStatement") return statement.argument ?? undefined;
  const assignment = assigned(statement);
  return assignment && isOwnAnswer(assignment.left, handler, sourceCode) ? assignment.right : undefined;
}

function assigned(statement: TSESTree.Statement): TSESTree.AssignmentExpression | undefined {
  if (statement.type !== "ExpressionStatement") return undefined;
  const { expression } = statement;
  return expression.type === "AssignmentExpression" ? expression : undefined;
}

/** Whether a target holds the answer to this attempt: it sets it too, or the variable belongs to the same function. */
function isOwnAnswer(target: TSESTree.Node, { node }: FailureHandler, sourceCode: TSESLint.SourceCode): boolean {
  const attempt = node.type === "CatchClause" ? node.parent.block.body : [];
  const text = sourceCode.getText(target);
  const targets = attempt.flatMap((each) => assigned(each)?.left ?? []);
  if (targets.some((each) => sourceCode.getText(each) === text)) return true;
  const scope = variableOf(target, sourceCode)?.scope.variableScope;
  return scope !== undefined && scope === sourceCode.getScope(node.parent).variableScope;
}

function isInFinally(node: TSESTree.Node): boolean {
  for (let child: TSESTree.Node = node, parent = node.parent; parent; child = parent, parent = parent.parent) {
    if (parent.type === "TryStatement" && parent.finalizer === child) return true;
    // A handler that is a function is no boundary itself.
    if (isExecutionBoundary(parent) && child !== node) return false;
  }
  return false;
}

/** Whether a value is what a call was asked about: `text` of `JSON.parse(text)`. */
function isAsked(value: TSESTree.Node, call: TSESTree.Node): boolean {
  if (call.type !== "CallExpression" || value.type !== "Identifier") return false;
  const [first] = call.arguments;
  return first?.type === "Identifier" && first.name === value.name;
}

/** A call and those that it is made on: `decodeURI(text)` of `decodeURI(text).slice(1)`. */
function receivers(call: TSESTree.Node): readonly TSESTree.Node[] {
  let object = receiver({ parent: call });
  while (object?.type === "MemberExpression") object = unwrapped(object.object);
  const isMade = object?.type === "CallExpression" || object?.type === "NewExpression";
  return object && isMade ? [call, ...receivers(object)] : [call];
}

/** Whether an attempt does something, or reads what it asks about: `JSON.parse(readFileSync(path))`. */
function isAction(handler: FailureHandler, sourceCode: TSESLint.SourceCode): boolean {
  return callsAttempted(handler, sourceCode).some(
    (call) => ACTS.test(attemptedName(call, sourceCode)) && !FORMATS.test(ownerName(call)),
  );
}

/** `process.kill(pid, 0)` */
function isSignalProbe(call: TSESTree.Node): boolean {
  if (call.type !== "CallExpression" || ownerName(call) !== "process") return false;
  const [, signal] = call.arguments;
  return signal?.type === "Literal" && signal.value === 0;
}

/** The outermost calls whose failure comes to a handler. */
function attemptedCalls(handler: FailureHandler, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  return callsIn(attemptOf(handler), (node) => isFunctionNode(node) || isCall(node), sourceCode);
}

/** All calls whose failure comes to a handler. */
function callsAttempted(handler: FailureHandler, sourceCode: TSESLint.SourceCode): readonly TSESTree.Node[] {
  return callsIn(attemptOf(handler), isFunctionNode, sourceCode);
}

function attemptOf({ node }: FailureHandler): TSESTree.Node | undefined {
  return node.type === "CatchClause" ? node.parent.block : receiver(node);
}

/** `fs.rm(path)` of `fs.rm(path).catch(handler)`. */
function receiver({ parent: call }: Pick<TSESTree.Node, "parent">): TSESTree.Node | undefined {
  if (call?.type !== "CallExpression") return undefined;
  const callee = unwrapped(call.callee);
  return callee.type === "MemberExpression" ? callee.object : undefined;
}

function callsIn(
  attempt: TSESTree.Node | undefined,
  isLeaf: (node: TSESTree.Node) => boolean,
  sourceCode: TSESLint.SourceCode,
): readonly TSESTree.Node[] {
  return attempt ? nodesIn(sourceCode, attempt, isLeaf).filter(isCall) : [];
}

function isCall({ type }: TSESTree.Node): boolean {
  return type === "CallExpression" || type === "NewExpression" || type === "ImportExpression";
}

/** The last name of a callee: `rm` of `fs.promises.rm(...)`. */
function attemptedName(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  if (call.type !== "CallExpression" && call.type !== "NewExpression") return "require";
  return calledName(call, sourceCode);
}

/** `yaml` of `yaml.load(text)`. */
function ownerName(call: TSESTree.Node): string {
  if (call.type !== "CallExpression") return "";
  const callee = unwrapped(call.callee);
  if (callee.type !== "MemberExpression") return "";
  return callee.object.type === "Identifier" ? callee.object.name : "";
}
