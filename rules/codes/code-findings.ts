import type { TSESTree } from "@typescript-eslint/utils";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import { findLegacyReplacement } from "../contract/legacy.js";
import type { LintContext } from "../contract/lint-context.js";
import { listNearCodes, getRegistry, readModuleCodes } from "../contract/registry.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { readStaticKey } from "../syntax/properties.js";
import { resolveReferencePath } from "../syntax/references.js";
import { toExcerpt } from "../syntax/words.js";
import type { CodePlace } from "./code-places.js";
import { type CodeValue, collectCodeValues } from "./code-values.js";

/** The fault of a code, and the codes that could replace it. */
export interface CodeFinding {
  readonly node: TSESTree.Node;
  readonly messageId:
    | "unregistered"
    | "misspelled"
    | "unknownComparison"
    | "misspelledComparison"
    | "missingMember"
    | "misspelledMember"
    | "dynamicCode"
    | "dynamicInvariant"
    | "wideCode";
  readonly data: Readonly<Record<string, string>>;
  /** The codes to suggest, best first. */
  readonly near?: readonly string[];
}

const MOST = 3;

/** Returns the faults of the codes that an expression can have. */
export function checkPlace(place: CodePlace, lint: LintContext): readonly CodeFinding[] {
  return collectCodeValues(place.node, lint).flatMap((value) => checkValue(value, place, lint) ?? []);
}

function checkValue(value: CodeValue, place: CodePlace, lint: LintContext): CodeFinding | undefined {
  const { node, kind } = value;
  const { role, isArgument = false } = place;
  const data = { text: toExcerpt(lint.sourceCode.getText(node)) };
  switch (kind) {
    case "made":
      if (role === "compared") return undefined;
      return { node, messageId: role === "invariant" ? "dynamicInvariant" : "dynamicCode", data };
    case "wide":
      return role === "made" && isArgument && !isPassedOn(node, lint)
        ? { node, messageId: "wideCode", data }
        : undefined;
    case "named":
      return role === "made" ? checkCode(value, place, lint) : undefined;
    case "written":
      return role === "invariant" ? undefined : checkCode(value, place, lint);
  }
}

function checkCode(
  { node, kind, code: value = "" }: CodeValue,
  { role, certainty }: CodePlace,
  lint: LintContext,
): CodeFinding | undefined {
  const registry = getRegistry(lint.context);
  const { codePattern } = lint.contract.data;
  const code = String(value);
  const replacement = findLegacyReplacement(code, lint);
  // A code of the deprecated class may still arrive, so a comparison with it is right.
  const isCompared = role === "compared";
  if (registry.has(value) !== false || (isCompared && replacement !== undefined)) return undefined;
  const near = [...new Set([replacement ?? [], listNearCodes(code, registry)].flat())].slice(0, MOST);
  // The codes of other libraries have a form of their own: `invalid_grant`, the type of a column, a label.
  const isOfOther = codePattern !== undefined && !new RegExp(`^(?:${codePattern})$`, "u").test(code);
  if (certainty === "likely" && near.length === 0 && isOfOther) return undefined;
  const [misspelled, unknown] = isCompared
    ? (["misspelledComparison", "unknownComparison"] as const)
    : (["misspelled", "unregistered"] as const);
  return {
    node,
    messageId: near.length > 0 ? misspelled : unknown,
    data: { code: code || '""', near: near[0] ?? "" },
    near: kind === "written" ? near : [],
  };
}

// `error.error_code` of another failure: whoever made that one answered for its code.
function isPassedOn(node: TSESTree.Node, { contract, sourceCode }: LintContext): boolean {
  const { code } = getEnvelopeFields(contract.data);
  return node.type === "MemberExpression" && readStaticKey(node, sourceCode) === code;
}

/** Returns the names that a member expression or a destructuring reads from the contract's codes object in vain. */
export function checkMembers(
  node: TSESTree.MemberExpression | TSESTree.VariableDeclarator,
  lint: LintContext,
): readonly CodeFinding[] {
  const object = node.type === "MemberExpression" ? node.object : node.init;
  const codes = object && listMembersOfCodes(object, lint);
  if (!codes) return [];
  return listReads(node).flatMap((read): CodeFinding | [] => {
    const name = readStaticKey(read, lint.sourceCode);
    if (name === undefined || codes.includes(name) || name in Object.prototype) return [];
    const near = listNearCodes(name, { codes });
    return {
      node: read.type === "Property" ? read.key : read.property,
      messageId: near.length > 0 ? "misspelledMember" : "missingMember",
      data: { object: lint.contract.codesObject, name, near: near[0] ?? "" },
      near,
    };
  });
}

function listReads(
  node: TSESTree.MemberExpression | TSESTree.VariableDeclarator,
): readonly (TSESTree.MemberExpression | TSESTree.Property)[] {
  // Who adds a member at run time reads it somewhere else.
  if (node.type === "MemberExpression")
    return node.parent.type === "AssignmentExpression" && node.parent.left === node ? [] : [node];
  return node.id.type === "ObjectPattern" ? node.id.properties.filter((each) => each.type === "Property") : [];
}

/**
 * Lists the names that the codes object has, if an expression is it: the contract's own module has the contract's codes
 * and no others, a module of the project has its exports.
 */
function listMembersOfCodes(object: TSESTree.Node, lint: LintContext): readonly string[] | undefined {
  const { contract, context, sourceCode } = lint;
  const expression = unwrapExpression(object);
  // By the last name first: nearly all members that a file reads are of something else.
  const last = expression.type === "MemberExpression" ? readStaticKey(expression, sourceCode) : contract.codesObject;
  if (last !== contract.codesObject && last !== "codes") return undefined;
  const name = contract.nameOf(object);
  if (name !== contract.codesObject && name !== `${contract.errorClass}.codes`) return undefined;
  const { root, path = [] } = resolveReferencePath(object, sourceCode) ?? {};
  if (root?.kind !== "import") return undefined;
  if (root.module === contract.data.vocabulary.module) return Object.keys(contract.data.codes);
  const codes = readModuleCodes(root.module, path.join("."), context);
  return codes && [...codes.keys()];
}
