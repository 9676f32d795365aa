// Asks whether a failure may be dropped: the caller that waits can tell it from a success, or there is an excuse.
//
// `null`, `undefined` and `false` are no answer, a text is seen by who reads it, and an object may say that it is a
// failure: the caller can tell. It cannot tell `[]`, `0`, `{}` or `true` from an answer, nor a path that goes on to the
// `return` of the success. Where success gives nothing, an item of a loop and the exit status of a program are lost.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { type Handler, classifyCall, findEnclosingLoop, findRepeatedAttempt } from "../model/handlers.js";
import { isLogging } from "../model/exits.js";
import { tellsFailure } from "../model/sayings.js";
import { isUnawaited } from "../model/throw-ends.js";
import { type Value, listValues } from "../model/values.js";
import { comesBack, isNamedLikeMethod } from "../syntax/built-ins.js";
import {
  getAwaited,
  listPossibleValues,
  readMethodCall,
  readStaticKey,
  readStaticValue,
  skipAwait,
} from "../syntax/expressions.js";
import { findCalledFunction, isFunctionNode } from "../syntax/functions.js";
import { resolveVariable } from "../syntax/references.js";
import { collectNodes, hasOnly, isInside, rendersComponents, runsInBrowser } from "../syntax/source-file.js";
import { listToolHandlers } from "../tools/tool-handlers.js";
import {
  FAILURE_TEXT,
  type Purpose,
  asksQuestion,
  classifyFlag,
  isMark,
  isReason,
  isRemoval,
  onlyTries,
  overlooksFailing,
  readPurpose,
} from "../words/names.js";
import { claims } from "./answered-requests.js";
import type { DroppedFailure } from "./dropped-failures.js";
import { FILLS } from "./propagation.js";
import { addsAnother, callsItem, isBeside, isCounted, isLoss, leavesNull, runsAtStart } from "./stand-ins.js";

type Variable = TSESLint.Scope.Variable;

/** Returns whether the code that waits for an attempt can tell that it has failed, or gets nothing from it. */
export function canCallerTell(handler: Handler, drop: DroppedFailure): boolean {
  if (overlooksFailure(handler)) return false;
  if (drop.answers) return drop.told !== undefined && !claims(drop.told, handler.lint) && isTold(drop.told, handler);
  switch (handler.kind) {
    case "listener":
    case "callback":
      return true;
    default:
      if (!drop.told) return !isLostInLoop(handler, drop) && !isLostByProgram(handler);
      return saysInWords(handler, drop) || isAnswerTold(handler, drop);
  }
}

/** Returns whether a loop goes on to its next item though what was asked for this one has failed. */
function isLostInLoop(handler: Handler, drop: DroppedFailure): boolean {
  const { node, place } = handler;
  if (!findEnclosingLoop(node) || changesState(handler, drop)) return false;
  return place ? getAwaited(place.call).parent?.type === "ExpressionStatement" : asksForEffect(handler);
}

/** `main().catch(console.error)`: the exit status is the answer of a program. */
function isLostByProgram({ kind, owner, place }: Handler): boolean {
  if (kind !== "rejection" || owner || place?.call.parent.type !== "ExpressionStatement") return false;
  const tried = place.call.callee.type === "MemberExpression" ? place.call.callee.object : undefined;
  return tried?.type === "CallExpression" && tried.callee.type === "Identifier";
}

/** Returns whether a callback takes the result and does not look at the failure. */
function overlooksFailure({ kind, node, sourceCode }: Handler): boolean {
  if (kind !== "callback" || !isFunctionNode(node)) return false;
  const [failure, ...results] = sourceCode
    .getDeclaredVariables(node)
    .filter(({ defs }) => defs[0]?.type === "Parameter");
  const isRead = (variable: Variable) => variable.references.some((reference) => reference.isRead());
  return failure !== undefined && !isRead(failure) && results.some(isRead);
}

function isAnswerTold(handler: Handler, drop: DroppedFailure): boolean {
  const { told, at } = drop;
  if (handler.kind === "rejection" || at?.type === "ReturnStatement")
    return told !== undefined && isTold(told, handler);
  return leavesUnset(handler, drop) || leavesNull(handler, drop) || changesState(handler, drop);
}

/**
 * Returns whether the failing path puts a text of its own into the answer, and none that it has succeeded:
 * `checks.push(failed("config", "no valid JSON"))`.
 */
