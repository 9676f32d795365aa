import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import type { FileContract } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { quoteText, getSourceStyle } from "../edits/source-style.js";
import { readMethodCall } from "../syntax/references.js";
import { isTypeScriptFile } from "../syntax/source-file.js";
import { suggestCodes } from "../throws/suggest-codes.js";
import { readTextFacts } from "../throws/failure-facts.js";
import type { TextTest } from "../throws/text-tests.js";
import { LIKELY } from "../words/certainty.js";
import { listSystemCodes } from "./system-codes.js";

/** A comparison of the code that can stand where a message is tested. */
export interface CodeComparison {
  readonly code: string;
  readonly fix: (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix;
}

const YES_OR_NO = new Set(["includes", "startsWith", "endsWith", "test"]);

/** Returns the code comparisons that can replace a test of an error's message, the best match for its text first. */
export function listCodeComparisons(
  test: TextTest,
  object: TSESTree.Node,
  contract: FileContract,
  sourceCode: Readonly<TSESLint.SourceCode>,
): readonly CodeComparison[] {
  if (test.expected === undefined) return [];
  const left = `${printMemberPrefix(object, sourceCode)}${getEnvelopeFields(contract.data).code}`;
  return listCodesForText(readExpectedText(test.expected), contract).flatMap((code) => {
    const value = contract.data.codes[code]?.value;
    return compareCode(test, code, left, value === undefined ? undefined : String(value), sourceCode) ?? [];
  });
}

/** Returns the comparison with the one code of Node that a test of a message looks for. */
export function listSystemComparisons(
  test: TextTest,
  object: TSESTree.Node,
  { sourceCode, filename }: LintContext,
): readonly CodeComparison[] {
  const [code, ...others] = listSystemCodes(test.expected);
  if (code === undefined || others.length > 0) return [];
  const left = isTypeScriptFile(filename)
    ? `(${sourceCode.getText(object)} as NodeJS.ErrnoException).code`
    : `${printMemberPrefix(object, sourceCode)}code`;
  const comparison = compareCode(test, code, left, undefined, sourceCode);
  return comparison ? [comparison] : [];
}

/** `undefined` where the test gives more than yes or no, or a comment inside would be lost. */
function compareCode(
  { node, kind }: TextTest,
  code: string,
  left: string,
  value: string | undefined,
  sourceCode: Readonly<TSESLint.SourceCode>,
): CodeComparison | undefined {
  if (kind !== "comparison" && !answersYesOrNo(node, sourceCode)) return undefined;
  const replaced = answerOf(node);
  if (!replaced || sourceCode.getCommentsInside(replaced).length > 0) return undefined;
  const isNegated = isUnequal(node) !== (replaced.type === "UnaryExpression");
  const right = value ?? quoteText(code, getSourceStyle(sourceCode));
  const comparison = `${left} ${isNegated ? "!==" : "==="} ${right}`;
  const text = needsParentheses(replaced, sourceCode) ? `(${comparison})` : comparison;
  return { code, fix: (fixer) => fixer.replaceText(replaced, text) };
}

function isUnequal(node: TSESTree.Node): boolean {
  return node.type === "BinaryExpression" && node.operator.startsWith("!");
}

function answersYesOrNo(node: TSESTree.Node, sourceCode: Readonly<TSESLint.SourceCode>): boolean {
  if (node.type !== "CallExpression") return false;
  return YES_OR_NO.has(readMethodCall(node, sourceCode)?.name ?? "");
}

/** A test with the `!` in front of it; `undefined` where something else is done about a value that is missing. */
function answerOf(node: TSESTree.Node): TSESTree.Node | undefined {
  const holder = node.parent?.type === "ChainExpression" ? node.parent : node;
  const { parent } = holder;
  if (parent?.type === "UnaryExpression" && parent.operator === "!") return parent;
  if (parent?.type === "LogicalExpression" && parent.operator === "??") return undefined;
  return holder !== node && parent?.type === "BinaryExpression" ? undefined : holder;
}

function printMemberPrefix(object: TSESTree.Node, sourceCode: Readonly<TSESLint.SourceCode>): string {
  const { parent } = object;
  const isOptional = parent?.type === "MemberExpression" && parent.object === object && parent.optional;
  return `${sourceCode.getText(object)}${isOptional ? "?." : "."}`;
}

function readExpectedText(expected: string | RegExp): string {
  return typeof expected === "string" ? expected : expected.source.replace(/\\[a-zA-Z]|[^\p{L}\p{N}_ ]+/gu, " ");
}

/** A code that the text names, else those that fit its words. */
function listCodesForText(text: string, { data }: FileContract): readonly string[] {
  const named = text.match(/[A-Za-z][A-Za-z0-9_]*/g)?.filter((word) => Object.hasOwn(data.codes, word)) ?? [];
  if (named.length > 0) return [...new Set(named)].slice(0, 1);
  const likely = suggestCodes(readTextFacts(text), data).filter(
    ({ why, probability }) => why !== undefined && probability >= LIKELY,
  );
  return likely.map(({ code }) => code);
}

const BINDS_TIGHTER = /^(?:(?:Binary|Unary|Member|Await)Expression|TS(?:As|Satisfies|NonNull)Expression)$/;

function needsParentheses(node: TSESTree.Node, sourceCode: Readonly<TSESLint.SourceCode>): boolean {
  return BINDS_TIGHTER.test(node.parent?.type ?? "") && !ASTUtils.isParenthesized(node, sourceCode);
}
