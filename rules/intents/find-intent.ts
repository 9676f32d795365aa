// Tells a failure that is dropped on purpose from one that gets lost.
//
// A handler that logs treats the error as a failure: the operator learns of it, but the caller does not. A silent
// handler treats the error as an answer. So a logged drop is a defect and a silent one is deliberate, unless something
// in the code says otherwise. `INTENTS` holds the excuses for a logged drop, `isLost` the signs against a silent one.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { basename } from "node:path";
import { findEnclosingHandler } from "../model/failure-handlers.js";
import { isDebugLevel, isLogger, isLogging, isQuietLevel, readLogLevel, readLogText } from "../model/logging.js";
import { isTriedAgain } from "../catches/retries.js";
import { isResolveName } from "../model/exits.js";
import { type Handler, hasOnly, readCallName } from "../model/handlers.js";
import { isEmptyList, isEmptyValue, isFalse, tellsFailureAsSuccess } from "../model/sayings.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { isPassedTo, isVisitor } from "../syntax/function-called.js";
import {
  collectReturnedValues,
  findEnclosingClass,
  findEnclosingFunction,
  getEnclosingStatement,
  isFunctionNode,
} from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { readCalleeName, readNameOf, resolveVariable } from "../syntax/references.js";
import { rendersComponents } from "../syntax/source-file.js";
import { listWords, splitWords } from "../syntax/words.js";
import { BACKGROUNDS, LISTENERS, TIMERS } from "../words/calls.js";
import { documentsDrop, isReason, saysDropIsMeant } from "../words/comments.js";
import { ACCESSORIES, SIDE_TASKS, asksQuestion, isRemoval, onlyTries, setsUp, writesLog } from "../words/names.js";

/** Why a failure may be dropped. */
export type Intent = "cleanup" | "extra" | "background" | "handling" | "fallback" | "dismissed" | "answer";

// The first intent that applies is the reason that a suggested comment gives.
const INTENTS: readonly (readonly [intent: Intent, applies: (handler: Handler) => boolean])[] = [
  ["cleanup", isCleanup],
  ["extra", isExtra],
  ["background", isInBackground],
  ["background", isLeftToItself],
  ["handling", handlesAnother],
  ["fallback", answersOtherwise],
  ["fallback", isTriedOtherwise],
  ["answer", answersQuestion],
  ["answer", ({ functionName }) => onlyTries(functionName)],
  ["answer", isDocumented],
  ["answer", tellsOutcome],
  ["answer", answersAsUsual],
  ["dismissed", saysThatWorkGoesOn],
  ["dismissed", isWarnedOf],
];

/** Returns why a failure may be dropped as it is; `undefined` where it gets lost. */
export function findIntent(handler: Handler): Intent | undefined {
  return INTENTS.find(([, applies]) => applies(handler))?.[0] ?? (isLost(handler) ? undefined : "answer");
}

/**
 * Returns whether the attempt only closes, removes or kills, or stands in a `finally` block. In a function that is
 * asked to remove something, removing is the work.
 */
function isCleanup({ isInFinally, purposes, functionName }: Handler): boolean {
  return isInFinally || (!isRemoval(functionName) && hasOnly(purposes, (purpose) => purpose === "cleanup"));
}

// A page can tell nothing but its user.
const PAGE: ReadonlySet<string | undefined> = new Set(["window", "localStorage", "sessionStorage"]);

/** Returns whether the names tell of a side task, or of a log, not of the requested work. */
function isExtra({ node, calls, functionName, answers, context: { filename, sourceCode } }: Handler): boolean {
  // `clearCache` is asked to clear the cache.
  if (isRemoval(functionName)) return false;
  // A component has only the console to tell.
  if (writesLog(functionName) || (answers.length === 0 && rendersComponents(sourceCode))) return true;
  if (hasOnly(calls, (call) => writesLog(readCallName(call, sourceCode)))) return true;
  if (hasOnly(calls, (call) => PAGE.has(sourceCode.getText(call).split(".", 1)[0]))) return true;
  const names = calls.flatMap((call) => [readCallName(call, sourceCode), readObjectName(call, sourceCode)]);
  if (listWords([functionName, ...names].join(" ")).some((word) => SIDE_TASKS.has(word))) return true;
  const surroundings = `${basename(filename)} ${findEnclosingClass(node)?.id?.name ?? ""}`;
  return splitWords(surroundings).some((word) => ACCESSORIES.has(word));
}

/** Reads the last name of a method's object: `yaml` of `yaml.load(text)`, `telemetry` of `this.telemetry.send()`. */
function readObjectName(call: TSESTree.Node, sourceCode: TSESLint.SourceCode): string {
  const callee = call.type === "CallExpression" ? unwrapExpression(call.callee) : call;
  return callee.type === "MemberExpression" ? readNameOf(callee.object, sourceCode) : "";
}

const RUNS_LATER = new Set([...TIMERS, ...BACKGROUNDS, ...LISTENERS]);

