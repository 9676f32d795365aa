import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { getLegacyName } from "../contract/legacy-parts.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { isOwnCode, printCode } from "../edits/factory-call.js";
import { joins } from "../edits/precedence.js";
import { getSourceStyle } from "../edits/source-style.js";
import { getOutermostWrapper, unwrapExpression } from "../syntax/expressions.js";
import { readStaticKey, resolveVariable } from "../syntax/references.js";
import { findCheckedClass, isJoinableCheck, isJoinedCheck } from "./legacy-dependents.js";
import {
  type LegacyFacts,
  type LegacyFinding,
  type LegacyRewrite,
  createPlainRewrite,
  createRenaming,
} from "./legacy-finding.js";
import { findContractCode, getRenamedFields } from "./legacy-object.js";
import type { LegacyUse } from "./legacy-uses.js";

/** `err instanceof KaizaError`; silent where the contract's class stands beside it. */
export function createCheckFinding({ node, outer, part }: LegacyUse, facts: LegacyFacts): LegacyFinding | undefined {
  const check = outer.parent as TSESTree.BinaryExpression;
  if (isJoinedCheck(check, facts)) return undefined;
  const { contract, sourceCode } = facts;
  const { errorClass } = contract;
  const data = { legacy: getLegacyName(part), errorClass };
  const finding: LegacyFinding = { at: node, messageId: "legacyCheck", data };
  // Where both classes pass, TypeScript may refuse what is done with the value.
  if (facts.isTypeScript) return finding;
  const both: LegacyRewrite = {
    names: [errorClass],
    edits: (fixer, locals) => joinCheck(check, locals.get(errorClass) ?? errorClass, fixer, sourceCode),
  };
  if (isJoinableCheck(check, facts)) return { ...finding, fix: both };
  const isRepeatable = !ASTUtils.hasSideEffect(check.left, sourceCode);
  return {
    ...finding,
    suggestions: [
      ...(isRepeatable ? [{ messageId: "checkBoth" as const, data, rewrite: both }] : []),
      { messageId: "checkNew", data, rewrite: createRenaming(outer, errorClass) },
    ],
  };
}

