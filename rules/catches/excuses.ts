import type { TSESTree } from "@typescript-eslint/utils";
import { type Handler, classifyCall, hasOnly } from "../model/handlers.js";
import { isLogging } from "../model/logging.js";
import { tellsFailureAsSuccess } from "../model/sayings.js";
import { isUnawaited } from "../model/throw-ends.js";
import { listValues } from "../model/values.js";
import { isFunctionNode } from "../syntax/functions.js";
import { collectNodes, rendersComponents, runsInBrowser } from "../syntax/source-file.js";
import { readStaticValue } from "../syntax/properties.js";
import { isMark, isReason, overlooksFailing } from "../words/comments.js";
import { asksQuestion, isRemoval, onlyTries, readPurpose } from "../words/names.js";
import { listToolHandlers } from "../tools/tool-handlers.js";
import { overlooksFailure } from "./caller-can-tell.js";
import type { DroppedFailure } from "./dropped-failures.js";
import { collectFailureTraces } from "./failure-traces.js";
import { isTriedAgain } from "./retries.js";

type Excuse = (handler: Handler, drop: DroppedFailure) => boolean;

/** Why a failure that its caller cannot tell from a success may be dropped, as the table on the rule's page says. */
export const EXCUSES: Readonly<Record<string, Excuse>> = {
  probe: (handler, drop) => triesOnly(handler, "question") || asksByName(handler, drop),
  cleanup: (handler) => handler.isInFinally || triesOnly(handler, "cleanup") || isNamedFor(handler, "cleanup"),
  report: (handler) => triesOnly(handler, "report") || isNamedFor(handler, "report"),
  "another way": (handler, drop) => isTriedAgain(handler.node, drop.at) || givesAnother(handler, drop),
  "nobody waits": isLeftAlone,
  view: ({ node, context: { filename }, sourceCode }) =>
    /\.(?:[jt]sx|vue|svelte)$/.test(filename) || rendersComponents(sourceCode) || runsInBrowser(node, sourceCode),
  reason: hasWrittenReason,
};

/** Returns whether an excuse of the table applies. */
export function isExcused(handler: Handler, drop: DroppedFailure): boolean {
  return Object.values(EXCUSES).some((applies) => applies(handler, drop));
}

/** Returns whether a comment in a handler marks its drop as intended. */
export function isMarkedIntended({ comments }: Handler): boolean {
  return comments.some(isMark);
}

/**
 * Returns whether a comment in the handler gives a reason in at least three words, or its text, or a comment above a
 * statement around it or above its function, says that failing is meant to be overlooked: there, most comments say what
 * is tried.
 */
export function hasWrittenReason({ node, comments, sourceCode }: Handler): boolean {
  if ([...sourceCode.getCommentsBefore(node), ...comments].some(isReason)) return true;
  const around = listSurroundings(node).flatMap((each) => sourceCode.getCommentsBefore(each));
  return [sourceCode.getText(node), ...around.map(({ value }) => value)].some(overlooksFailing);
}

/** The nodes around a handler: its statement, those around that, and its function with what declares it. */
function listSurroundings(node: TSESTree.Node): readonly TSESTree.Node[] {
  const nodes: TSESTree.Node[] = [];
  let isOutside = false;
  for (let at = node.parent; at && at.type !== "Program" && !(isOutside && isBlock(at)); at = at.parent) {
    nodes.push(at);
    isOutside ||= isFunctionNode(at);
  }
  return nodes;
}

function isBlock({ type }: TSESTree.Node): boolean {
  return type === "BlockStatement" || type === "ClassBody";
}

/** Returns whether each call that is tried asks, cleans up or reports, and one has this purpose. */
function triesOnly({ purposes, functionName }: Handler, purpose: "question" | "cleanup" | "report"): boolean {
  // In a function that is asked to remove something, removing is the work.
  if (purposes.includes("cleanup") && isRemoval(functionName)) return false;
  return purposes.includes(purpose) && hasOnly(purposes, (each) => /^(?:question|cleanup|report)$/.test(each));
}

function isNamedFor({ functionName }: Handler, purpose: "cleanup" | "report"): boolean {
  return readPurpose(functionName) === purpose && !isRemoval(functionName);
}

/** `isValid`, `hasIndex`: a function whose answer to a failure is a boolean or nothing; `tryRead`, `readOrNull`. */
function asksByName({ functionName, sourceCode }: Handler, { told }: DroppedFailure): boolean {
  if (onlyTries(functionName)) return true;
  if (!told || !asksQuestion(functionName)) return false;
  return listValues(told, sourceCode).every(({ kind, node }) => {
    const constant = kind === "unset" ? { value: undefined } : readStaticValue(node, sourceCode);
    return constant !== undefined && (constant.value == null || typeof constant.value === "boolean");
  });
}

/**
 * Returns whether the failing path does the work in another way, gives a value that is computed or was there before
 * the attempt, or goes on to the next candidate. What a tool answers is no such value.
 */
function givesAnother(handler: Handler, { at, told, steps }: DroppedFailure): boolean {
  const { node, body, block, owner, answers, context, sourceCode } = handler;
  if (node === body || (owner && listToolHandlers(owner, context).length > 0)) return false;
  const failure = collectFailureTraces(handler, sourceCode);
  const isOther = (value: TSESTree.Node): boolean =>
    hasOnly(listValues(value, sourceCode), ({ kind, node: end }) => {
      if (end.type === "CallExpression" && isLogging(end, context)) return false;
      return (kind === "unknown" || kind === "parameter") && !tellsFailureAsSuccess(end, sourceCode);
    });
  const assigned = steps.flatMap((step) =>
    step.type === "AssignmentExpression" && step.operator === "=" ? step.right : [],
  );
  if (hasOnly([...answers, ...assigned], isOther)) return true;
  const isNextCandidate =
    !at &&
    told !== undefined &&
    block !== undefined &&
    collectNodes(sourceCode, block, isFunctionNode).some((each) => each.type === "ReturnStatement" && each.argument) &&
    listValues(told, sourceCode).some(({ kind, node: end }) => kind === "unknown" && end.type === "CallExpression");
  if (isNextCandidate) return true;
  return steps.some(
    (step) =>
      step.type === "CallExpression" &&
      /^(?:Await|Assignment)Expression$|^ExpressionStatement$/.test(step.parent.type) &&
      !isLogging(step, context) &&
      !failure.isIn(step) &&
      /^(?:question|action|other)$/.test(classifyCall(step, sourceCode)) &&
      listValues(step, sourceCode).some(({ kind }) => kind !== "made" && kind !== "literal"),
  );
}

/** Returns whether nothing waits for the code: a timer, a listener, a chain that stands alone in a function. */
function isLeftAlone(handler: Handler): boolean {
  const { kind, node, registration, sourceCode } = handler;
  if (kind === "listener") return true;
  if (kind === "callback") return !overlooksFailure(handler);
  return isUnawaited(registration ?? node, sourceCode);
}
