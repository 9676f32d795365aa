import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isProjectModule, stripDefaultName } from "../contract/file-contract.js";
import { isLegacyCode } from "../contract/legacy-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { readModuleCodes } from "../contract/registry.js";
import { type Value, followValues } from "../model/values.js";
import { getOutermostWrapper, unwrapExpression } from "../syntax/expressions.js";
import { isMadeAtRunTime } from "../syntax/made-at-run-time.js";
import {
  type ReferencePath,
  getConstInitializer,
  readStaticValue,
  resolveReferencePath,
  resolveVariable,
} from "../syntax/references.js";
import { listGivenMembers } from "../types/classes-of.js";
import type { TypeFacts } from "../types/type-facts.js";
import { isLookedUp, isOfCodesObject, leadsToCodes } from "./contract-codes.js";

/** One value that an expression can have where a code is expected, and the node to report it at. */
export type CodeValue =
  /** Written out; `isShared`: the literal serves other places too, so that changing it changes them. */
  | {
      readonly kind: "written";
      readonly node: TSESTree.Node;
      readonly code: string | number;
      readonly isShared: boolean;
    }
  /** One of the values of its type, or of a codes object in another module. */
  | { readonly kind: "named"; readonly node: TSESTree.Node; readonly code: string | number }
  /** Put together at run time. */
  | { readonly kind: "made"; readonly node: TSESTree.Node }
  /** Of the type `string`. */
  | { readonly kind: "wide"; readonly node: TSESTree.Node };

/**
 * The values that an expression can have, through variables, objects and enums of the file, modules and types. Empty
 * where nothing is known; members of the contract's own codes object are left to whoever checks those.
 */
export function collectCodeValues(expression: TSESTree.Node, reader: LintContext): readonly CodeValue[] {
  // `raw as SystemErrorCode`: the assertion is trusted.
  if (isAsserted(expression)) return [];
  const { sourceCode } = reader;
  // The names of variables whose type may allow more than is written.
  const open = new Set<TSESTree.Node>();
  const values = followValues<CodeValue>(expression, sourceCode, (value) => {
    const { node, through } = value;
    const [place = node] = through;
    // `let code = ""`: nothing yet.
    const isUnset = node.type === "Literal" && node.value === "" && through.length > 0;
    if (isUnset || isAsserted(getOutermostWrapper(node))) return [];
    if (value.kind === "step" && node.type === "Identifier" && !isPlainConst(node, sourceCode)) open.add(place);
    return readCodeValues(value, reader)?.map((each) => {
      if (each.kind !== "written") return through.length > 0 ? { ...each, node: place } : each;
      return { ...each, isShared: each.isShared || through.some((name) => isShared(name, sourceCode)) };
    });
  });
  const possible = values.filter((value) => isPossible(value, reader));
  const codes = new Set(possible.flatMap((value) => ("code" in value ? value.code : [])));
  const typed = [...open].flatMap((name) => listTypeValues(name, reader));
  return [...possible, ...typed.filter((value) => !("code" in value && codes.has(value.code)))];
}

/** Whether the tests before a name leave it open that it has a code that comes from its type. */
function isPossible(value: CodeValue, { facts }: LintContext): boolean {
  const narrowed = value.kind === "named" ? facts?.literalValues(value.node) : undefined;
  return value.kind !== "named" || !narrowed || narrowed.includes(value.code);
}

function isAsserted(node: TSESTree.Node): boolean {
  if (node.type !== "TSAsExpression" && node.type !== "TSTypeAssertion") return false;
  const { typeAnnotation: type } = node;
  const name = type.type === "TSTypeReference" && type.typeName.type === "Identifier" ? type.typeName.name : "";
  return name !== "const";
}

function readCodeValues({ kind, node }: Value, reader: LintContext): readonly CodeValue[] | undefined {
  switch (node.type) {
    case "Literal":
    case "UnaryExpression":
    case "TemplateLiteral":
    case "BinaryExpression":
      return readComposedValues(node, reader);
    case "CallExpression":
      return isMadeAtRunTime(node, reader.sourceCode) ? [{ kind: "made", node }] : listTypeValues(node, reader);
    case "Identifier":
    case "MemberExpression": {
      const reference = resolveReferencePath(node, reader.sourceCode);
      if (reference?.root.kind === "import") return readImportedValues(node, reference, reader);
      const variable = resolveVariable(node, reader.sourceCode);
      if (variable && isLookedUp(node, variable, reader)) return [];
      if (!reference && node.type === "MemberExpression" && node.computed) return readLookedUpValues(node, reader);
    }
  }
  return kind === "step" ? undefined : listTypeValues(node, reader);
}

