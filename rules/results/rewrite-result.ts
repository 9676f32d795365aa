import type { TSESTree } from "@typescript-eslint/utils";
import { mayThrowAt } from "../model/throw-ends.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { endsInThrow, findReceivingCatch } from "../syntax/flow.js";
import { collectReturnedValues } from "../syntax/functions.js";
import { type Remedy, type RewriteContext, findRemedies } from "../throws/choose-rewrites.js";
import { type RawError, createRawError } from "../throws/raw-error.js";
import { isOnlyHandler } from "../tools/tool-handlers.js";
import type { FailureResult } from "./failure-results.js";
import { type ResultJudge, listContentTexts } from "./tool-results.js";

/** The rewrites of a result, and the failure that was read from it. */
export interface ResultRewrites {
  readonly suggestions?: readonly Remedy[];
  readonly made?: RawError;
}

/**
 * Returns the suggestions for a failure with one text that the handler of a tool returns. Callers of other functions
 * may look at their results, and a throw would pass them by.
 */
export function rewriteResult(result: FailureResult, judge: ResultJudge & RewriteContext): ResultRewrites {
  const keyword = isMetByServer(result, judge) ? judge.sourceCode.getFirstToken(result.exit.node) : null;
  const made = keyword && readFailure(result, judge);
  if (!made) return {};
  const { likely, isSaid, listOthers } = findRemedies(made, judge);
  const [first] = likely;
  const best = first && first.code === undefined ? [first] : likely;
  const suggestions = best.map((remedy): Remedy => (isSaid ? { ...remedy, confidence: 1 } : remedy));
  return { suggestions: [...suggestions, ...listOthers(best)].map((remedy) => toThrow(remedy, keyword)), made };
}

/** Returns a remedy that throws in place of the `return`. */
function toThrow(remedy: Remedy, keyword: TSESTree.Token): Remedy {
  return {
    ...remedy,
    apply: (fixer) => {
      const edits = remedy.apply(fixer);
      return edits.length > 0 ? [fixer.replaceText(keyword, "throw"), ...edits] : [];
    },
  };
}

/** Returns whether only the server gets a throw in place of a `return`, and the function keeps its declared type. */
function isMetByServer({ exit: { node, owner } }: FailureResult, judge: ResultJudge): boolean {
  if (node.type !== "ReturnStatement" || !owner || owner.generator) return false;
  const receiver = findReceivingCatch(node);
  // A throw would end in the `catch` around it, and be answered there after all.
  if (receiver && !endsInThrow(receiver.body, judge.sourceCode)) return false;
  if (owner.returnType && collectReturnedValues(owner, judge.sourceCode).length === 1) return false;
  return isOnlyHandler(owner, judge) && mayThrowAt(node, judge);
}

/** Reads the text of a result that holds nothing else, and is written where it is returned. */
function readFailure({ node, exit: { value } }: FailureResult, lint: ResultJudge): RawError | undefined {
  if (node.type !== "ObjectExpression" || unwrapExpression(value) !== node) return undefined;
  const [text, ...others] = listContentTexts(node, lint) ?? [];
  if (!text || others.length > 0 || node.properties.length > 2) return undefined;
  const message = unwrapExpression(text) as TSESTree.Expression;
  const isJson =
    message.type === "CallExpression" && resolveGlobalName(message.callee, ["JSON.stringify"], lint.sourceCode);
  return isJson ? undefined : createRawError(value, { message });
}
