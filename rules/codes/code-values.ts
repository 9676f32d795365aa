import type { TSESTree } from "@typescript-eslint/utils";
import {
  isProjectModule,
  stripDefaultName,
  type ReferencePath,
  resolveReferencePath,
  resolveVariable,
} from "../syntax/references.js";
import { isLegacyCode } from "../contract/legacy.js";
import type { LintContext } from "../contract/lint-context.js";
import { readModuleCodes } from "../contract/registry.js";
import { type Value, followValues } from "../model/values.js";
import { getOutermostWrapper, unwrapExpression } from "../syntax/expressions.js";
import { isMadeAtRunTime } from "../syntax/built-ins.js";
import { readStaticValue } from "../syntax/properties.js";
import { listGivenMembers, listLiteralValues } from "../types/classes-of.js";
import { isLookedUp, isOfCodesObject, leadsToCodes } from "./contract-codes.js";

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
  const { contract, context } = lint;
  if (root.kind !== "import" || isLegacyCode(node, lint)) return [];
  const isRuntime = contract.isRuntime(root.module) || isProjectModule(root.module);
  if (isRuntime && leadsToCodes(stripDefaultName(path), contract)) return [];
  const [name, ...object] = path.toReversed();
  const codes = object.length > 0 ? readModuleCodes(root.module, object.reverse().join("."), context) : undefined;
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