/** Returns whether the code runs in a timer, a listener, or a function that another function calls where it stands. */
function isInBackground({ kind, node, owner, sourceCode }: Handler): boolean {
  if (resolvesPromise(node, sourceCode)) return false;
  if (kind === "listener") return true;
  let around = owner;
  while (around && isVisitor(around, sourceCode)) around = findEnclosingFunction(around);
  if (!around) return false;
  const isCalledInPlace = around.parent.type === "CallExpression" && around.parent.callee === around;
  return isCalledInPlace ? findEnclosingFunction(around) !== undefined : isPassedTo(around, RUNS_LATER, sourceCode);
}

/** Returns whether a call resolves a promise, as `resolve(false)` in a listener: it tells what waits for it. */
export function resolvesPromise(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  return collectNodes(sourceCode, node).some(
    (each) =>
      each.type === "CallExpression" && each.callee.type === "Identifier" && isResolveName(each.callee, sourceCode),
  );
}

/**
 * `void pool.warmUp().catch(log);` in a function that does not wait for it, unless the call saves or sets up something:
 * that is missed later.
 */
function isLeftToItself({ kind, node, call, calls, purposes, sourceCode }: Handler): boolean {
  const { parent } = call ?? node.parent;
  const statement = parent?.type === "UnaryExpression" ? parent.parent : parent;
  if (kind !== "rejection" || statement?.type !== "ExpressionStatement" || !findEnclosingFunction(statement))
    return false;
  return calls.every((each, index) => {
    const name = readCallName(each, sourceCode);
    return name.startsWith("send") || (purposes[index] !== "action" && !setsUp(name));
  });
}

/** Returns whether the handler stands in that of another failure, or in a `forEach` there. */
function handlesAnother({ node, owner, calls, sourceCode }: Handler): boolean {
  if (findEnclosingHandler(node, sourceCode) || readsRefusal(node, calls, sourceCode)) return true;
  return owner !== undefined && isVisitor(owner, sourceCode) && findEnclosingHandler(owner, sourceCode) !== undefined;
}

/** `if (!response.ok) { const text = await response.text().catch(() => ""); ... }`: the details of a failure. */
function readsRefusal(node: TSESTree.Node, calls: readonly TSESTree.Node[], sourceCode: TSESLint.SourceCode): boolean {
  if (!calls.every((each) => /^(?:text|json)$/.test(readCallName(each, sourceCode)))) return false;
  for (let child = node, { parent } = node; parent; child = parent, { parent } = parent) {
    if (isFunctionNode(parent) && parent !== node) return false;
    if (parent.type === "IfStatement" && parent.consequent === child)
      return /!\s*[\w.]+\.ok\b/.test(sourceCode.getText(parent.test));
  }
  return false;
}

/** Returns whether a value that is computed takes the place of the answer: it is another way to it. */
function answersOtherwise({ answers, context }: Handler): boolean {
  return answers.some((answer) => {
    const value = unwrapExpression(answer);
    switch (value.type) {
      case "Literal":
      case "TemplateLiteral":
      case "UnaryExpression":
        return false;
      case "ArrayExpression":
        return value.elements.length > 0;
      case "ObjectExpression":
        return value.properties.length > 0;
      case "Identifier":
        return value.name !== "undefined";
      case "CallExpression":
        return !isLogging(value, context) && !tellsFailureAsSuccess(value, context.sourceCode);
      default:
        return true;
    }
  });
}

/** `let text; try { text = read(); } catch {} if (!text) text = fetch();`: code below looks for the missing value. */
function isTriedOtherwise({ block, sourceCode }: Handler): boolean {
  if (!block) return false;
  return collectNodes(sourceCode, block, isFunctionNode).some((each) => {
    const variable = each.type === "AssignmentExpression" ? resolveVariable(each.left, sourceCode) : undefined;
    return variable?.references.some(
      ({ identifier }) => identifier.range[0] > block.parent.range[1] && isTestedForAbsence(identifier),
    );
  });
}

/** `if (!value)`, `if (value === undefined)`, `value ??= other` */
function isTestedForAbsence({ parent }: TSESTree.Node): boolean {
  if (parent?.type === "AssignmentExpression") return parent.operator === "??=" || parent.operator === "||=";
  if (parent?.parent?.type !== "IfStatement") return false;
  if (parent.type === "UnaryExpression") return parent.operator === "!";
  return parent.type === "BinaryExpression" && parent.operator.startsWith("==") && isEmptyValue(parent.right);
}

/** Returns whether the function answers a question, as `isValid` does: what cannot be done is the answer `false`. */
function answersQuestion({ functionName, answers, purposes }: Handler): boolean {
  return asksQuestion(functionName) && hasOnly(answers, isFalse) && !purposes.includes("action");
}

/** Returns whether the function returns `true` where the work is done, and `false` from handlers of failures alone. */
function tellsOutcome({ owner, logs, answers, sourceCode }: Handler): boolean {
  if (!owner || logs.length === 0 || !hasOnly(answers, isFalse)) return false;
  const isTrue = (value: TSESTree.Node) => value.type === "Literal" && value.value === true;
  return hasOnly(
    collectReturnedValues(owner, sourceCode),
    (value) => isTrue(value) || (isFalse(value) && findEnclosingHandler(value, sourceCode) !== undefined),
  );
}

