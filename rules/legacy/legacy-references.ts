import type { TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { getLegacyName } from "../contract/legacy-parts.js";
import { isOwnCode, printCode } from "../edits/factory-call.js";
import { getSourceStyle } from "../edits/source-style.js";
import { readStaticKey } from "../syntax/references.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { type LegacyFinding, type LegacyRewrite, createRenaming } from "./legacy-finding.js";
import { isJoinableCheck, isJoinedCheck, joinCheck, readsSharedMembers } from "./legacy-checks.js";
import { findContractCode } from "./legacy-object.js";
import type { LegacyUse } from "./legacy-uses.js";

/** `err instanceof KaizaError`; silent where the contract's class stands beside it. */
export function createCheckFinding({ node, outer, part }: LegacyUse, facts: LegacyFacts): LegacyFinding | undefined {
  const check = outer.parent as TSESTree.BinaryExpression;
  if (isJoinedCheck(check, facts)) return undefined;
  const { contract, sourceCode } = facts;
  const { errorClass } = contract;
  const data = { legacy: getLegacyName(part), errorClass };
  const finding: LegacyFinding = { at: node, messageId: "legacyCheck", data };
  // Where both classes pass, TypeScript refuses a read of a field that only one of them has.
  if (facts.isTypeScript && !readsSharedMembers(check, facts)) return finding;
  const both: LegacyRewrite = {
    names: [errorClass],
    replaced: [],
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
    replaced: [member],
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
