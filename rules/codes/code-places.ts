import type { TSESTree } from "@typescript-eslint/utils";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import { isProjectModule, stripDefaultName } from "../contract/file-contract.js";
import { isLegacyClass } from "../contract/legacy-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingClass } from "../syntax/functions.js";
import {
  getConstInitializer,
  resolveGlobalName,
  readMethodCall,
  findProperty,
  resolveReferencePath,
  readStaticKey,
  resolveVariable,
} from "../syntax/references.js";
import { type Certainty, holdsCode, isContractClass, readsCode } from "./code-owner.js";
import type { CodePlace } from "./code-place.js";
import { collectFactoryPlaces } from "./factory-code.js";

type Field = TSESTree.PropertyDefinition | TSESTree.TSPropertySignature;

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
  "TSAsExpression",
  "TSTypeAssertion",
] as const;

/** Returns where codes stand in a node, its children left out. */
export function collectCodePlaces(node: TSESTree.Node, reader: LintContext): readonly CodePlace[] {
  switch (node.type) {
    case "CallExpression":
      return callPlaces(node, reader);
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
      return collectCasePlaces(node, reader);
    case "TSPropertySignature":
      return collectSignaturePlaces(node, reader);
    case "TSAsExpression":
    case "TSTypeAssertion":
      return collectAssertedPlaces(node, reader);
    default:
      return [];
  }
}

/** Of a factory, of `Object.assign` or of a list: a call is at most one of these. */
function callPlaces(node: TSESTree.CallExpression, reader: LintContext): readonly CodePlace[] {
  const given = collectFactoryPlaces(node, reader);
  if (given.length > 0) return given;
  const added = collectAssignedPlaces(node, reader);
  return added.length > 0 ? added : collectLookupPlaces(node, reader);
}

function collectEnvelopePlaces(node: TSESTree.ObjectExpression, reader: LintContext): readonly CodePlace[] {
  const { contract, sourceCode } = reader;
  const fields = getEnvelopeFields(contract.data);
  const code = findProperty(node, fields.code, sourceCode);
  if (!code) return [];
  const names = node.properties.flatMap((each) =>
    each.type === "Property" ? (readStaticKey(each, sourceCode) ?? []) : [],
  );
  return fields.isEnvelope(names) ? [{ node: code.value, role: "made", certainty: "likely" }] : [];
}

function collectClassFieldPlaces(node: TSESTree.PropertyDefinition, reader: LintContext): readonly CodePlace[] {
  const { contract, sourceCode } = reader;
  const owner = findEnclosingClass(node);
  const name = readStaticKey(node, sourceCode);
  if (name === undefined || !owner || !getEnvelopeFields(contract.data).onError.has(name)) return [];
  const siblings = owner.body.body.flatMap((each) =>
    each.type === "PropertyDefinition" ? (readStaticKey(each, sourceCode) ?? []) : [],
  );
  const certainty = isFieldOfFailure(name, owner, siblings, reader);
  if (!certainty) return [];
  return [
    ...(node.value ? [{ node: node.value, role: "made", certainty } as const] : []),
    ...collectTypedPlaces(node, certainty),
  ];
}

function isFieldOfFailure(
  name: string,
  owner: TSESTree.ClassDeclaration | TSESTree.ClassExpression,
  siblings: readonly string[],
  reader: LintContext,
): Certainty | undefined {
  if (isContractClass(owner, reader)) return "sure";
  if (owner.superClass && isLegacyClass(owner.superClass, reader)) return undefined;
  const fields = getEnvelopeFields(reader.contract.data);
  return name === fields.code && fields.isEnvelope(siblings) ? "likely" : undefined;
}

function collectAssignmentPlaces(node: TSESTree.AssignmentExpression, reader: LintContext): readonly CodePlace[] {
  if (node.left.type !== "MemberExpression" || !/^(?:\?\?|\|\|)?=$/.test(node.operator)) return [];
  const name = readStaticKey(node.left, reader.sourceCode);
  const certainty = name === undefined ? undefined : holdsCode(node.left.object, name, reader);
  return certainty ? [{ node: node.right, role: "made", certainty }] : [];
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
      const certainty = code && holdsCode(target, name, reader);
      return certainty ? [{ node: code.value, role: "made", certainty } as const] : [];
    }),
  );
}

function collectComparedPlaces(
  { operator, left, right }: TSESTree.BinaryExpression,
  reader: LintContext,
): readonly CodePlace[] {
  if (!/^[!=]==?$/.test(operator)) return [];
  const ofLeft = readsCode(left, reader);
  if (ofLeft) return [{ node: right, role: "compared", certainty: ofLeft }];
  const ofRight = readsCode(right, reader);
  return ofRight ? [{ node: left, role: "compared", certainty: ofRight }] : [];
}

function collectCasePlaces(
  { discriminant, cases: all }: TSESTree.SwitchStatement,
  reader: LintContext,
): readonly CodePlace[] {
  const certainty = readsCode(discriminant, reader);
  if (!certainty) return [];
  return all.flatMap(({ test }) => (test ? [{ node: test, role: "compared", certainty } as const] : []));
}

/** `["A", "B"].includes(error.error_code)`, `new Set(["A", "B"]).has(error.error_code)`, through a `const` too. */
function collectLookupPlaces(node: TSESTree.CallExpression, reader: LintContext): readonly CodePlace[] {
  const method = readMethodCall(node, reader.sourceCode);
  const [argument] = node.arguments;
  if (!method || !argument || !["includes", "has", "indexOf"].includes(method.name)) return [];
  const list = findWrittenList(method.object, reader);
  const certainty = list && readsCode(argument, reader);
  if (!certainty) return [];
  return list.elements.flatMap((element) => (element ? [{ node: element, role: "compared", certainty } as const] : []));
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
  const fields = getEnvelopeFields(contract.data);
  if (nameOf(node) !== fields.code) return [];
  const { parent } = node;
  const members = parent.type === "TSInterfaceBody" ? parent.body : parent.members;
  const names = members.flatMap((each) => (each.type === "TSPropertySignature" ? (nameOf(each) ?? []) : []));
  return fields.isEnvelope(names) ? collectTypedPlaces(node, "likely") : [];
}

function nameOf({ key }: TSESTree.TSPropertySignature): string | undefined {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : undefined;
}

function collectTypedPlaces({ typeAnnotation }: Field, certainty: Certainty): readonly CodePlace[] {
  const type = typeAnnotation?.typeAnnotation;
  const types = type?.type === "TSUnionType" ? type.types : [type];
  return types.flatMap((each) =>
    each?.type === "TSLiteralType" ? [{ node: each.literal, role: "typed", certainty } as const] : [],
  );
}

/** `code as SystemErrorCode`. */
function collectAssertedPlaces(
  node: TSESTree.TSAsExpression | TSESTree.TSTypeAssertion,
  { contract, sourceCode }: LintContext,
): readonly CodePlace[] {
  const type = node.typeAnnotation;
  if (type.type !== "TSTypeReference") return [];
  const reference = resolveReferencePath(type.typeName, sourceCode);
  if (reference?.root.kind !== "import") return [];
  const { module } = reference.root;
  const isCodeType = stripDefaultName(reference.path).join(".") === `${contract.errorClass}Code`;
  return isCodeType && (contract.isRuntime(module) || isProjectModule(module))
    ? [{ node, role: "made", certainty: "sure" }]
    : [];
}
