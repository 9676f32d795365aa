// Whether a failure is answered to an HTTP request as a success: without a status of a failure, by a body that says so
// or that tells of no failure.
import type { TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { type SentBody, findSentBody, isFailureAnswer } from "../model/responses.js";
import { claimsSuccess, tellsFailure } from "../model/sayings.js";
import { getAwaited } from "../syntax/expressions.js";
import { findCalledFunction, isFunctionNode } from "../syntax/functions.js";
import { resolveConstant } from "../syntax/references.js";
import { collectNodes, hasOnly } from "../syntax/source-file.js";
import { type PropagationContext, isCalledForEffect } from "./propagation.js";

/**
 * Returns the body with which a step answers a request as a success: `res.json([])`, `c.json({ ok: true, error })`,
 * `answerOk(res)` of a function of the file.
 */
export function findSuccessAnswer(step: TSESTree.Node, lint: PropagationContext): TSESTree.Expression | undefined {
  if (step.type !== "CallExpression" && step.type !== "NewExpression") return undefined;
  const sent = findSentBody(step, lint);
  if (sent) return isSent(step, sent) && isSuccess(sent, lint) ? sent.body : undefined;
  const called = step.type === "CallExpression" ? findCalledFunction(step, lint.sourceCode) : undefined;
  if (!called) return undefined;
  const steps = collectNodes(lint.sourceCode, called.body, isFunctionNode);
  const bodies = steps.flatMap((each) => (isCall(each) ? (findSentBody(each, lint) ?? []) : []));
  const endsOtherwise = steps.some((each) => each.type === "ThrowStatement" || isFailureAnswer(each, lint));
  if (endsOtherwise || !hasOnly(bodies, (each) => hasNoFailureStatus(each) && claims(each.body, lint)))
    return undefined;
  const [first] = bodies;
  return first && isExpression(first.body) ? first.body : undefined;
}

function isCall(node: TSESTree.Node): node is TSESTree.CallExpression | TSESTree.NewExpression {
  return node.type === "CallExpression" || node.type === "NewExpression";
}

/** A promise of a body is awaited, and what nobody sends answers nothing. */
function isSent(call: TSESTree.CallExpression | TSESTree.NewExpression, { isPart }: SentBody): boolean {
  const { parent } = getAwaited(call);
  if (isPart) return false;
  return parent?.type === "ReturnStatement" || isCalledForEffect(call);
}

function isSuccess(
  sent: SentBody,
  lint: PropagationContext,
): sent is SentBody & { readonly body: TSESTree.Expression } {
  const { body } = sent;
  if (!hasNoFailureStatus(sent) || !isExpression(body)) return false;
  return claims(body, lint) || !(lint.failure.isIn(body) || tellsFailure(body, lint));
}

/** Returns whether a body says that all went well, whatever else it says. */
export function claims(body: TSESTree.Node, lint: LintContext): boolean {
  return claimsSuccess(resolveConstant(body, lint.sourceCode), lint);
}

function isExpression(node: TSESTree.CallExpressionArgument): node is TSESTree.Expression {
  return node.type !== "SpreadElement";
}

/** Whether no status is set, or one of a success. */
function hasNoFailureStatus({ status }: SentBody): boolean {
  return !status || (status.type === "Literal" && Number(status.value) < 400);
}
