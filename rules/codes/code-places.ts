import type { TSESTree } from "@typescript-eslint/utils";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import { isLegacyClass } from "../contract/legacy-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { listValues } from "../model/values.js";
import { findEnclosingClass } from "../syntax/functions.js";
import type { ClassNode } from "../syntax/references.js";
import { findProperty, readMethodCall, readObjectFields, readStaticKey } from "../syntax/properties.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import { type Call, readGivenFields } from "./called-factory.js";
import { type Certainty, holdsCode, isContractClass, readsCode } from "./code-owner.js";

/** An expression that stands where a code is expected. */
export interface CodePlace {
  readonly node: TSESTree.Node;
  /** `made`: the code of a failure; `compared`: what a code is compared with; `invariant`: the id of an invariant. */
  readonly role: "made" | "compared" | "invariant";
  /** It is given to one of the contract's factories, which takes registered codes only. */
  readonly isArgument?: boolean;
  /** `likely`: only names say that a code of the contract stands here. */
  readonly certainty: Certainty;
}

/** Returns where codes stand in a node, its children left out. */
export function collectCodePlaces(node: TSESTree.Node, reader: LintContext): readonly CodePlace[] {
  switch (node.type) {
    case "CallExpression":
      return [
        ...collectFactoryPlaces(node, reader),
        ...collectAssignedPlaces(node, reader),
        ...collectLookupPlaces(node, reader),
      ];
    case "NewExpression":
      return collectFactoryPlaces(node, reader);
    case "ObjectExpression":
      return collectEnvelopePlaces(node, reader);
    case "PropertyDefinition":
      return collectClassFieldPlaces(node, reader);
    case "AssignmentExpression":
      return collectAssignmentPlaces(node, reader);
    case "BinaryExpression":
      return collectComparedPlaces(node, reader);
    case "SwitchStatement":
      return createPlaces(
        node.cases.map(({ test }) => test),
        "compared",
        readsCode(node.discriminant, reader),
      );
    default:
      return [];
  }
}

/** The types of the nodes that {@link collectCodePlaces} knows. */
export const CODE_PLACES = [
  "CallExpression",
  "NewExpression",
  "ObjectExpression",
  "PropertyDefinition",
  "AssignmentExpression",
  "BinaryExpression",
  "SwitchStatement",
] as const;

function createPlaces(
  nodes: readonly (TSESTree.Node | null | undefined)[],
  role: CodePlace["role"],
  certainty: Certainty | undefined,
): readonly CodePlace[] {
  return certainty ? nodes.flatMap((node) => (node ? [{ node, role, certainty }] : [])) : [];
}

/** The codes and invariant ids among the arguments of one of the contract's factories, or of its constructor. */
function collectFactoryPlaces(node: Call, reader: LintContext): readonly CodePlace[] {
  const given = readGivenFields(node, reader);
  const { code, invariant } = reader.contract.data.fields;
  return [
    ...createPlaces([given?.(code)], "made", "sure"),
    ...createPlaces([invariant === undefined ? undefined : given?.(invariant)], "invariant", "sure"),
  ].map((place) => ({ ...place, isArgument: true }));
}

function collectEnvelopePlaces(node: TSESTree.ObjectExpression, reader: LintContext): readonly CodePlace[] {
  const { code, isEnvelope } = getEnvelopeFields(reader.contract.data);
  const { values } = readObjectFields(node, reader.sourceCode);
  return values.has(code) && isEnvelope(values.keys()) ? createPlaces([values.get(code)], "made", "likely") : [];
}

function collectClassFieldPlaces(node: TSESTree.PropertyDefinition, reader: LintContext): readonly CodePlace[] {
  const owner = findEnclosingClass(node);
  const name = readStaticKey(node, reader.sourceCode);
  return owner && name !== undefined ? createPlaces([node.value], "made", classifyField(name, owner, reader)) : [];
}

function classifyField(name: string, owner: ClassNode, reader: LintContext): Certainty | undefined {
  const { code, isEnvelope, onError } = getEnvelopeFields(reader.contract.data);
  if (!onError.has(name)) return undefined;
  if (isContractClass(owner, reader)) return "sure";
  if (name !== code || (owner.superClass && isLegacyClass(owner.superClass, reader))) return undefined;
  const siblings = owner.body.body.flatMap((each) =>
    each.type === "PropertyDefinition" ? (readStaticKey(each, reader.sourceCode) ?? []) : [],
  );
  return isEnvelope(siblings) ? "likely" : undefined;
}

function collectAssignmentPlaces(node: TSESTree.AssignmentExpression, reader: LintContext): readonly CodePlace[] {
  if (node.left.type !== "MemberExpression") return [];
  const name = readStaticKey(node.left, reader.sourceCode);
  return name === undefined ? [] : createPlaces([node.right], "made", holdsCode(node.left.object, name, reader));
}

/** `Object.assign(error, { code: "X" })`. */
function collectAssignedPlaces(node: TSESTree.CallExpression, reader: LintContext): readonly CodePlace[] {
  const [target, source] = node.arguments;
  if (!target || source?.type !== "ObjectExpression") return [];
  if (!resolveGlobalName(node.callee, ["Object.assign"], reader.sourceCode)) return [];
  return [...getEnvelopeFields(reader.contract.data).onError].flatMap((name) => {
    const code = findProperty(source, name, reader.sourceCode)?.value;
    return code ? createPlaces([code], "made", holdsCode(target, name, reader)) : [];
  });
}

function collectComparedPlaces(
  { operator, left, right }: TSESTree.BinaryExpression,
  reader: LintContext,
): readonly CodePlace[] {
  if (!/^[!=]==?$/.test(operator)) return [];
  const ofLeft = readsCode(left, reader);
  return ofLeft
    ? createPlaces([right], "compared", ofLeft)
    : createPlaces([left], "compared", readsCode(right, reader));
}

/** `["A", "B"].includes(error.error_code)`, `new Set(["A", "B"]).has(error.error_code)`, through a `const` too. */
function collectLookupPlaces(node: TSESTree.CallExpression, reader: LintContext): readonly CodePlace[] {
  const method = readMethodCall(node, reader.sourceCode);
  const [argument] = node.arguments;
  if (!method || !argument || !["includes", "has"].includes(method.name)) return [];
  const certainty = readsCode(argument, reader);
  if (!certainty) return [];
  return listValues(method.object, reader.sourceCode).flatMap(({ node: value }) => {
    const list = value.type === "NewExpression" ? value.arguments[0] : value;
    return list?.type === "ArrayExpression" ? createPlaces(list.elements, "compared", certainty) : [];
  });
}
