// Code that asks which class an error has: by a check (`instanceof`), or by a field that only the legacy class has.
import type { TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { isCaught } from "../model/failure-handlers.js";
import { getLegacyName } from "../contract/legacy.js";
import type { LegacySettings } from "../contract/settings.js";
import { needsParentheses } from "../edits/source-style.js";
import { getOutermostWrapper, readStaticKey, unwrapExpression } from "../syntax/expressions.js";
import { findReceivingCatch } from "../syntax/functions.js";
import { collectNodes } from "../syntax/source-file.js";
import { resolveVariable } from "../syntax/references.js";
import { findRenamedField } from "./legacy-fields.js";
import type { LegacyFacts, LegacyFinding, LegacyRewrite, LegacyUse, Locals } from "./legacy-finding.js";

type Node = TSESTree.Node;

/** `err instanceof KaizaError`; silent where the contract's class stands beside it. */
export function createCheckFinding(
  { node, part }: LegacyUse,
  check: TSESTree.BinaryExpression,
  facts: LegacyFacts,
): LegacyFinding | undefined {
  if (isJoinedCheck(check, facts)) return undefined;
  const { contract, isTypeScript, sourceCode } = facts;
  const { errorClass } = contract;
  const finding = { at: node, messageId: "legacyCheck", data: { legacy: getLegacyName(part), errorClass } } as const;
  // Where both classes pass, TypeScript may refuse what is done with the value.
  if (isTypeScript || ASTUtils.hasSideEffect(check.left, sourceCode)) return finding;
  const isBare = !needsParentheses(check, facts);
  const printOther = (locals: Locals) =>
    ` || ${sourceCode.getText(check.left)} instanceof ${locals.get(errorClass) ?? errorClass}`;
  return {
    ...finding,
    isDecision: !isJoinableCheck(check, facts),
    rewrite: {
      names: [errorClass],
      edits: (fixer, locals) => [
        ...(isBare ? [] : [fixer.insertTextBefore(check, "(")]),
        fixer.insertTextAfter(check, printOther(locals) + (isBare ? "" : ")")),
      ],
    },
  };
}

/** A read of a renamed field of a variable that the file tests for the legacy class; silent where it reads either. */
export function createReadFinding(node: TSESTree.MemberExpression, facts: LegacyFacts): LegacyFinding | undefined {
  const { object, property } = node;
  const { isTypeScript, parts, sourceCode } = facts;
  const name = readStaticKey(node, sourceCode) ?? "";
  const legacy = parts.settings.find((each) => findRenamedField(name, each) !== undefined);
  const field = legacy && findRenamedField(name, legacy);
  if (!legacy || field === undefined || !isTestedFor(object, legacy, facts)) return undefined;
  const { parent } = getOutermostWrapper(node);
  const isEither = parent?.type === "LogicalExpression" && sourceCode.getText(parent).includes(`.${field}`);
  if (isEither) return undefined;
  const data = { field: name, newField: field, legacy: getLegacyName({ kind: "class", legacy }) };
  const finding = { at: property, messageId: "legacyField", data } as const;
  const isWritten = parent?.type === "AssignmentExpression" && parent.left === node;
  // In TypeScript, the type of the value has to have the new field.
  if (isTypeScript || isWritten) return finding;
  const read = sourceCode.getText(node);
  const text = `${read.slice(0, -name.length)}${field} ?? ${read}`;
  const isBare = !needsParentheses(getOutermostWrapper(node), facts);
  const edits: LegacyRewrite["edits"] = (fixer) => [fixer.replaceText(node, isBare ? text : `(${text})`)];
  return { ...finding, rewrite: { edits }, isDecision: true };
}

function isTestedFor(node: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const references = resolveVariable(unwrapExpression(node), facts.sourceCode)?.references ?? [];
  return references.some(({ identifier: { parent } }) => isCheck(parent, legacy, facts));
}

/** `err instanceof KaizaError` */
function isCheck(node: Node, legacy: LegacySettings, { parts }: LegacyFacts): boolean {
  if (node.type !== "BinaryExpression" || node.operator !== "instanceof") return false;
  const part = parts.partAt(unwrapExpression(node.right));
  return part?.kind === "class" && part.legacy === legacy;
}

/** `e instanceof KaizaError || e instanceof SystemError`, also negated: the migration's half-way house. */
function isJoinedCheck(check: TSESTree.BinaryExpression, { contract, sourceCode }: LegacyFacts): boolean {
  let top = getOutermostWrapper(check);
  while (top.parent?.type === "LogicalExpression" || top.parent?.type === "UnaryExpression") top = top.parent;
  const asks = (value: Node | undefined, by: Node) =>
    value &&
    sourceCode.getText(value) === sourceCode.getText(check.left) &&
    contract.nameOf(by)?.startsWith(contract.errorClass) === true;
  return collectNodes(sourceCode, top).some((node) => {
    if (node.type === "CallExpression") return asks(node.arguments[0], node.callee);
    return node.type === "BinaryExpression" && asks(node.left, node.right);
  });
}

/** Returns whether errors of both classes pass a check as one: of a caught value that is only read and thrown on. */
function isJoinableCheck({ left }: TSESTree.BinaryExpression, facts: LegacyFacts): boolean {
  const { sourceCode, parts } = facts;
  const caught = resolveVariable(unwrapExpression(left), sourceCode);
  if (!caught || !isCaught(caught, facts)) return false;
  return caught.references.every(({ identifier }) => {
    const { parent } = getOutermostWrapper(identifier);
    const name = parent?.type === "MemberExpression" ? (readStaticKey(parent, sourceCode) ?? "") : undefined;
    if (name !== undefined) return parts.settings.every((legacy) => findRenamedField(name, legacy) === undefined);
    return parent?.type === "BinaryExpression" || parent?.type === "ThrowStatement";
  });
}

/**
 * Returns whether code that an error surely reaches asks which class it has: of the variable that it is put into, or in
 * each `catch` of the same function that it may end in.
 */
export function reachesDependents(made: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const { parent } = made;
  const declared = parent?.type === "VariableDeclarator" ? parent.id : undefined;
  const references = (declared && resolveVariable(declared, facts.sourceCode)?.references) ?? [];
  const bindings: (Node | undefined)[] = [declared];
  for (const user of [parent, ...references.map(({ identifier }) => identifier.parent)]) {
    let handler = user?.type === "ThrowStatement" ? findReceivingCatch(user) : undefined;
    for (; handler; handler = findReceivingCatch(handler)) bindings.push(handler.param ?? undefined);
  }
  return bindings.some((binding) => binding && asksForClass(binding, legacy, facts));
}

/** Returns whether a check of a binding's value lets no other class through, or a renamed field of it is read. */
function asksForClass(binding: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  return (resolveVariable(binding, facts.sourceCode)?.references ?? []).some(({ identifier }) => {
    const { parent } = getOutermostWrapper(identifier);
    if (parent?.type === "BinaryExpression") return isCheck(parent, legacy, facts) && !isJoinedCheck(parent, facts);
    const isRead = parent?.type === "MemberExpression";
    return isRead && findRenamedField(readStaticKey(parent, facts.sourceCode) ?? "", legacy) !== undefined;
  });
}