/** Lets errors of the contract's class through as well: `(e instanceof KaizaError || e instanceof SystemError)`. */
function joinCheck(
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

/** A type annotation that names the class; silent in a union with the contract's class. */
export function createTypeFinding({ node, part }: LegacyUse, facts: LegacyFacts): LegacyFinding | undefined {
  const { contract } = facts;
  const { errorClass } = contract;
  const isContract = (member: TSESTree.Node) =>
    member.type === "TSTypeReference" && contract.nameOf(member.typeName) === errorClass;
  const union = node.parent?.parent;
  if (union?.type === "TSUnionType" && union.types.some(isContract)) return undefined;
  return { at: node, messageId: "legacyType", data: { legacy: getLegacyName(part), errorClass } };
}

/** Reports a code that is taken from the legacy codes object outside of a construction. */
export function createCodeFinding({ node, outer, part }: LegacyUse, facts: LegacyFacts): LegacyFinding {
  const { contract, sourceCode } = facts;
  const member = outer.parent as TSESTree.MemberExpression;
  const written = readStaticKey(member, sourceCode);
  const code = written === undefined ? undefined : findContractCode(written, part.legacy, facts);
  const data = { legacy: getLegacyName(part), errorClass: contract.errorClass, replacement: contract.codesObject };
  if (written === undefined) return { at: node, messageId: "legacyName", data };
  if (code === undefined) return { at: node, messageId: "unknownCode", data: { ...data, code: written } };
  const finding: LegacyFinding = { at: node, messageId: "legacyCode", data: { ...data, code } };
  const rewrite = createCodeRewrite(member, code, facts);
  // While something still sends the legacy code, who compares with another one does not find it.
  if (code !== written) return { ...finding, suggestions: [{ messageId: "useCode", data: { code }, rewrite }] };
  return { ...finding, fix: rewrite };
}

function createCodeRewrite(member: TSESTree.MemberExpression, code: string, facts: LegacyFacts): LegacyRewrite {
  const { contract, sourceCode } = facts;
  return {
    names: isOwnCode(contract, code) ? [contract.codesObject] : [],
    edits: (fixer, locals) => [
      fixer.replaceText(member, printCode(contract, code, locals, getSourceStyle(sourceCode).quote)),
    ],
  };
}

/** Reports any other use without a fix, because its purpose is unknown. */
export function createNameFinding({ node, part }: LegacyUse, { contract }: LegacyFacts): LegacyFinding {
  const { errorClass, codesObject, converter } = contract;
  const replacement = { class: errorClass, codes: codesObject, converter }[part.kind];
  return { at: node, messageId: "legacyName", data: { legacy: getLegacyName(part), errorClass, replacement } };
}

/** Reports a read of a renamed field of a variable that the file tests for the legacy class; else `undefined`. */
export function createReadFinding(node: TSESTree.MemberExpression, facts: LegacyFacts): LegacyFinding | undefined {
  const { object, property, computed } = node;
  if (computed || property.type !== "Identifier") return undefined;
  const legacy = facts.parts.settings.find((each) => getRenamedFields(each).has(property.name));
  const field = legacy && getRenamedFields(legacy).get(property.name);
  if (!legacy || field === undefined || !isTestedFor(object, legacy, facts) || readsBoth(node, field, facts))
    return undefined;
  const data = { field: property.name, newField: field, legacy: getLegacyName({ kind: "class", legacy }) };
  const finding: LegacyFinding = { at: property, messageId: "legacyField", data };
  // In TypeScript, the type of the value has to have the new field.
  if (facts.isTypeScript) return finding;
  const rewrite = createPlainRewrite((fixer) => [fixer.replaceText(property, field)]);
  const both = createFallback(node, field, facts);
  return {
    ...finding,
    suggestions: [
      ...(both ? [{ messageId: "readBoth" as const, data, rewrite: both }] : []),
      { messageId: "readNew", data, rewrite },
    ],
  };
}

function isTestedFor(node: TSESTree.Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const references = resolveVariable(unwrapExpression(node), facts.sourceCode)?.references ?? [];
  return references.some(({ identifier: { parent } }) => findCheckedClass(parent, facts) === legacy);
}

/** Returns whether a read takes either field: `err.phase_id ?? err.phase`, in either order. */
function readsBoth(node: TSESTree.MemberExpression, field: string, { sourceCode }: LegacyFacts): boolean {
  const { parent } = getOutermostWrapper(node);
  const sides = parent?.type === "LogicalExpression" ? [parent.left, parent.right].map(unwrapExpression) : [];
  return sides.some(
    (each) =>
      each.type === "MemberExpression" &&
      readStaticKey(each, sourceCode) === field &&
      sourceCode.getText(each.object) === sourceCode.getText(node.object),
  );
}

/** `err.phase_id ?? err.phase`; `undefined` for a write, or in an optional chain. */
function createFallback(node: TSESTree.MemberExpression, field: string, { sourceCode }: LegacyFacts) {
  const { object, parent } = node;
  const isWritten =
    parent.type === "UpdateExpression" ||
    (parent.type === "AssignmentExpression" && parent.left === node) ||
    (parent.type === "UnaryExpression" && parent.operator === "delete");
  if (isWritten || sourceCode.getText(node).includes("?.")) return undefined;
  const read = `${sourceCode.getText(object)}.${field} ?? `;
  const isBare = ASTUtils.isParenthesized(node, sourceCode) || joins(node, sourceCode);
  return createPlainRewrite((fixer) => [
    fixer.insertTextBefore(node, isBare ? read : `(${read}`),
    ...(isBare ? [] : [fixer.insertTextAfter(node, ")")]),
  ]);
}
