import type { TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { type LegacyPart, getLegacyName } from "../contract/legacy-parts.js";
import { listNearCodes } from "../contract/near-codes.js";
import { printCode } from "../edits/factory-call.js";
import { getSourceStyle } from "../edits/source-style.js";
import { isJoinedCheck, joinCheck, readsSharedMembers } from "./legacy-checks.js";
import { findContractCode, readCodeMember } from "./legacy-code.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { type LegacyFinding, type LegacyRewrite, createPlainRewrite, createRenaming } from "./legacy-finding.js";
import type { JsdocMention } from "./legacy-jsdoc.js";
import type { LegacyUse } from "./legacy-uses.js";

const MOST_SUGGESTIONS = 3;

/** `err instanceof KaizaError`; silent where the contract's class stands beside it. */
export function checkFinding({ node, outer, part }: LegacyUse, facts: LegacyFacts): LegacyFinding | undefined {
  const check = outer.parent as TSESTree.BinaryExpression;
  if (isJoinedCheck(check, facts)) return undefined;
  const { contract, sourceCode } = facts;
  const { errorClass } = contract;
  const data = createReportData(part, facts);
  const finding: LegacyFinding = { at: node, messageId: "legacyCheck", data };
  // Where both classes pass, TypeScript refuses a read of a field that only one of them has.
  if (facts.isTypeScript && !readsSharedMembers(check, facts)) return finding;
  const both: LegacyRewrite = {
    names: [errorClass],
    replaced: [],
    edits: (fixer, locals) => joinCheck(check, locals.get(errorClass) ?? errorClass, fixer, sourceCode),
  };
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
  const { contract, sourceCode } = facts;
  const { errorClass } = contract;
  const data = createReportData(part, facts);
  const type = node.parent;
  const finding: LegacyFinding = { at: node, messageId: "legacyType", data };
  if (type?.type !== "TSTypeReference" || type.typeArguments) return finding;
  const isContract = (member: TSESTree.Node) =>
    member.type === "TSTypeReference" && contract.nameOf(member.typeName) === errorClass;
  if (type.parent.type === "TSUnionType" && type.parent.types.some(isContract)) return undefined;
  const isOperand = type.parent.type === "TSArrayType" || type.parent.type === "TSIntersectionType";
  const both: LegacyRewrite = {
    names: [errorClass],
    replaced: [],
    edits: (fixer, locals) => {
      const union = `${sourceCode.getText(type)} | ${locals.get(errorClass) ?? errorClass}`;
      return [fixer.replaceText(type, isOperand ? `(${union})` : union)];
    },
  };
  return {
    ...finding,
    suggestions: [
      { messageId: "nameBoth", data, rewrite: both },
      { messageId: "nameNew", data, rewrite: createRenaming(node, errorClass) },
    ],
  };
}

/**
 * A code that is taken from the legacy codes object outside of a construction; silent where the object may be another.
 */
export function createCodeFinding({ node, outer, part }: LegacyUse, facts: LegacyFacts): LegacyFinding | undefined {
  const { contract, registry, sourceCode } = facts;
  const member = outer.parent as TSESTree.MemberExpression;
  const written = readCodeMember(member, sourceCode);
  if (
    part.evidence === "name" &&
    (written === undefined || findContractCode(written, part.legacy, facts) === undefined)
  )
    return undefined;
  const data = { ...createReportData(part, facts), replacement: contract.codesObject };
  if (written === undefined) return { at: node, messageId: "legacyName", data };
  const code = findContractCode(written, part.legacy, facts);
  if (code === undefined) {
    const near = listNearCodes(written, registry).slice(0, MOST_SUGGESTIONS);
    const suggestions = near.map((other) => ({
      messageId: "useCode" as const,
      data: { code: other },
      rewrite: createCodeRewrite(member, other, facts),
    }));
    return { at: node, messageId: "unknownCode", data: { ...data, code: written }, suggestions };
  }
  const rewrite = createCodeRewrite(member, code, facts);
  const finding: LegacyFinding = { at: node, messageId: "legacyCode", data: { ...data, code } };
  // While something still sends the legacy code, who compares with another one does not find it.
  const isSafe = part.evidence !== "name" && (code === written || !isCompared(member));
  return isSafe
    ? { ...finding, fix: rewrite }
    : { ...finding, suggestions: [{ messageId: "useCode", data: { code }, rewrite }] };
}

function createCodeRewrite(
  member: TSESTree.MemberExpression,
  code: string,
  { contract, sourceCode }: LegacyFacts,
): LegacyRewrite {
  return {
    names: Object.hasOwn(contract.data.codes, code) ? [contract.codesObject] : [],
    replaced: [member],
    edits: (fixer, locals) => [
      fixer.replaceText(member, printCode(contract, code, locals, getSourceStyle(sourceCode).quote)),
    ],
  };
}

/** Whether a code is compared with others, now or, where it is kept in a list or a variable, perhaps later. */
function isCompared(member: TSESTree.Node): boolean {
  const { parent } = member;
  switch (parent?.type) {
    case "BinaryExpression":
    case "SwitchCase":
    case "ArrayExpression":
    case "VariableDeclarator":
    case "AssignmentExpression":
      return true;
    case "Property":
      return parent.key === member;
    case "ConditionalExpression":
    case "LogicalExpression":
      return isCompared(parent);
    default:
      return false;
  }
}

/**
 * `const { SESSION_LOCKED } = ERROR_CODES` takes the same codes from the contract's object; `undefined` for any other
 * alias, because its uses are reported.
 */
export function createAliasFinding({ node, outer, part }: LegacyUse, facts: LegacyFacts): LegacyFinding | undefined {
  const declarator = outer.parent as TSESTree.VariableDeclarator;
  if (part.kind !== "codes" || part.evidence === "name" || declarator.id.type !== "ObjectPattern") return undefined;
  const keeps = declarator.id.properties.every((property) => {
    if (property.type !== "Property" || property.computed || property.key.type !== "Identifier") return false;
    const { name } = property.key;
    return Object.hasOwn(facts.contract.data.codes, name) && findContractCode(name, part.legacy, facts) === name;
  });
  const data = { ...createReportData(part, facts), replacement: facts.contract.codesObject };
  return {
    at: node,
    messageId: "legacyName",
    data,
    fix: keeps ? createRenaming(outer, facts.contract.codesObject) : undefined,
  };
}

/** Reports any other use without a fix, because its purpose is unknown; silent where it may be another object. */
export function nameFinding({ node, part }: LegacyUse, facts: LegacyFacts): LegacyFinding | undefined {
  if (part.evidence === "name") return undefined;
  const { contract } = facts;
  const converter = contract.factories.find(({ purpose }) => purpose === "unknown")?.name;
  const replacement = {
    class: contract.errorClass,
    codes: contract.codesObject,
    converter: converter ?? contract.errorClass,
  }[part.kind];
  return { at: node, messageId: "legacyName", data: { ...createReportData(part, facts), replacement } };
}

/** A class that a JSDoc comment names; silent where the contract's class stands beside it. */
export function createJsdocFinding(mention: JsdocMention, facts: LegacyFacts): LegacyFinding | undefined {
  const { contract, sourceCode } = facts;
  const { part, range, role, type, text } = mention;
  const data = createReportData(part, facts);
  const name = nameContractType(facts);
  if (new RegExp(String.raw`\b${contract.errorClass}\b`).test(type)) return undefined;
  const replace = (newText: string) =>
    createPlainRewrite((fixer) => [fixer.replaceTextRange([range[0], range[1]], newText)]);
  const found: LegacyFinding = { at: { range }, messageId: "legacyType", data };
  if (role === "prose") {
    // `{@link KaizaError#phase}` names a member as well.
    const isWhole = !/^[#~]/.test(sourceCode.text.slice(range[1]));
    return isWhole ? { ...found, fix: replace(name.isImported ? name.text : contract.errorClass) } : found;
  }
  const union = type.trim() === text ? `${text} | ${name.text}` : `(${text} | ${name.text})`;
  return {
    ...found,
    suggestions: [
      { messageId: "nameBoth", data, rewrite: replace(union) },
      { messageId: "nameNew", data, rewrite: replace(name.text) },
    ],
  };
}

/** How a comment can name the contract's class: as the file imports it, else with its module. */
function nameContractType({ contract, sourceCode }: LegacyFacts): {
  readonly text: string;
  readonly isImported: boolean;
} {
  const scope =
    sourceCode.scopeManager?.scopes.find(({ type }) => type === "module") ?? sourceCode.scopeManager?.globalScope;
  const local = scope?.variables.find(
    ({ identifiers: [identifier] }) => identifier && contract.nameOf(identifier) === contract.errorClass,
  );
  if (local) return { text: local.name, isImported: true };
  return { text: `import("${contract.runtime.specifier}").${contract.errorClass}`, isImported: false };
}

function createReportData(part: LegacyPart, { contract }: LegacyFacts): Readonly<Record<string, string>> {
  return { legacy: getLegacyName(part), errorClass: contract.errorClass };
}
