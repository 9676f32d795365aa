import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { readFieldName } from "../contract/file-contract.js";
import { joins } from "../edits/precedence.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { readStaticKey, resolveVariable } from "../syntax/references.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { getNodeWithWrappers } from "./legacy-uses.js";

type Node = TSESTree.Node;

/** Returns the text of the left operand of an `instanceof` of the legacy class; `undefined` for any other node. */
export function findLegacyCheckOperand(node: Node, { parts, sourceCode }: LegacyFacts): string | undefined {
  if (node.type !== "BinaryExpression" || node.operator !== "instanceof") return undefined;
  const part = parts.partAt(unwrapExpression(node.right));
  return part?.kind === "class" && part.rest.length === 0 ? readOperandText(node.left, sourceCode) : undefined;
}

/**
 * Whether a check of the legacy class stands beside one of the contract's class: `e instanceof KaizaError || e
 * instanceof SystemError`, or both negated and joined by `&&`. That is the migration's half-way house.
 */
export function isJoinedCheck(check: TSESTree.BinaryExpression, facts: LegacyFacts): boolean {
  const operand = readOperandText(check.left, facts.sourceCode);
  const outer = getNodeWithWrappers(check);
  const isNegated = outer.parent?.type === "UnaryExpression" && outer.parent.operator === "!";
  const operator = isNegated ? "&&" : "||";
  let top: Node = isNegated && outer.parent ? outer.parent : outer;
  while (top.parent?.type === "LogicalExpression" && top.parent.operator === operator) top = top.parent;
  return listOperands(top, operator).some(
    (part) => findContractCheckOperand(isNegated ? findNegatedOperand(part) : part, facts) === operand,
  );
}

/**
 * The edits that put a check of the contract's class beside one of the legacy class: `(e instanceof KaizaError || e
 * instanceof SystemError)`.
 */
export function joinCheck(
  check: TSESTree.BinaryExpression,
  errorClass: string,
  fixer: TSESLint.RuleFixer,
  sourceCode: TSESLint.SourceCode,
): readonly TSESLint.RuleFix[] {
  const other = ` || ${sourceCode.getText(check.left)} instanceof ${errorClass}`;
  return joins(check, sourceCode)
    ? [fixer.insertTextAfter(check, other)]
    : [fixer.insertTextBefore(check, "("), fixer.insertTextAfter(check, `${other})`)];
}

// The members that errors of both classes have.
const SHARED_MEMBERS = ["message", "name", "stack", "cause", "toDiagnostic", "toEnvelope", "toJSON"];

/** Returns whether nothing reads a member of the checked variable that only the legacy class has. */
export function readsSharedMembers(
  { left }: TSESTree.BinaryExpression,
  { contract, sourceCode }: LegacyFacts,
): boolean {
  const { code, message } = contract.data.fields;
  const shared = new Set([...SHARED_MEMBERS, readFieldName(code), readFieldName(message)]);
  const references = resolveVariable(unwrapExpression(left), sourceCode)?.references;
  const readsShared = ({ identifier }: { readonly identifier: Node }) => {
    const { parent } = getNodeWithWrappers(identifier);
    const isRead = parent?.type === "MemberExpression" && parent.property !== identifier;
    return !isRead || shared.has(readStaticKey(parent, sourceCode) ?? "");
  };
  return references?.every(readsShared) ?? false;
}

/** Returns whether a check tests a caught value, and nothing reads a member of it that only the legacy class has. */
export function isJoinableCheck(check: TSESTree.BinaryExpression, facts: LegacyFacts): boolean {
  const caught = resolveVariable(unwrapExpression(check.left), facts.sourceCode);
  return caught?.defs[0]?.type === "CatchClause" && readsSharedMembers(check, facts);
}

/** `e` of `e instanceof SystemError` and of `SystemError.is(e)`. */
export function findContractCheckOperand(
  node: Node | undefined,
  { contract, sourceCode }: LegacyFacts,
): string | undefined {
  if (node?.type === "CallExpression") {
    const [argument] = node.arguments;
    const isGuard = contract.nameOf(node.callee) === `${contract.errorClass}.is`;
    return isGuard && argument ? readOperandText(argument, sourceCode) : undefined;
  }
  if (node?.type !== "BinaryExpression" || node.operator !== "instanceof") return undefined;
  return contract.nameOf(node.right) === contract.errorClass ? readOperandText(node.left, sourceCode) : undefined;
}

/** The operands of a chain of `&&` or `||`. */
export function listOperands(node: Node, operator: string): readonly Node[] {
  const expression = unwrapExpression(node);
  if (expression.type !== "LogicalExpression" || expression.operator !== operator) return [expression];
  return [...listOperands(expression.left, operator), ...listOperands(expression.right, operator)];
}

function findNegatedOperand(node: Node): Node | undefined {
  return node.type === "UnaryExpression" && node.operator === "!" ? unwrapExpression(node.argument) : undefined;
}

function readOperandText(node: Node, sourceCode: TSESLint.SourceCode): string {
  return sourceCode.getText(unwrapExpression(node));
}
