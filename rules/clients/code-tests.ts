// The comparison of a code that takes the place of a test of a text, and the codes of Node that a text looks for.
import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import dns from "node:dns";
import { getSystemErrorMap } from "node:util";
import type { LintContext } from "../contract/lint-context.js";
import { getSourceStyle, needsParentheses, quoteText } from "../edits/source-style.js";
import type { TextTest } from "../model/text-tests.js";
import { readMethodCall } from "../syntax/expressions.js";

// Three letters are a word as well: "Unexpected EOF".
const CODE = /\bE[A-Z0-9_]{3,}\b/g;

/** The codes that Node gives the errors of the system and of its resolver: `ENOENT`, `ECONNREFUSED`, `ENOTFOUND`. */
const SYSTEM_CODES: ReadonlySet<unknown> = new Set([
  ...[...getSystemErrorMap().values()].map(([code]) => code),
  ...Object.values(dns),
]);

/**
 * Lists the codes of Node that a text or pattern looks for: an error whose message has one of these has it as `code`. A
 * pattern that also looks for something else finds errors without a code, so there are none.
 */
export function listSystemCodes(expected: TextTest["expected"]): readonly string[] {
  const texts = expected instanceof RegExp ? expected.source.split("|") : [expected ?? ""];
  const codes = texts.map((text) => text.match(CODE)?.find((code) => SYSTEM_CODES.has(code)));
  return codes.every((code) => code !== undefined) ? codes : [];
}

/** Returns whether the text of a file leaves it open that one of these codes stands in it. */
export function mayNameSystemCode(text: string): boolean {
  return text.search(CODE) >= 0;
}

const YES_OR_NO = new Set(["includes", "startsWith", "endsWith", "test"]);

/**
 * Returns the edit that puts the comparison of a code in place of a test and its `!`. `undefined` where the test gives
 * more than yes or no, or nothing for an error that is missing, or a comment inside would be lost.
 */
export function compareCode(
  { node }: TextTest,
  left: string,
  right: string | number,
  lint: LintContext,
): TSESLint.ReportFixFunction | undefined {
  const { sourceCode } = lint;
  const isCall = node.type === "CallExpression";
  const isAnswer = isCall
    ? YES_OR_NO.has(readMethodCall(node, sourceCode)?.name ?? "")
    : node.type === "BinaryExpression";
  const test = node.parent?.type === "ChainExpression" ? node.parent : node;
  const { parent } = test;
  const isNegation = parent?.type === "UnaryExpression" && parent.operator === "!";
  const replaced: TSESTree.Node = isNegation ? parent : test;
  const isOrElse =
    parent?.type === "BinaryExpression" || (parent?.type === "LogicalExpression" && parent.operator === "??");
  if (!isAnswer || (isOrElse && test !== node) || sourceCode.getCommentsInside(replaced).length > 0) return undefined;
  const isUnequal = node.type === "BinaryExpression" && node.operator.startsWith("!");
  const written = typeof right === "number" ? String(right) : quoteText(right, getSourceStyle(lint));
  const comparison = `${left} ${isUnequal === isNegation ? "===" : "!=="} ${written}`;
  const isTight = replaced.parent?.type !== "LogicalExpression" && needsParentheses(replaced, lint);
  return (fixer) => fixer.replaceText(replaced, isTight ? `(${comparison})` : comparison);
}
