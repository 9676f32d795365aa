// Adds a code to a declaration of what is thrown, and removes one.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { type Rewrite, appendItem, getSourceStyle, quoteText } from "./source-style.js";

/** Adds a code to the end of a list, as a member of the codes object where the last one is. */
export function addCode(list: TSESTree.ArrayExpression, code: string, lint: LintContext): Rewrite | undefined {
  const { contract, sourceCode } = lint;
  const last = list.elements.at(-1);
  const close = sourceCode.getLastToken(list);
  if (!close || last?.type === "SpreadElement") return undefined;
  const text =
    last?.type === "MemberExpression" && !last.computed
      ? `${sourceCode.getText(last.object)}.${code}`
      : String(contract.data.codes[code]?.value ?? quoteText(code, getSourceStyle(lint)));
  return { apply: (fixer) => [appendItem(fixer, text, close, lint)] };
}

/** Removes an element of a list with the comma that parts it from the others. */
export function removeElement(element: TSESTree.Node, { sourceCode }: LintContext): Rewrite | undefined {
  const after = sourceCode.getTokenAfter(element);
  const before = sourceCode.getTokenBefore(element);
  if (!before || !after) return undefined;
  const start = before.value === "," ? before.range[0] : element.range[0];
  const next = after.value === "," ? sourceCode.getTokenAfter(after) : null;
  // The first one takes the comma behind it, and the space in front of the next.
  const end = before.value !== "," && next ? next.range[0] : element.range[1];
  const isCommented = sourceCode.getAllComments().some(({ range }) => start <= range[0] && range[1] <= end);
  return isCommented ? undefined : { apply: (fixer) => [fixer.removeRange([start, end])] };
}

/** Adds a line with `@throws {CODE}` below the last one of a comment of several lines. */
export function addThrowsTag(
  after: TSESLint.AST.Range,
  code: string,
  { sourceCode }: LintContext,
): Rewrite | undefined {
  const { text } = sourceCode;
  const line = text.slice(text.lastIndexOf("\n", after[0]) + 1, after[0]);
  const end = text.indexOf("\n", after[1]);
  if (!/^\s*\*\s*$/.test(line) || end < 0 || text.slice(after[1], end).includes("*/")) return undefined;
  const stop = text.charAt(end - 1) === "\r" ? end - 1 : end;
  const eol = text.slice(stop, end + 1);
  return { apply: (fixer) => [fixer.insertTextAfterRange([stop, stop], `${eol}${line}@throws {${code}}`)] };
}
