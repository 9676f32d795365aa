// Another failure may excuse a drop: the code already handles or describes that one, and it is not lost.
import type { TSESTree } from "@typescript-eslint/utils";
import { readAttemptedName } from "../catches/attempts.js";
import { findEnclosingHandler } from "../catches/failure-handlers.js";
import { isFunctionNode } from "../syntax/functions.js";
import type { DropFacts } from "./drop-facts.js";

/** Returns whether the handler stands in that of another failure. */
export function handlesAnother({ handler, context }: DropFacts): boolean {
  return findEnclosingHandler(handler.node, context.sourceCode) !== undefined;
}

const NAMED_FOR_FAILURE = new RegExp(
  String.raw`^(?:describe|format|read|parse|extract|get|handle|throw|to)(?:[A-Z]\w*)?(?:Error|Failure)` +
    String.raw`(?:Response|Message|Body|Text|Details?|Reason)?$`,
);

/** Returns whether the function describes or handles another failure: `formatError`, `readErrorBody`. */
export function isNamedForFailure({ functionName }: DropFacts): boolean {
  return NAMED_FOR_FAILURE.test(functionName);
}

const READS_BODY = /^(?:text|json)$/;
const IS_REFUSED = /!\s*[\w.]+\.ok\b|\.status\b/;

/** `if (!response.ok) { const text = await response.text().catch(() => ""); ... }`: the details of a failure. */
export function readsRefusal({ handler: { node }, calls, context: { sourceCode } }: DropFacts): boolean {
  if (!calls.every((each) => READS_BODY.test(readAttemptedName(each, sourceCode)))) return false;
  for (let child: TSESTree.Node = node, { parent } = node; parent; child = parent, { parent } = parent) {
    if (isFunctionNode(parent) && parent !== node) return false;
    if (parent.type === "IfStatement" && parent.consequent === child)
      return IS_REFUSED.test(sourceCode.getText(parent.test));
  }
  return false;
}