function saysInWords({ lint, sourceCode }: Handler, { steps }: DroppedFailure): boolean {
  const isLog = (each: TSESTree.Node) => each.type === "CallExpression" && isLogging(each, lint);
  return steps.some((step) => {
    const isFilled = step.type === "CallExpression" && FILLS.has(readMethodCall(step, sourceCode)?.name ?? "");
    if (!isFilled && !ANSWERS.has(step.type)) return false;
    const parts = collectNodes(sourceCode, step, (each) => isLog(each) || (each !== step && isFunctionNode(each)));
    return parts.some(isSentence) && !parts.some((each) => isSuccessFlag(each, lint));
  });
}

const ANSWERS: ReadonlySet<string> = new Set(["ReturnStatement", "ArrowFunctionExpression", "AssignmentExpression"]);

/** Returns whether a text has two words. */
function isSentence(node: TSESTree.Node): boolean {
  if (node.type !== "Literal" && node.type !== "TemplateElement") return false;
  const text = node.type === "Literal" ? node.value : node.value.raw;
  return typeof text === "string" && /\p{L} \p{L}/u.test(text);
}

/** `success: true` */
function isSuccessFlag(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  if (node.type !== "Property" || classifyFlag(readStaticKey(node, sourceCode) ?? "") !== "outcome") return false;
  return readStaticValue(node.value, sourceCode)?.value === true;
}

/** Returns whether what a failure gives does not read as an answer. */
function isTold(told: TSESTree.Node, { lint }: Handler): boolean {
  // `createStatus(false, "Could not save")`
  if (told.type === "CallExpression" && told.arguments.some((each) => tellsFailure(each, lint))) return true;
  const isNoAnswer = ({ kind, node }: Value): boolean =>
    kind === "unset" || tellsByItself(node, lint) || (node.type === "ObjectExpression" && tellsFailure(node, lint));
  return hasOnly(listValues(told, lint), isNoAnswer);
}

function tellsByItself(node: TSESTree.Node, lint: LintContext): boolean {
  const isText = (value: unknown) => typeof value === "string" || value === false || value == null;
  return node.type === "TemplateLiteral" || isConstant(node, lint, isText);
}

function holdsNothing(node: TSESTree.Node, lint: LintContext): boolean {
  return isConstant(node, lint, (value) => value == null);
}

/** Returns whether a value is the same in every run, and passes a test. */
function isConstant(node: TSESTree.Node, { sourceCode }: LintContext, passes: (value: unknown) => boolean): boolean {
  const constant = readStaticValue(node, sourceCode);
  return constant !== undefined && passes(constant.value);
}

/**
 * Returns whether each variable that an attempt sets tells when it has failed: `let meta; try { meta = load(); } catch
 * {}` leaves nothing in it.
 */
function leavesUnset({ block, lint, sourceCode }: Handler, { steps }: DroppedFailure): boolean {
  if (!block) return false;
  const variables = collectNodes(sourceCode, block, isFunctionNode).flatMap((node) => readAssigned(node, lint) ?? []);
  const outer = variables.filter(({ defs }) => defs[0]?.type === "Variable" && !isInside(defs[0].node, block));
  const tells = (variable: Variable): boolean => {
    const write = steps.findLast((step) => readAssigned(step, lint) === variable);
    if (write?.type === "AssignmentExpression") return tellsByItself(write.right, lint);
    const declared = variable.defs[0]?.node;
    const initial = declared?.type === "VariableDeclarator" ? declared.init : undefined;
    return !initial || holdsNothing(initial, lint);
  };
  return outer.length > 0 && outer.every(tells);
}

