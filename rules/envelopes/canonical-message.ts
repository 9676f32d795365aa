import type { TSESLint } from "@typescript-eslint/utils";
import { createCauseEdit, findCausePlace } from "../causes/cause-place.js";
import { findFailureAt } from "../causes/known-cause.js";
import { findLostCause } from "../causes/lost-cause.js";
import type { Call } from "../codes/called-factory.js";
import type { LintContext } from "../contract/lint-context.js";
import { quoteText, getSourceStyle } from "../edits/source-style.js";
import type { WrittenError } from "./written-error.js";

/** How the canonical message can take the place of another. */
export interface CanonicalRewrite {
  readonly kind: "useCanonical" | "moveToCause";
  readonly code: string;
  readonly fix: TSESLint.ReportFixFunction;
}

/**
 * Returns the rewrites of a message to the canonical one of the code beside it; where that would lose the caught
 * value, the second one passes it on as the cause.
 */
export function createCanonicalRewrites(
  { node, message, name }: WrittenError,
  reader: LintContext,
): readonly CanonicalRewrite[] {
  const { sourceCode, contract } = reader;
  const text = name === undefined ? undefined : contract.data.codes[name]?.message;
  if (!message || name === undefined || text === undefined) return [];
  if (sourceCode.getCommentsInside(message).length > 0) return [];
  const quoted = quoteText(text, getSourceStyle(sourceCode));
  // In `{ message }` name and value are one node.
  const isShorthand = message.parent?.type === "Property" && message.parent.shorthand;
  const useCanonical = (fixer: TSESLint.RuleFixer) =>
    isShorthand ? fixer.insertTextAfter(message, `: ${quoted}`) : fixer.replaceText(message, quoted);
  const passCause = node.type === "ObjectExpression" ? undefined : createCauseRewrite(node, reader);
  const moveToCause = passCause && ((fixer: TSESLint.RuleFixer) => [useCanonical(fixer), ...passCause(fixer)]);
  return [
    { kind: "useCanonical", code: name, fix: useCanonical },
    ...(moveToCause ? [{ kind: "moveToCause" as const, code: name, fix: moveToCause }] : []),
  ];
}

function createCauseRewrite(
  call: Call,
  reader: LintContext,
): ((fixer: TSESLint.RuleFixer) => readonly TSESLint.RuleFix[]) | undefined {
  const { sourceCode } = reader;
  const failure = findFailureAt(call, sourceCode);
  const place = failure && findCausePlace(call, reader);
  if (!failure?.cause || !place || place === "none") return undefined;
  const lost = findLostCause(call, place, failure, reader);
  return lost?.kind === "missing" ? createCauseEdit(call, place, lost, failure.cause, sourceCode) : undefined;
}
