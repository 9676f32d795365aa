import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isNothing } from "../syntax/expressions.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { readStaticValue } from "../syntax/references.js";

/** How an expression's value comes to be in lower case. */
export interface Lowering {
  /** Whether the value is surely a string, or nothing at all. */
  readonly isSure: boolean;
  edits: (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix[];
}

/** Strings are rewritten, in each arm of a conditional; anything else calls `toLowerCase`. */
export function createLowering(node: TSESTree.Expression, facts: LegacyFacts): Lowering {
  const arms = listArms(node).map((arm) => createLowering(arm, facts));
  if (arms.length > 0) {
    return { isSure: arms.every(({ isSure }) => isSure), edits: (fixer) => arms.flatMap((arm) => arm.edits(fixer)) };
  }
  if (isNothing(node)) return { isSure: true, edits: () => [] };
  const text = lowerLiteralText(node, facts.sourceCode);
  if (text !== undefined) {
    return {
      isSure: true,
      edits: (fixer) => (text === facts.sourceCode.getText(node) ? [] : [fixer.replaceText(node, text)]),
    };
  }
  const isSure = isString(node, facts);
  return { isSure, edits: (fixer) => callToLowerCase(fixer, node, isSure ? "." : "?.") };
}

function listArms(node: TSESTree.Expression): readonly TSESTree.Expression[] {
  if (node.type === "ConditionalExpression") return [node.consequent, node.alternate];
  return node.type === "LogicalExpression" && node.operator !== "&&" ? [node.left, node.right] : [];
}

function lowerLiteralText(node: TSESTree.Expression, sourceCode: TSESLint.SourceCode): string | undefined {
  const isText =
    (node.type === "Literal" && typeof node.value === "string") ||
    (node.type === "TemplateLiteral" && node.expressions.length === 0);
  const text = sourceCode.getText(node);
  // An escape (`\N`) would be another one in lower case.
  return isText && !text.includes("\\") ? text.toLowerCase() : undefined;
}

/** Whether an expression is surely a string. */
export function isString(node: TSESTree.Expression, { isString: isKnownString, sourceCode }: LegacyFacts): boolean {
  return isKnownString(node) || typeof readStaticValue(node, sourceCode)?.value === "string";
}

function callToLowerCase(fixer: TSESLint.RuleFixer, node: TSESTree.Expression, dot: "." | "?."): TSESLint.RuleFix[] {
  const call = `${dot}toLowerCase()`;
  if (!needsParentheses(node)) return [fixer.insertTextAfter(node, call)];
  return [fixer.insertTextBefore(node, "("), fixer.insertTextAfter(node, `)${call}`)];
}

function needsParentheses({ type }: TSESTree.Expression): boolean {
  return (
    type !== "Identifier" &&
    type !== "MemberExpression" &&
    type !== "CallExpression" &&
    type !== "TemplateLiteral" &&
    type !== "Literal" &&
    type !== "ThisExpression" &&
    type !== "ChainExpression"
  );
}
