import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../catches/failure-handlers.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { joins } from "../edits/precedence.js";
import { getOutermostWrapper, unwrapExpression } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/nodes.js";
import { getLastSegment, readStaticKey, resolveVariable } from "../syntax/references.js";
import type { LegacyFacts } from "./legacy-facts.js";

// The checks (`instanceof`) that tell an error of a legacy class.

/** Returns the legacy class that `err instanceof KaizaError` checks for; `undefined` for any other node. */
export function findCheckedClass(node: TSESTree.Node, { parts }: LegacyFacts): LegacySettings | undefined {
  if (node.type !== "BinaryExpression" || node.operator !== "instanceof") return undefined;
  const part = parts.partAt(unwrapExpression(node.right));
  return part?.kind === "class" && part.rest.length === 0 ? part.legacy : undefined;
}

/**
 * Returns whether a check of the legacy class stands beside one of the contract's class: `e instanceof KaizaError || e
 * instanceof SystemError`, or both negated and joined by `&&`. That is the migration's half-way house.
 */
export function isJoinedCheck(check: TSESTree.BinaryExpression, { contract, sourceCode }: LegacyFacts): boolean {
  let top = getOutermostWrapper(check);
  while (top.parent?.type === "LogicalExpression" || top.parent?.type === "UnaryExpression") top = top.parent;
  const isOperand = (node: TSESTree.Node | undefined) =>
    node !== undefined && sourceCode.getText(unwrapExpression(node)) === sourceCode.getText(check.left);
  return collectNodes(sourceCode, top).some((node) => {
    if (node.type === "CallExpression")
      return contract.nameOf(node.callee) === `${contract.errorClass}.is` && isOperand(node.arguments[0]);
    return (
      node.type === "BinaryExpression" &&
      node.operator === "instanceof" &&
      contract.nameOf(node.right) === contract.errorClass &&
      isOperand(node.left)
    );
  });
}

/** Lets errors of the contract's class through as well: `(e instanceof KaizaError || e instanceof SystemError)`. */
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
  const shared = new Set([...SHARED_MEMBERS, getLastSegment(code), getLastSegment(message)]);
  const references = resolveVariable(unwrapExpression(left), sourceCode)?.references;
  const readsShared = ({ identifier }: { readonly identifier: TSESTree.Node }) => {
    const { parent } = getOutermostWrapper(identifier);
    const isRead = parent?.type === "MemberExpression" && parent.property !== identifier;
    return !isRead || shared.has(readStaticKey(parent, sourceCode) ?? "");
  };
  return references?.every(readsShared) ?? false;
}

/**
 * Returns whether both classes may surely pass a check: of a caught value in JavaScript that is only thrown on, or read
 * as both of them allow. A function that takes the value may ask for the legacy class in its JSDoc.
 */
export function isJoinableCheck(check: TSESTree.BinaryExpression, facts: LegacyFacts): boolean {
  const { isTypeScript, sourceCode } = facts;
  const caught = resolveVariable(unwrapExpression(check.left), sourceCode);
  if (isTypeScript || !isCaught(caught, sourceCode) || !readsSharedMembers(check, facts)) return false;
  const uses = caught?.references.map(({ identifier }) => getOutermostWrapper(identifier).parent?.type ?? "") ?? [];
  return uses.every((type) => /^(?:BinaryExpression|MemberExpression|ThrowStatement)$/.test(type));
}
