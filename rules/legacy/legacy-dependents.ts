import type { TSESTree } from "@typescript-eslint/utils";
import { isCaught } from "../model/failure-handlers.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { getOutermostWrapper, unwrapExpression } from "../syntax/expressions.js";
import { findReceivingCatch } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { getLastSegment, readStaticKey, resolveVariable } from "../syntax/references.js";
import type { LegacyFacts } from "./legacy-finding.js";
import { getRenamedFields } from "./legacy-object.js";

// Code that asks which class an error has: by a check (`instanceof`), or by a field that only the legacy class has.

type Node = TSESTree.Node;

/** Returns the legacy class that `err instanceof KaizaError` checks for; `undefined` for any other node. */
export function findCheckedClass(node: Node, { parts }: LegacyFacts): LegacySettings | undefined {
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
  const isOperand = (node: Node | undefined) =>
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

// The members that errors of both classes have.
const SHARED_MEMBERS = ["message", "name", "stack", "cause", "toDiagnostic", "toEnvelope", "toJSON"];

/**
 * Returns whether both classes may surely pass a check: of a caught value in JavaScript that is only thrown on, or read
 * as both of them allow. A function that takes the value may ask for the legacy class.
 */
export function isJoinableCheck({ left }: TSESTree.BinaryExpression, facts: LegacyFacts): boolean {
  const { contract, isTypeScript, sourceCode } = facts;
  const { code, message } = contract.data.fields;
  const shared = new Set([...SHARED_MEMBERS, getLastSegment(code), getLastSegment(message)]);
  const caught = resolveVariable(unwrapExpression(left), sourceCode);
  if (isTypeScript || !caught || !isCaught(caught, sourceCode)) return false;
  return caught.references.every(({ identifier }) => {
    const { parent } = getOutermostWrapper(identifier);
    if (parent?.type === "MemberExpression") return shared.has(readStaticKey(parent, sourceCode) ?? "");
    return parent?.type === "BinaryExpression" || parent?.type === "ThrowStatement";
  });
}

/**
 * Returns whether code that an error surely reaches asks which class it has: of the variable that it is put into, or in
 * each `catch` of the same function that it may end in.
 */
export function reachesDependents(made: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const { parent } = made;
  if (parent?.type === "ThrowStatement") return isCaughtByDependents(parent, legacy, facts);
  if (parent?.type !== "VariableDeclarator") return false;
  const users = resolveVariable(parent.id, facts.sourceCode)?.references.map(({ identifier }) => identifier.parent);
  const thrown = users?.filter(({ type }) => type === "ThrowStatement") ?? [];
  return (
    asksForClass(parent.id, legacy, facts) || thrown.some((statement) => isCaughtByDependents(statement, legacy, facts))
  );
}

function isCaughtByDependents(thrown: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  for (let handler = findReceivingCatch(thrown); handler; handler = findReceivingCatch(handler)) {
    if (handler.param && asksForClass(handler.param, legacy, facts)) return true;
  }
  return false;
}

/** Returns whether a check of a binding's value lets no other class through, or a renamed field of it is read. */
function asksForClass(binding: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const renamed = getRenamedFields(legacy);
  return (resolveVariable(binding, facts.sourceCode)?.references ?? []).some(({ identifier }) => {
    const { parent } = getOutermostWrapper(identifier);
    if (parent?.type === "BinaryExpression")
      return findCheckedClass(parent, facts) === legacy && !isJoinedCheck(parent, facts);
    return parent?.type === "MemberExpression" && renamed.has(readStaticKey(parent, facts.sourceCode) ?? "");
  });
}