/** Returns whether a logged failure's answer is one that the function also returns where nothing fails: `"UTC"`. */
function answersAsUsual({ owner, logs, answers, sourceCode }: Handler): boolean {
  if (!owner || logs.length === 0) return false;
  const usual = collectReturnedValues(owner, sourceCode)
    .filter((value) => !findEnclosingHandler(value, sourceCode))
    .flatMap((value) => (value.type === "Literal" && value.value ? [value.raw] : []));
  return hasOnly(answers, (answer) => answer.type === "Literal" && usual.includes(answer.raw));
}

/** Returns whether a comment in the handler or above its attempt, or a log, says that the work goes on. */
function saysThatWorkGoesOn({ node, logs, sourceCode }: Handler): boolean {
  const above = sourceCode.getCommentsBefore(getEnclosingStatement(node));
  const comments = [...above, ...sourceCode.getCommentsInside(node)].filter(isReason).map(({ value }) => value);
  return [...comments, ...logs.map((log) => readLogText(log, sourceCode))].some(saysDropIsMeant);
}

/** Returns whether the comment above the function says that it gives a default, or that its work may fail. */
function isDocumented({ owner, answers, sourceCode }: Handler): boolean {
  if (!owner || !answers.every((answer) => isEmptyValue(answer) || isEmptyList(answer))) return false;
  const declared = owner.parent.type === "MethodDefinition" ? owner.parent : getEnclosingStatement(owner);
  const outer = declared.parent?.type.startsWith("Export") ? declared.parent : declared;
  const comment = sourceCode.getCommentsBefore(outer).at(-1);
  return comment?.type === "Block" && documentsDrop(comment.value);
}

/**
 * A warning with the failure tells the operator that the work goes on, unless something was to be saved, sent or
 * removed, or the attempt itself throws.
 */
function isWarnedOf(handler: Handler): boolean {
  const { readsFailure, logs, answers, purposes, functionName, block, body, sourceCode } = handler;
  if (!readsFailure || purposes.includes("action") || isRemoval(functionName)) return false;
  const throws = (code: TSESTree.Node): boolean =>
    collectNodes(sourceCode, code, isFunctionNode).some(({ type }) => type === "ThrowStatement");
  if (block && throws(block) && !throws(body)) return false;
  const levels = logs.map((log) => readLogLevel(log, sourceCode));
  return hasOnly(levels, isQuietLevel) && (answers.length === 0 || !levels.every(isDebugLevel));
}

/** Returns whether a drop without an excuse is logged as a failure, or shows a sign of a loss without explaining it. */
function isLost(handler: Handler): boolean {
  const isExplained = handler.sourceCode.getCommentsInside(handler.node).some(isReason);
  if (isLoggedAsFailure(handler, isExplained)) return true;
  if (isExplained || (handler.answers.length === 0 && isTriedAgain(handler.node, undefined))) return false;
  return givesNoResult(handler) || isLeftEmpty(handler) || handler.purposes.includes("action") || isOverlooked(handler);
}

function isLoggedAsFailure({ node, body, logs, answers, context }: Handler, isExplained: boolean): boolean {
  if (node === body) return isLogger(node, context);
  // A log that no operator sees is no sign of a failure, unless the caller gets a default.
  const isQuiet = logs.every((log) => isDebugLevel(readLogLevel(log, context.sourceCode)));
  return logs.length > 0 && !(isQuiet && (isExplained || answers.length === 0));
}

/** An empty list or text looks like an answer, and a text that begins with the failure looks like a result. */
function givesNoResult({ answers, calls, sourceCode }: Handler): boolean {
  // The parts of a text that is no URL are empty.
  if (hasOnly(calls, (call) => call.type === "NewExpression" && readCalleeName(call, sourceCode) === "URL"))
    return false;
  return answers.some((answer) => {
    if (isEmptyList(answer) || tellsFailureAsSuccess(answer, sourceCode)) return true;
    const value = unwrapExpression(answer);
    const text =
      value.type === "TemplateLiteral" ? value.quasis[0]?.value.raw : value.type === "Literal" && value.value;
    return typeof text === "string" && /^$|^failed\b/i.test(text);
  });
}

/** Returns whether the handler is empty, and more was tried than to answer a question or to clean up. */
function isLeftEmpty({ body, purposes }: Handler): boolean {
  if (body.type !== "BlockStatement" || body.body.length > 0) return false;
  return purposes.some((purpose) => purpose !== "question" && purpose !== "cleanup");
}

/** Returns whether a callback takes the result and does not look at the failure. */
function isOverlooked({ kind, node, sourceCode }: Handler): boolean {
  if (kind !== "callback" || !isFunctionNode(node)) return false;
  const [failure, ...results] = sourceCode
    .getDeclaredVariables(node)
    .filter(({ defs }) => defs[0]?.type === "Parameter");
  const isRead = (variable: TSESLint.Scope.Variable) => variable.references.some((reference) => reference.isRead());
  return failure !== undefined && !isRead(failure) && results.some(isRead);
}
