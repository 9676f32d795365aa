import type { TSESTree } from "@typescript-eslint/utils";
import type { CodePlace } from "./code-places.js";
import { isLookedUp, isOfCodesObject, leadsToCodes } from "./contract-codes.js";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import { findLegacyReplacement, isLegacyCode } from "../contract/legacy.js";
import type { LintContext } from "../contract/lint-context.js";
import { getRegistry, listNearCodes, readModuleCodes } from "../contract/registry.js";
import { type Value, followValues } from "../model/values.js";
import { isMadeAtRunTime } from "../syntax/built-ins.js";
import {
  getOutermostWrapper,
  readStaticKey,
  readStaticValue,
  unwrapExpression,
  toExcerpt,
} from "../syntax/expressions.js";
import {
  type ReferencePath,
  isProjectModule,
  resolveReferencePath,
  resolveVariable,
  stripDefaultName,
} from "../syntax/references.js";
import { listGivenMembers, listLiteralValues } from "../types/type-facts.js";

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
  const registry = getRegistry(lint);
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
  const { contract, sourceCode } = lint;
  const expression = unwrapExpression(object);
  // By the last name first: nearly all members that a file reads are of something else.
  const last = expression.type === "MemberExpression" ? readStaticKey(expression, sourceCode) : contract.codesObject;
  if (last !== contract.codesObject && last !== "codes") return undefined;
  const name = contract.nameOf(object);
  if (name !== contract.codesObject && name !== `${contract.errorClass}.codes`) return undefined;
  const { root, path = [] } = resolveReferencePath(object, sourceCode) ?? {};
  if (root?.kind !== "import") return undefined;
  if (root.module === contract.data.vocabulary.module) return Object.keys(contract.data.codes);
  const codes = readModuleCodes(root.module, path.join("."), lint);
  return codes && [...codes.keys()];
}

/** One value that an expression can have where a code is expected, and the node to report it at. */
export interface CodeValue {
  /**
   * `written`: it is written there; `named`: its type, or a codes object of another module, has it; `made`: it is put
   * together at run time; `wide`: it is of the type `string`.
   */
  readonly kind: "written" | "named" | "made" | "wide";
  readonly node: TSESTree.Node;
  /** Of a value that is written or named. */
  readonly code?: string | number;
}

/**
 * The values that an expression can have, through variables, objects and enums of the file, modules and types. Empty
 * where nothing is known; members of the contract's own codes object are left to whoever checks those.
 */
export function collectCodeValues(expression: TSESTree.Node, lint: LintContext): readonly CodeValue[] {
  const values = followValues<CodeValue>(expression, lint, (value) => {
    const { node, through } = value;
    const [place = node] = through;
    // `raw as SystemErrorCode`: the assertion is trusted. `let code = ""`: nothing yet.
    const isUnset = node.type === "Literal" && node.value === "" && through.length > 0;
    if (isUnset || isAsserted(getOutermostWrapper(node))) return [];
    return readCodeValues(value, lint)?.map((each) => (each.kind === "written" ? each : { ...each, node: place }));
  });
  // Tests before the expression may leave less than its type allows.
  const isNamed = values.some(({ kind }) => kind === "named");
  const narrowed = isNamed ? listLiteralValues(expression, lint.facts) : undefined;
  return narrowed ? values.filter(({ code }) => code === undefined || narrowed.includes(code)) : values;
}

function isAsserted(node: TSESTree.Node): boolean {
  if (node.type !== "TSAsExpression" && node.type !== "TSTypeAssertion") return false;
  const { typeAnnotation: type } = node;
  return !(type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "const");
}

function readCodeValues({ kind, node }: Value, lint: LintContext): readonly CodeValue[] | undefined {
  switch (node.type) {
    case "Literal":
    case "UnaryExpression":
    case "TemplateLiteral":
    case "BinaryExpression": {
      // The codes of JSON-RPC are below zero: `-32000`.
      const code = readStaticValue(node, lint.sourceCode)?.value;
      if (typeof code === "string" || typeof code === "number") return [{ kind: "written", node, code }];
      const isText = node.type === "TemplateLiteral" || (node.type === "BinaryExpression" && node.operator === "+");
      return isText ? [{ kind: "made", node }] : [];
    }
    case "CallExpression":
      return isMadeAtRunTime(node, lint.sourceCode) ? [{ kind: "made", node }] : listTypeValues(node, lint);
    case "Identifier":
    case "MemberExpression": {
      const reference = resolveReferencePath(node, lint.sourceCode);
      if (reference?.root.kind === "import") return readImportedValues(node, reference, lint);
      if (isLookedUp(node, lint)) return [];
      // `SYSTEM_ERROR_CODES[key]` is a code if `key` is one.
      if (node.type === "MemberExpression" && node.computed && isOfCodesObject(node.object, lint))
        return isWide(node.property, lint) && !isLookedUp(node.property, lint)
          ? [{ kind: "wide", node: node.property }]
          : [];
    }
  }
  return kind === "step" ? undefined : listTypeValues(node, lint);
}

function readImportedValues(
  node: TSESTree.Node,
  { root, path }: ReferencePath,
  lint: LintContext,
): readonly CodeValue[] {
  const { contract } = lint;
  if (root.kind !== "import" || isLegacyCode(node, lint)) return [];
  const isRuntime = contract.isRuntime(root.module) || isProjectModule(root.module);
  if (isRuntime && leadsToCodes(stripDefaultName(path), contract)) return [];
  const [name, ...object] = path.toReversed();
  const codes = object.length > 0 ? readModuleCodes(root.module, object.reverse().join("."), lint) : undefined;
  const code = name === undefined ? undefined : codes?.get(name);
  return code === undefined ? listTypeValues(node, lint) : [{ kind: "named", node, code }];
}

/** Returns the codes that the type of an expression allows; none without types. */
function listTypeValues(node: TSESTree.Node, lint: LintContext): readonly CodeValue[] {
  // A factory takes `undefined` and `null` for "not given".
  const codes = listLiteralValues(node, lint.facts)?.filter((code) => typeof code !== "boolean");
  if (codes) return codes.map((code) => ({ kind: "named", node, code }));
  return isWide(node, lint) && isDeclaredByHand(node, lint) ? [{ kind: "wide", node }] : [];
}

/** Returns whether the type of an expression allows any string; without types, nothing says so. */
function isWide(node: TSESTree.Node, { facts }: LintContext): boolean {
  const members = listGivenMembers(node, facts);
  return members.length > 0 && members.every(({ kind, name }) => kind === "primitive" && name === "string");
}

// TypeScript widens inferred types: a constant of another module, the elements of a list. Only a `string` that is
// written out can be narrowed in the code.
function isDeclaredByHand(node: TSESTree.Node, { sourceCode }: LintContext): boolean {
  const isMember = node.type === "MemberExpression";
  const definition = resolveVariable(isMember ? unwrapExpression(node.object) : node, sourceCode)?.defs[0];
  if (definition?.type !== "Parameter") return false;
  // The caller of a callback infers the type of its parameter; a default gives its own.
  const { name, node: owner } = definition;
  const isInferred = owner.parent.type === "CallExpression" || name.parent.type === "AssignmentPattern";
  return !isInferred || (name.type === "Identifier" && Boolean(name.typeAnnotation));
}
