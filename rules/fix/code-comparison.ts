import { AST_NODE_TYPES, ASTUtils, type TSESLint, type TSESTree } from "../ast/tree.js";
import { staticKey } from "../ast/static-key.js";
import { unwrapped } from "../ast/unwrapped.js";
import { envelopeFields } from "../contract/envelope-fields.js";
import type { FileContract } from "../contract/file-contract.js";
import { circumstancesOf } from "../flow/circumstances.js";
import type { TextTest } from "../flow/text-tests.js";
import { fittingCodes } from "./fitting-codes.js";
import { quoted, sourceStyle } from "./source-style.js";

/** A comparison of the code that can stand where a message is tested. */
export interface CodeComparison {
  readonly code: string;
  readonly fix: (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix;
}

const YES_OR_NO = new Set(["includes", "startsWith", "endsWith", "test"]);

/** The comparisons that say what a test of an error's message means, those first whose meaning fits the text. */
export function codeComparisons(
  { node, expected, kind }: TextTest,
  object: TSESTree.Node,
  contract: FileContract,
  sourceCode: Readonly<TSESLint.SourceCode>,
): readonly CodeComparison[] {
  if (expected === undefined || !(kind === "comparison" || answersYesOrNo(node, sourceCode))) return [];
  const replaced = answerOf(node);
  // A comment inside would be lost.
  if (!replaced || sourceCode.getCommentsInside(replaced).length > 0) return [];
  const isNegated = isUnequal(node) !== (replaced.type === AST_NODE_TYPES.UnaryExpression);
  const operator = isNegated ? "!==" : "===";
  const left = `${memberOf(object, sourceCode)}${envelopeFields(contract.data).code}`;
  return codesFor(textOf(expected), contract).map((code) => ({
    code,
    fix: (fixer) => {
      const value = contract.data.codes[code]?.value;
      const right = value === undefined ? quoted(code, sourceStyle(sourceCode)) : String(value);
      const comparison = `${left} ${operator} ${right}`;
      return fixer.replaceText(replaced, needsParentheses(replaced, sourceCode) ? `(${comparison})` : comparison);
    },
  }));
}

function isUnequal(node: TSESTree.Node): boolean {
  return node.type === AST_NODE_TYPES.BinaryExpression && node.operator.startsWith("!");
}

function answersYesOrNo(node: TSESTree.Node, sourceCode: Readonly<TSESLint.SourceCode>): boolean {
  if (node.type !== AST_NODE_TYPES.CallExpression) return false;
  const callee = unwrapped(node.callee);
  return callee.type === AST_NODE_TYPES.MemberExpression && YES_OR_NO.has(staticKey(callee, sourceCode) ?? "");
}

/** A test with the `!` in front of it or the `?? false` behind it; `undefined` where no error is another answer than no. */
function answerOf(node: TSESTree.Node): TSESTree.Node | undefined {
  const holder = node.parent?.type === AST_NODE_TYPES.ChainExpression ? node.parent : node;
  const { parent } = holder;
  if (parent?.type === AST_NODE_TYPES.UnaryExpression && parent.operator === "!") return parent;
  if (parent?.type === AST_NODE_TYPES.LogicalExpression && parent.operator === "??" && parent.left === holder) {
    return isLiteral(parent.right, false) ? parent : undefined;
  }
  const isCompared = holder !== node && parent?.type === AST_NODE_TYPES.BinaryExpression;
  return isCompared && ![parent.left, parent.right].some((side) => isLiteral(side, true)) ? undefined : holder;
}

function isLiteral(node: TSESTree.Node, value: boolean): boolean {
  return node.type === AST_NODE_TYPES.Literal && node.value === value;
}

function memberOf(object: TSESTree.Node, sourceCode: Readonly<TSESLint.SourceCode>): string {
  const { parent } = object;
  const isOptional = parent?.type === AST_NODE_TYPES.MemberExpression && parent.object === object && parent.optional;
  return `${sourceCode.getText(object)}${isOptional ? "?." : "."}`;
}

function textOf(expected: string | RegExp): string {
  return typeof expected === "string" ? expected : expected.source.replace(/\\[a-zA-Z]|[^\p{L}\p{N}_ ]+/gu, " ");
}

/** A code that the text names, else those that fit its words. */
function codesFor(text: string, { data }: FileContract): readonly string[] {
  const named = text.match(/[A-Za-z][A-Za-z0-9_]*/g)?.filter((word) => Object.hasOwn(data.codes, word)) ?? [];
  return named.length > 0 ? [...new Set(named)].slice(0, 1) : fittingCodes(data, circumstancesOf(text));
}

function needsParentheses(node: TSESTree.Node, sourceCode: Readonly<TSESLint.SourceCode>): boolean {
  if (ASTUtils.isParenthesized(node, sourceCode)) return false;
  switch (node.parent?.type) {
    case AST_NODE_TYPES.BinaryExpression:
    case AST_NODE_TYPES.UnaryExpression:
    case AST_NODE_TYPES.MemberExpression:
    case AST_NODE_TYPES.AwaitExpression:
    case AST_NODE_TYPES.TSAsExpression:
    case AST_NODE_TYPES.TSSatisfiesExpression:
    case AST_NODE_TYPES.TSNonNullExpression:
      return true;
    default:
      return false;
  }
}
