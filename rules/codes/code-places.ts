import type { TSESTree } from "@typescript-eslint/utils";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import { isLegacyClass } from "../contract/legacy-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingClass } from "../syntax/functions.js";
import {
  type ClassNode,
  findProperty,
  getConstInitializer,
  readMethodCall,
  readObjectFields,
  readStaticKey,
  resolveGlobalName,
  resolveVariable,
  readPlainKey,
} from "../syntax/references.js";
import { type Call, readGivenFields } from "./called-factory.js";
import { type Certainty, holdsCode, isContractClass, readsCode } from "./code-owner.js";

/** An expression or literal type that stands where a code is expected. */
export interface CodePlace {
  readonly node: TSESTree.Node;
  /**
   * `made`: it becomes the code of a failure; `compared`: a code is compared with it; `typed`: a type promises it;
   * `invariant`: it becomes the id of an invariant.
   */
  readonly role: "made" | "compared" | "typed" | "invariant";
  /** It is given to one of the contract's factories, which takes registered codes only. */
  readonly isArgument?: boolean;
  /** `likely`: only names say that a code of the contract stands here. */
  readonly certainty: Certainty;
}

/** Returns where codes stand in a node, its children left out. */
export function collectCodePlaces(node: TSESTree.Node, reader: LintContext): readonly CodePlace[] {
  switch (node.type) {
    case "CallExpression":
      return collectCallPlaces(node, reader);
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
    case "TSPropertySignature":
      return collectSignaturePlaces(node, reader);
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
  "TSPropertySignature",
] as const;

function createPlaces(
  nodes: readonly (TSESTree.Node | null | undefined)[],
  role: CodePlace["role"],
  certainty: Certainty | undefined,
): readonly CodePlace[] {
  return certainty ? nodes.flatMap((node) => (node ? [{ node, role, certainty }] : [])) : [];
}

/** Of a factory, of `Object.assign` or of a list: a call is at most one of these. */
function collectCallPlaces(node: TSESTree.CallExpression, reader: LintContext): readonly CodePlace[] {
  const given = collectFactoryPlaces(node, reader);
  if (given.length > 0) return given;
  const added = collectAssignedPlaces(node, reader);
  return added.length > 0 ? added : collectLookupPlaces(node, reader);
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
  const certainty = owner && name !== undefined ? classifyField(name, owner, reader) : undefined;
  return certainty ? [...createPlaces([node.value], "made", certainty), ...collectTypedPlaces(node, certainty)] : [];
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
  if (node.left.type !== "MemberExpression" || !/^(?:\?\?|\|\|)?=$/.test(node.operator)) return [];
  const name = readStaticKey(node.left, reader.sourceCode);
  const certainty = name === undefined ? undefined : holdsCode(node.left.object, name, reader);
  return createPlaces([node.right], "made", certainty);
}

/** `Object.assign(error, { code: "X" })`. */
function collectAssignedPlaces(node: TSESTree.CallExpression, reader: LintContext): readonly CodePlace[] {
  const [target, ...sources] = node.arguments;
  const objects = sources.filter((source) => source.type === "ObjectExpression");
  if (!target || objects.length === 0) return [];
  if (!resolveGlobalName(node.callee, ["Object.assign"], reader.sourceCode)) return [];
  const { onError } = getEnvelopeFields(reader.contract.data);
  return objects.flatMap((object) =>
    [...onError].flatMap((name) => {
      const code = findProperty(object, name, reader.sourceCode);
      return code ? createPlaces([code.value], "made", holdsCode(target, name, reader)) : [];
    }),
  );
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
  if (!method || !argument || !["includes", "has", "indexOf"].includes(method.name)) return [];
  const list = findWrittenList(method.object, reader);
  return list ? createPlaces(list.elements, "compared", readsCode(argument, reader)) : [];
}

function findWrittenList(node: TSESTree.Node, reader: LintContext): TSESTree.ArrayExpression | undefined {
  const value = unwrapExpression(node);
  if (value.type === "ArrayExpression") return value;
  if (value.type === "NewExpression") {
    const isSet = value.callee.type === "Identifier" && value.callee.name === "Set";
    return isSet && value.arguments[0] ? findWrittenList(value.arguments[0], reader) : undefined;
  }
  const initializer = getConstInitializer(resolveVariable(value, reader.sourceCode));
  return initializer && initializer.type !== "Identifier" ? findWrittenList(initializer, reader) : undefined;
}

function collectSignaturePlaces(node: TSESTree.TSPropertySignature, { contract }: LintContext): readonly CodePlace[] {
  const { code, isEnvelope } = getEnvelopeFields(contract.data);
  if (readPlainKey(node.key) !== code) return [];
  const { parent } = node;
  const members = parent.type === "TSInterfaceBody" ? parent.body : parent.members;
  const names = members.flatMap((each) => (each.type === "TSPropertySignature" ? (readPlainKey(each.key) ?? []) : []));
  return isEnvelope(names) ? collectTypedPlaces(node, "likely") : [];
}

function collectTypedPlaces(
  { typeAnnotation }: TSESTree.PropertyDefinition | TSESTree.TSPropertySignature,
  certainty: Certainty,
): readonly CodePlace[] {
  const type = typeAnnotation?.typeAnnotation;
  const types = type?.type === "TSUnionType" ? type.types : [type];
  const literals = types.map((each) => (each?.type === "TSLiteralType" ? each.literal : undefined));
  return createPlaces(literals, "typed", certainty);
}
