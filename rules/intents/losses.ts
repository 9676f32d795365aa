// These signs tell that a silent handler loses its failure.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { classifyPurpose } from "../catches/attempts.js";
import { isEmptyList, tellsFailureAsSuccess } from "../catches/failure-values.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { isFunctionNode } from "../syntax/functions.js";
import { type DropFacts, hasOnly } from "./drop-facts.js";

const FAILURE = /^$|^(?:failed|failure|error|could not|cannot|unable)\b/i;

/** An empty list or text looks like an answer, and a text that begins with the failure looks like a result. */
export function givesNoResult({ answers, calls, context }: DropFacts): boolean {
  // The parts of a text that is no URL are empty.
  if (hasOnly(calls, (call) => call.type === "NewExpression" && isUrl(call.callee))) return false;
  return answers.some((answer) => {
    if (isEmptyList(answer) || tellsFailureAsSuccess(answer, context.sourceCode)) return true;
    const value = unwrapExpression(answer);
    const text =
      value.type === "TemplateLiteral" ? value.quasis[0]?.value.raw : value.type === "Literal" && value.value;
    return typeof text === "string" && FAILURE.test(text);
  });
}

function isUrl(callee: TSESTree.Node): boolean {
  return callee.type === "Identifier" && callee.name === "URL";
}

/** Returns whether the handler is empty, and more was tried than to answer a question or to clean up. */
export function isLeftEmpty({ localHandler, calls, context: { sourceCode } }: DropFacts): boolean {
  if (localHandler?.body.type !== "BlockStatement" || localHandler.body.body.length > 0) return false;
  return calls.some((call) => !["question", "cleanup"].includes(classifyPurpose(call, sourceCode)));
}

/** Returns whether something was to be saved or sent. */
export function losesWork({ calls, context: { sourceCode } }: DropFacts): boolean {
  return calls.some((call) => classifyPurpose(call, sourceCode) === "action");
}

/** Returns whether a callback takes the result and does not look at the failure. */
export function isOverlooked({ handler: { kind, node }, context: { sourceCode } }: DropFacts): boolean {
  if (kind !== "callback" || !isFunctionNode(node)) return false;
  const [failure, ...results] = sourceCode
    .getDeclaredVariables(node)
    .filter(({ defs }) => defs[0]?.type === "Parameter");
  const isRead = (variable: TSESLint.Scope.Variable) => variable.references.some((reference) => reference.isRead());
  return failure !== undefined && !isRead(failure) && results.some(isRead);
}