/** A literal, `-32000` (the codes of JSON-RPC are below zero), a template, a concatenation. */
function readComposedValues(
  node: TSESTree.Literal | TSESTree.UnaryExpression | TSESTree.TemplateLiteral | TSESTree.BinaryExpression,
  { sourceCode }: LintContext,
): readonly CodeValue[] {
  if ("operator" in node && node.operator !== (node.type === "UnaryExpression" ? "-" : "+")) return [];
  const code = readStaticValue(node, sourceCode)?.value;
  const isComputed =
    node.type === "BinaryExpression" || (node.type === "TemplateLiteral" && node.expressions.length > 0);
  if (typeof code === "string" || typeof code === "number")
    return [{ kind: "written", node, code, isShared: isComputed }];
  return isComputed ? [{ kind: "made", node }] : [];
}

function isPlainConst(name: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const variable = resolveVariable(name, sourceCode);
  const declared = variable?.defs[0]?.name;
  return getConstInitializer(variable) !== undefined && declared?.type === "Identifier" && !declared.typeAnnotation;
}

/** Whether more than one place gets what a name or member holds. */
function isShared(name: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const variable = resolveVariable(name, sourceCode);
  if (!variable || !isPlainConst(name, sourceCode)) return true;
  const isExported = variable.defs[0]?.parent?.parent.type === "ExportNamedDeclaration";
  return isExported || variable.references.filter((each) => each.isRead()).length > 1;
}

/** `SYSTEM_ERROR_CODES[key]` is a code if `key` is one. */
function readLookedUpValues(node: TSESTree.MemberExpression, reader: LintContext): readonly CodeValue[] {
  const { contract, facts, sourceCode } = reader;
  if (!facts || !isOfCodesObject(node.object, contract)) return listTypeValues(node, reader);
  const typed = listTypeValues(node, reader);
  if (typed.some(({ kind }) => kind === "named")) return typed;
  const key = resolveVariable(node.property, sourceCode);
  const isWideKey = isWide(node.property, facts) && !(key && isLookedUp(node.property, key, reader));
  return isWideKey ? [{ kind: "wide", node: node.property }] : [];
}

function readImportedValues(node: TSESTree.Node, reference: ReferencePath, reader: LintContext): readonly CodeValue[] {
  const { contract, context } = reader;
  const { root, path } = reference;
  if (root.kind !== "import" || isLegacyCode(node, reader)) return [];
  const isRuntime = contract.isRuntime(root.module) || isProjectModule(root.module);
  if (isRuntime && leadsToCodes(stripDefaultName(path), contract)) return [];
  const name = path.at(-1);
  if (name === undefined || path.length < 2) return listTypeValues(node, reader);
  const code = readModuleCodes(root.module, path.slice(0, -1).join("."), context)?.get(name);
  return code === undefined ? listTypeValues(node, reader) : [{ kind: "named", node, code }];
}

/** Returns the codes that the type of an expression allows; none without types. */
function listTypeValues(node: TSESTree.Node, { facts, sourceCode }: LintContext): readonly CodeValue[] {
  if (!facts) return [];
  // A factory takes `undefined` and `null` for "not given".
  const values = facts.literalValues(node) ?? listGivenMembers(node, facts).map(({ value }) => value);
  const codes = values.filter((code) => typeof code === "string" || typeof code === "number");
  const isFinite = values.length > 0 && values.every((value) => value !== undefined);
  if (isFinite) return codes.map((code) => ({ kind: "named", node, code }));
  return isWide(node, facts) && isDeclaredByHand(node, sourceCode) ? [{ kind: "wide", node }] : [];
}

/** Whether an expression can be any string. */
function isWide(node: TSESTree.Node, facts: TypeFacts): boolean {
  const members = listGivenMembers(node, facts);
  return members.length > 0 && members.every(({ kind, name }) => kind === "primitive" && name === "string");
}

// TypeScript widens inferred types: a constant of another module, the elements of a list. Only a `string` that is
// written out can be narrowed in the code.
function isDeclaredByHand(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const isMember = node.type === "MemberExpression";
  const definition = resolveVariable(isMember ? unwrapExpression(node.object) : node, sourceCode)?.defs[0];
  if (!definition) return false;
  const { name, type } = definition;
  const isAnnotated = name.type === "Identifier" && Boolean(name.typeAnnotation);
  if (type !== "Parameter") return isMember ? type === "CatchClause" : isAnnotated;
  // The caller of a callback infers the type of its parameter; a default gives its own.
  const isInferred = definition.node.parent.type === "CallExpression" || name.parent.type === "AssignmentPattern";
  return isAnnotated || !isInferred;
}
