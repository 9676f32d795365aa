// What the caller gets in place of the answer may tell by itself that the work failed, or be another way to it.
import type { TSESTree } from "@typescript-eslint/utils";
import { findEnclosingHandler } from "../catches/failure-handlers.js";
import { isEmptyList, isEmptyValue, isFalse, tellsFailureAsSuccess } from "../model/sayings.js";
import { isLogging } from "../catches/logging.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { collectReturnedValues, getEnclosingStatement, isFunctionNode } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { isPassedTo } from "../syntax/function-called.js";
import { ITERATIONS } from "../words/calls.js";
import { type DropFacts, hasOnly } from "./drop-facts.js";

/**
 * Returns whether the function returns `true` where the work is done, and `false` from the handlers of its failures
 * alone: the log tells the operator why, and the answer tells the caller that it failed.
 */
export function tellsOutcome({ owner, logs, answers, sourceCode }: DropFacts): boolean {
  if (!owner || logs.length === 0 || !hasOnly(answers, isFalse)) return false;
  const values = collectReturnedValues(owner, sourceCode);
  const isOfFailure = (value: TSESTree.Node) => isFalse(value) && findEnclosingHandler(value, sourceCode) !== undefined;
  return values.some(isTrue) && values.every((value) => isTrue(value) || isOfFailure(value));
}

/**
 * Returns whether a failure is logged, and its answer is a text or number that the function also returns where nothing
 * fails: `return "UTC"`.
 */
export function answersAsUsual({ owner, logs, answers, sourceCode }: DropFacts): boolean {
  if (!owner || logs.length === 0) return false;
  const usual = collectReturnedValues(owner, sourceCode)
    .filter((value) => !findEnclosingHandler(value, sourceCode))
    .flatMap((value) => (value.type === "Literal" && value.value ? [value.raw] : []));
  return hasOnly(answers, (answer) => answer.type === "Literal" && usual.includes(answer.raw));
}

/** `try { ...; this.isReady = true; } catch { this.isReady = false; }` */
export function keepsState({ handler: { node }, sourceCode }: DropFacts): boolean {
  if (node.type !== "CatchClause") return false;
  const listTargets = (block: TSESTree.BlockStatement, isWanted: (value: TSESTree.Node) => boolean) =>
    collectNodes(sourceCode, block, isFunctionNode).flatMap((each) =>
      each.type === "AssignmentExpression" && isWanted(each.right) ? [sourceCode.getText(each.left)] : [],
    );
  const failed = listTargets(node.body, isFalse);
  return failed.length > 0 && listTargets(node.parent.block, isTrue).some((target) => failed.includes(target));
}

function isTrue(value: TSESTree.Node): boolean {
  return value.type === "Literal" && value.value === true;
}

const UNKNOWN = /^unknown$/i;

/** `return "unknown"`, `return -1` */
export function answersUnknown({ answers }: DropFacts): boolean {
  return hasOnly(answers, (answer) => {
    const value = unwrapExpression(answer);
    if (value.type === "UnaryExpression" && value.operator === "-") return true;
    return value.type === "Literal" && UNKNOWN.test(String(value.value));
  });
}

const QUESTION = new RegExp(
  String.raw`^(?:(?:is|has|should|exists|verify|validates?|test|probe|checkHealth)(?:$|[A-Z_])|\w+Exists$)`,
);

/**
 * Returns whether the function answers a question, as `isValid` and `healthCheck` do: what cannot be done is the answer
 * `false`, whether it is logged or not.
 */
export function answersQuestion({ functionName, owner, answers, purposes, sourceCode }: DropFacts): boolean {
  const isFilter = owner !== undefined && isPassedTo(owner, ITERATIONS, sourceCode);
  return (isFilter || QUESTION.test(functionName)) && hasOnly(answers, isFalse) && !purposes.includes("action");
}

/** A sentence of a JSDoc comment: "Returns null if the file cannot be parsed." */
const DOCUMENTED = new RegExp(
  String.raw`\breturns?\b[^.]*?\b(?:null|undefined|empty|false)\b[^.]*\b(?:fail\w*|errors?|invalid|` +
    String.raw`unreadable)\b`,
  "i",
);
const LINE_BREAKS = /\s*\n[\s*]*/g;

const BEST_EFFORT = /\b(?:best[- ]effort|never throws|fire[- ]and[- ]forget)\b/i;

/**
 * Returns whether the comment above the function says which default it gives where something fails, or that its work
 * may fail.
 */
export function isDocumented({ owner, answers, sourceCode }: DropFacts): boolean {
  if (!owner || !answers.every((answer) => isEmptyValue(answer) || isEmptyList(answer))) return false;
  const declared = owner.parent.type === "MethodDefinition" ? owner.parent : getEnclosingStatement(owner);
  const outer = declared.parent?.type.startsWith("Export") ? declared.parent : declared;
  const comment = sourceCode.getCommentsBefore(outer).at(-1);
  if (comment?.type !== "Block") return false;
  const text = comment.value.replaceAll(LINE_BREAKS, " ");
  return DOCUMENTED.test(text) || BEST_EFFORT.test(text);
}

/** Returns whether a value that is computed takes the place of the answer: it is another way to it. */
export function answersOtherwise(drop: DropFacts): boolean {
  return drop.answers.some((answer) => {
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
        return !isLogging(value, drop) && !tellsFailureAsSuccess(value, drop.sourceCode);
      default:
        return true;
    }
  });
}