function readAssigned(node: TSESTree.Node, { sourceCode }: LintContext): Variable | undefined {
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
function asksForEffect({ calls }: Handler): boolean {
  return calls.some((call) => {
    if (call.type !== "CallExpression") return false;
    const { parent: user } = getAwaited(call);
    if (user?.type === "AssignmentExpression") return user.left.type === "MemberExpression";
    return user?.type === "ExpressionStatement";
  });
}

type Excuse = (handler: Handler, drop: DroppedFailure) => boolean;

/** Why a failure that its caller cannot tell from a success may be dropped, as the table on the rule's page says. */
export const EXCUSES: Readonly<Record<string, Excuse>> = {
  probe: (handler, drop) => triesOnly(handler, "question") || asksByName(handler, drop),
  cleanup: (handler) => triesOnly(handler, "cleanup") || isCleanup(handler),
  listener: (handler) => triesOnly(handler, "listener") || callsItem(handler),
  "another way": (handler, drop) =>
    isTriedAgain(handler, drop) || addsAnother(handler, drop) || givesAnother(handler, drop),
  beside: isBeside,
  counted: isCounted,
  start: runsAtStart,
  "nobody waits": isLeftAlone,
  view: ({ node, lint: { filename }, sourceCode }) =>
    /\.(?:[jt]sx|vue|svelte)$/.test(filename) || rendersComponents(sourceCode) || runsInBrowser(node, sourceCode),
  reason: (handler) => hasWrittenReason(handler) || isFailureDescribed(handler),
};

/** Returns whether an excuse of the table speaks against a throw; one at the start ends what cannot go on. */
export function isExcused(handler: Handler, drop: DroppedFailure): boolean {
  return Object.entries(EXCUSES).some(([name, applies]) => name !== "start" && applies(handler, drop));
}

/** The excuses that stand where a fact tells of a loss: they say what the attempt is, and not what follows it. */
const STANDS_BEFORE_LOSS: ReadonlySet<string> = new Set(["probe", "cleanup", "listener", "counted", "start", "view"]);

/** The excuses that rest on what comes after the handler; where it answers a request itself, nothing does. */
const SPEAKS_OF_LATER: ReadonlySet<string> = new Set(["beside", "nobody waits"]);

/** Returns whether a handler may drop its failure, as far as the caller, the code close by and comments tell. */
export function isPermitted(handler: Handler, drop: DroppedFailure): boolean {
  const isLost = isLoss(handler, drop);
  if (!isLost && canCallerTell(handler, drop)) return true;
  return Object.entries(EXCUSES).some(
    ([name, applies]) =>
      (!isLost || STANDS_BEFORE_LOSS.has(name)) &&
      !(drop.answers && SPEAKS_OF_LATER.has(name)) &&
      applies(handler, drop),
  );
}

/** Returns whether a comment in a handler marks its drop as intended. */
export function isMarkedIntended({ comments }: Handler): boolean {
  return comments.some(isMark);
}

/** Returns whether a comment in the handler gives a reason: three words, or that failing is meant to be overlooked. */
export function hasWrittenReason({ comments }: Handler): boolean {
  return comments.some((comment) => isReason(comment) || overlooksFailing(comment.value));
}

/** Returns whether a comment above says what a failure leads to, so that whoever calls the code has been told. */
function isFailureDescribed(handler: Handler): boolean {
  return readCommentsAbove(handler).some((text) => FAILURE_TEXT.test(text) || overlooksFailing(text));
}

/** The comments above the statements around a handler, and above its function. */
function readCommentsAbove(handler: Handler): readonly string[] {
  const comments = listSurroundings(handler.node).flatMap((each) => handler.sourceCode.getCommentsBefore(each));
  return handler.withoutDirectives(comments).map(({ value }) => value);
}

/** The nodes around a handler: its statement, those around that, and its function with what declares it. */
function listSurroundings(node: TSESTree.Node): readonly TSESTree.Node[] {
  const nodes: TSESTree.Node[] = [];
  let isOutside = false;
  for (let at = node.parent; at && at.type !== "Program" && !(isOutside && isBlock(at)); at = at.parent) {
    nodes.push(at, ...findDeclarationAbove(at));
    isOutside ||= isFunctionNode(at);
  }
  return nodes;
}

/** `let found; try { found = load(); } catch {}`: a comment above the declaration is about the attempt. */
function findDeclarationAbove(node: TSESTree.Node): readonly TSESTree.Node[] {
  const statements = node.type === "TryStatement" && node.parent.type === "BlockStatement" ? node.parent.body : [];
  const above = statements[statements.indexOf(node as TSESTree.TryStatement) - 1];
  return above?.type === "VariableDeclaration" && above.kind === "let" ? [above] : [];
}

function isBlock({ type }: TSESTree.Node): boolean {
  return type === "BlockStatement" || type === "ClassBody";
}

/** Returns whether each call that is tried asks, cleans up or calls a listener, and one has this purpose. */
function triesOnly({ purposes }: Handler, purpose: Purpose): boolean {
  return purposes.includes(purpose) && purposes.every((each) => /^(?:question|cleanup|listener)$/.test(each));
}

/** Returns whether the function around a handler cleans up, by its name, and is not asked to remove something. */
function isCleanup({ functionName }: Handler): boolean {
  return readPurpose(functionName) === "cleanup" && !isRemoval(functionName);
}

/** `isValid`, `hasIndex`: a function whose answer to a failure is a boolean or nothing; `tryRead`, `readOrNull`. */
function asksByName({ functionName, lint }: Handler, { told }: DroppedFailure): boolean {
  if (onlyTries(functionName)) return true;
  if (!told || !asksQuestion(functionName)) return false;
  const isVerdict = (value: unknown) => value == null || typeof value === "boolean";
  return listValues(told, lint).every(({ kind, node }) => kind === "unset" || isConstant(node, lint, isVerdict));
}

/**
 * Returns whether a loop goes on to the next attempt after its handler has dropped a failure: one without a list, or
 * one that success leaves.
 */
function isTriedAgain({ node }: Handler, { at }: DroppedFailure): boolean {
  const loop = findEnclosingLoop(node);
  if (!loop || at?.type === "ReturnStatement" || at?.type === "BreakStatement") return false;
  const hasList = loop.type === "ForStatement" ? loop.test !== null : loop.type.startsWith("For");
  return !hasList || findRepeatedAttempt(node) !== undefined;
}

/**
 * Returns whether the failing path does the work in another way, gives what another call gives, or gives a value that
 * was there before the attempt, itself or as a part. A tool that gives what it had before answers as if it had worked.
 */
function givesAnother(handler: Handler, drop: DroppedFailure): boolean {
  const { kind, node, body, block, failure, sourceCode } = handler;
  const { answers: answersRequest, at, told, steps } = drop;
  const isClaimed = answersRequest && told !== undefined && claims(told, handler.lint);
  if (node === body || (kind === "callback" && (!answersRequest || overlooksFailure(handler)))) return false;
  const isOnlyAfterFailure = block && collectNodes(sourceCode, block, isFunctionNode).some(isAnswer);
  const answers = told && (at || isOnlyAfterFailure || body === told) ? listPossibleValues(told) : [];
  if (answers.some((value) => doesWork(skipAwait(value), handler))) return true;
  const isNextCandidate = ({ kind: end, node: { type } }: Value) => end === "unknown" && type === "CallExpression";
  if (!at && answers.some((value) => listValues(value, handler.lint).some(isNextCandidate))) return true;
  const assigned = steps.flatMap((step) =>
    step.type === "AssignmentExpression" && step.operator === "=" ? step.right : [],
  );
  const given = [...(at || body === told ? answers : []), ...assigned];
  if (hasOnly(given, (value) => isOther(value, handler)) && !isTool(handler) && !isClaimed) return true;
  return steps.some(
    (step) =>
      step.type === "CallExpression" &&
      !(answersRequest && step === at) &&
      /^(?:Await|Assignment)Expression$|^ExpressionStatement$/.test(step.parent.type) &&
      !failure.isIn(step) &&
      doesWork(step, handler),
  );
}

function isAnswer(node: TSESTree.Node): boolean {
  return node.type === "ReturnStatement" && node.argument !== null;
}

/** Returns whether a call may do what the attempt was to do: no log, cleanup or computation, and not only a value. */
function doesWork(call: TSESTree.Node, { functionName, lint, sourceCode }: Handler): boolean {
  if (call.type !== "CallExpression" || isLogging(call, lint)) return false;
  // `await api.delete(id)` is none of a `Map`.
  const isOfLanguage = isNamedLikeMethod(call, sourceCode) && call.parent.type !== "AwaitExpression";
  if (comesBack(call, sourceCode) || isOfLanguage) return false;
  const purpose = classifyCall(call, lint);
  if (purpose === "computation" || (purpose === "cleanup" && !isRemoval(functionName))) return false;
  const called = findCalledFunction(call, sourceCode);
  return !called || collectNodes(sourceCode, called.body).some(({ type }) => type === "CallExpression");
}

/** Returns whether a value was there before the attempt, or has a part that was. */
function isOther(value: TSESTree.Node, handler: Handler): boolean {
  const { lint } = handler;
  return hasOnly(listValues(value, lint), ({ kind, node }) => {
    if (node.type === "CallExpression" && isLogging(node, lint)) return false;
    if (kind === "unknown" || kind === "parameter") return true;
    const parts = node.type === "ObjectExpression" ? node.properties : [];
    return parts.some((part) => {
      const held = part.type === "SpreadElement" ? part.argument : part.value;
      const ends = /^(?:Identifier|MemberExpression)$/.test(held.type) ? listValues(held, lint) : [];
      return hasOnly(ends, (end) => end.kind === "parameter" || end.kind === "unknown");
    });
  });
}

function isTool({ owner, lint }: Handler): boolean {
  return owner !== undefined && listToolHandlers(owner, lint).length > 0;
}

/** Returns whether nothing waits for the code: a timer, a listener, a chain that stands alone in a function. */
function isLeftAlone(handler: Handler): boolean {
  const { kind, node, place, lint } = handler;
  if (kind === "listener") return true;
  if (kind === "callback") return !overlooksFailure(handler);
  return isUnawaited(place?.call ?? node, lint);
}
