import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { createCauseEdit } from "../causes/cause-edit.js";
import { findCausePlace } from "../causes/cause-place.js";
import { findLostCause } from "../causes/given-cause.js";
import { findFailureAt } from "../causes/known-cause.js";
import type { Call } from "../codes/called-factory.js";
import { readCodeName } from "../codes/contract-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { quoteText, getSourceStyle } from "../edits/source-style.js";
import type { MessagePlace } from "./message-places.js";

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
  { message, code, call }: MessagePlace,
  reader: LintContext,
): readonly CanonicalRewrite[] {
  const { sourceCode, contract } = reader;
  const name = code && readCodeName(code, reader);
  const text = name === undefined ? undefined : contract.data.codes[name]?.message;
  if (name === undefined || text === undefined || sourceCode.getCommentsInside(message).length > 0) return [];
  const useCanonical = (fixer: TSESLint.RuleFixer) =>
    fixer.replaceText(
      findShorthand(message) ?? message,
      printReplacement(message, quoteText(text, getSourceStyle(sourceCode))),
    );
  const moveToCause = call && createCauseRewrite(call, reader);
  return [
    { kind: "useCanonical", code: name, fix: useCanonical },
    ...(moveToCause
      ? [
          {
            kind: "moveToCause" as const,
            code: name,
            fix: (fixer: TSESLint.RuleFixer) => [useCanonical(fixer), ...moveToCause(fixer)],
          },
        ]
      : []),
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

/** In `{ message }` name and value are one node. */
function findShorthand(node: TSESTree.Node): TSESTree.Property | undefined {
  return node.parent?.type === "Property" && node.parent.shorthand ? node.parent : undefined;
}

function printReplacement(node: TSESTree.Node, text: string): string {
  const shorthand = findShorthand(node);
  return shorthand?.key.type === "Identifier" ? `${shorthand.key.name}: ${text}` : text;
}
