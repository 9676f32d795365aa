import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isProjectModule, stripDefaultName } from "../contract/file-contract.js";
import { isLegacyCode } from "../contract/legacy-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { readModuleCodes } from "../contract/registry.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { findLocalMember } from "../syntax/local-member.js";
import { isMadeAtRunTime } from "../syntax/made-at-run-time.js";
import {
  type ReferencePath,
  getConstInitializer,
  readStaticValue,
  resolveReferencePath,
  resolveVariable,
  findWrittenValue,
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

type Variable = TSESLint.Scope.Variable;

// A variable that is written from another, from another, ... is followed this far.
const MAX_STEPS = 5;

/**
 * The values that an expression can have, through variables, objects and enums of the file, modules and types. Empty
 * where nothing is known; members of the contract's own codes object are left to whoever checks those.
 */
export function collectCodeValues(expression: TSESTree.Node, reader: LintContext, steps = 0): readonly CodeValue[] {
  // `raw as SystemErrorCode`: the assertion is trusted.
  if (isAsserted(expression)) return [];
  return listPossibleValues(expression).flatMap((node) => readNodeValues(node, reader, steps));
}

function isAsserted(node: TSESTree.Node): boolean {
  if (node.type !== "TSAsExpression" && node.type !== "TSTypeAssertion") return false;
  const { typeAnnotation: type } = node;
  const name = type.type === "TSTypeReference" && type.typeName.type === "Identifier" ? type.typeName.name : "";
  return name !== "const";
}

function readNodeValues(node: TSESTree.Node, reader: LintContext, steps: number): readonly CodeValue[] {
  switch (node.type) {
    case "Literal":
    case "UnaryExpression":
    case "TemplateLiteral":
    case "BinaryExpression":
      return readComposedValues(node, reader);
    case "CallExpression":
      return isMadeAtRunTime(node, reader.sourceCode) ? [{ kind: "made", node }] : listTypeValues(node, reader);
    case "Identifier":
      return readIdentifierValues(node, reader, steps);
    case "MemberExpression":
      return readMemberValues(node, reader, steps);
    default:
      return listTypeValues(node, reader);
  }
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

function readIdentifierValues(node: TSESTree.Identifier, reader: LintContext, steps: number): readonly CodeValue[] {
  const variable = resolveVariable(node, reader.sourceCode);
  if (!variable?.defs[0] || steps >= MAX_STEPS) return listTypeValues(node, reader);
  const reference = resolveReferencePath(node, reader.sourceCode);
  if (reference?.root.kind === "import") return readImportedValues(node, reference, reader);
  if (isLookedUp(node, variable, reader)) return [];
  const written = collectWrittenExpressions(variable).flatMap((value) => collectCodeValues(value, reader, steps + 1));
  const values = keepPossibleValues(written, node, reader).map((value): CodeValue => {
    if (value.kind !== "written") return { ...value, node };
    return { ...value, isShared: value.isShared || isShared(variable) };
  });
  if (isPlainConst(variable) && values.length > 0) return values;
  const codes = new Set(values.flatMap((value) => ("code" in value ? value.code : [])));
  return [...values, ...listTypeValues(node, reader).filter((value) => !("code" in value && codes.has(value.code)))];
}

/** Drops the codes that come from a variable's type and that the tests before the name rule out. */
function keepPossibleValues(
  values: readonly CodeValue[],
  name: TSESTree.Node,
  { facts }: LintContext,
): readonly CodeValue[] {
  const narrowed = values.some(({ kind }) => kind === "named") ? facts?.literalValues(name) : undefined;
  return narrowed ? values.filter((value) => value.kind !== "named" || narrowed.includes(value.code)) : values;
}

/** Returns the values that the file assigns to a variable, its default included. */
function collectWrittenExpressions({ defs, references }: Variable): readonly TSESTree.Node[] {
  const parent = defs[0]?.name.parent;
  const preset = parent?.type === "AssignmentPattern" && parent.left === defs[0]?.name ? [parent.right] : [];
  const assigned = references.flatMap(({ identifier }) => findWrittenValue(identifier) ?? []);
  // `let code = ""`: nothing yet.
  const written = assigned.filter((each) => assigned.length === 1 || each.type !== "Literal" || each.value !== "");
  return [...new Set([...preset, ...written])];
}

function isPlainConst(variable: Variable): boolean {
  const name = variable.defs[0]?.name;
  return getConstInitializer(variable) !== undefined && name?.type === "Identifier" && !name.typeAnnotation;
}

function isShared(variable: Variable): boolean {
  const isExported = variable.defs[0]?.parent?.parent.type === "ExportNamedDeclaration";
  return isExported || !isPlainConst(variable) || variable.references.filter((each) => each.isRead()).length > 1;
}

function readMemberValues(node: TSESTree.MemberExpression, reader: LintContext, steps: number): readonly CodeValue[] {
  const reference = resolveReferencePath(node, reader.sourceCode);
  if (reference?.root.kind === "import") return readImportedValues(node, reference, reader);
  if (!reference && node.computed) return readLookedUpValues(node, reader);
  const value = reference && findLocalMember(reference);
  if (!value || steps >= MAX_STEPS) return listTypeValues(node, reader);
  return collectCodeValues(value, reader, steps + 1).map((each) =>
    each.kind === "written" ? { ...each, isShared: true } : { ...each, node },
  );
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
