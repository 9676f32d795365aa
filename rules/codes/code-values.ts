import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { isProjectModule, stripDefaultName } from "../contract/file-contract.js";
import { isLegacyCode } from "../contract/legacy-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { readModuleCodes } from "../contract/registry.js";
import { listPossibleValues } from "../syntax/expressions.js";
import { findLocalMember } from "../syntax/local-member.js";
import { isMadeAtRunTime } from "../syntax/made-at-run-time.js";
import { type ReferencePath, readStaticValue, resolveReferencePath, resolveVariable } from "../syntax/references.js";
import { isLookedUp } from "./code-guard.js";
import { isWide, listTypeValues } from "./code-types.js";
import type { CodeValue } from "./code-value.js";
import { leadsToCodes } from "./contract-codes.js";

type Variable = TSESLint.Scope.Variable;

// A variable that is written from another, from another, ... is followed this far.
const MAX_STEPS = 5;

/**
 * The values that an expression can have, through variables, objects and enums of the file, modules and types. Empty
 * where nothing is known; members of the contract's own codes object are left to whoever checks those.
 */
export function collectCodeValues(expression: TSESTree.Node, reader: LintContext, steps = 0): readonly CodeValue[] {
  const values = listPossibleValues(expression).flatMap((node) => readNodeValues(node, reader, steps));
  // `raw as SystemErrorCode`: the assertion is trusted unless a literal contradicts it.
  return isAsserted(expression) ? values.filter(isContradiction) : values;
}

// An assertion cannot vouch for a text that is composed inside of it.
function isContradiction({ kind, node }: CodeValue): boolean {
  const isComposed = node.type === "TemplateLiteral" || node.type === "BinaryExpression";
  return kind === "written" || (kind === "made" && isComposed);
}

function readNodeValues(node: TSESTree.Node, reader: LintContext, steps: number): readonly CodeValue[] {
  switch (node.type) {
    case "Literal":
      return typeof node.value === "string" || typeof node.value === "number"
        ? [{ kind: "written", node, code: node.value, isShared: false }]
        : [];
    case "UnaryExpression":
      return readNegativeValues(node);
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

/** `-32000`: the codes of JSON-RPC are below zero. */
function readNegativeValues(node: TSESTree.UnaryExpression): readonly CodeValue[] {
  const { operator, argument } = node;
  if (operator !== "-" || argument.type !== "Literal" || typeof argument.value !== "number") return [];
  return [{ kind: "written", node, code: -argument.value, isShared: false }];
}

function readComposedValues(
  node: TSESTree.TemplateLiteral | TSESTree.BinaryExpression,
  { sourceCode }: LintContext,
): readonly CodeValue[] {
  if (node.type === "BinaryExpression" && node.operator !== "+") return [];
  const value = readStaticValue(node, sourceCode)?.value;
  if (typeof value !== "string") return [{ kind: "made", node }];
  const isLiteral = node.type === "TemplateLiteral" && node.expressions.length === 0;
  return [{ kind: "written", node, code: value, isShared: !isLiteral }];
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
  if (isOneConst(variable) && values.length > 0) return values;
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
  const [definition] = defs;
  if (!definition) return [];
  const { parent } = definition.name;
  const isDefault = parent.type === "AssignmentPattern" && parent.left === definition.name;
  const assigned = references.flatMap(({ identifier, writeExpr }) =>
    writeExpr && isSetTo(identifier, writeExpr) ? [writeExpr] : [],
  );
  return [...new Set(isDefault ? [parent.right, ...assigned] : assigned)].filter(
    (value) => !isEmptyStart(value, assigned.length),
  );
}

function isSetTo(identifier: TSESTree.Node, value: TSESTree.Node): boolean {
  const { parent } = identifier;
  if (parent?.type === "VariableDeclarator") return parent.id === identifier && parent.init === value;
  return (
    parent?.type === "AssignmentExpression" && parent.left === identifier && /^(?:\?\?|\|\|)?=$/.test(parent.operator)
  );
}

// `let code = ""`: nothing yet.
function isEmptyStart(value: TSESTree.Node, writes: number): boolean {
  return writes > 1 && value.type === "Literal" && value.value === "";
}

function isOneConst({ defs: [definition] }: Variable): boolean {
  return (
    definition?.type === "Variable" &&
    definition.parent.kind === "const" &&
    definition.node.id === definition.name &&
    !definition.node.id.typeAnnotation
  );
}

function isShared(variable: Variable): boolean {
  const declaration = variable.defs[0]?.parent;
  const isExported = declaration?.parent.type === "ExportNamedDeclaration";
  return (
    isExported || !isOneConst(variable) || variable.references.filter((reference) => reference.isRead()).length > 1
  );
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
  const typed = listTypeValues(node, reader);
  const name = contract.nameOf(node.object);
  const isOfCodes = name !== undefined && leadsToCodes(name.split("."), contract);
  if (!facts || !isOfCodes || typed.some(({ kind }) => kind === "named")) return typed;
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

function isAsserted(node: TSESTree.Node): boolean {
  if (node.type !== "TSAsExpression" && node.type !== "TSTypeAssertion") return false;
  const { typeAnnotation: type } = node;
  const isConst =
    type.type === "TSTypeReference" && type.typeName.type === "Identifier" && type.typeName.name === "const";
  return !isConst;
}
