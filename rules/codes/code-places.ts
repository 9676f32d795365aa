import type { TSESTree } from "@typescript-eslint/utils";
import { envelopeFields } from "../contract/envelope-fields.js";
import { isProjectModule, withoutDefault } from "../contract/file-contract.js";
import { isLegacyClass } from "../contract/legacy-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapped } from "../syntax/expressions.js";
import { enclosingClass } from "../syntax/functions.js";
import {
  getConstInitializer,
  globalNamed,
  methodCall,
  propertyNamed,
  referencePath,
  staticKey,
  variableOf,
} from "../syntax/references.js";
import { type Certainty, holdsCode, isContractClass, readsCode } from "./code-owner.js";
import type { CodePlace } from "./code-place.js";
import { factoryPlaces } from "./factory-code.js";

type Field = TSESTree.PropertyDefinition | TSESTree.TSPropertySignature;

/** The types of the nodes that {@link codePlaces} knows. */
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
export function codePlaces(node: TSESTree.Node, reader: LintContext): readonly CodePlace[] {
  switch (node.type) {
    case "CallExpression":
      return callPlaces(node, reader);
    case "NewExpression":
      return factoryPlaces(node, reader);
    case "ObjectExpression":
      return envelope(node, reader);
    case "PropertyDefinition":
      return classField(node, reader);
    case "AssignmentExpression":
      return assignment(node, reader);
    case "BinaryExpression":
      return comparison(node, reader);
    case "SwitchStatement":
      return cases(node, reader);
    case "TSPropertySignature":
      return signature(node, reader);
    case "TSAsExpression":
    case "TSTypeAssertion":
      return assertion(node, reader);
    default:
      return [];
  }
}

/** Of a factory, of `Object.assign` or of a list: a call is at most one of these. */
function callPlaces(node: TSESTree.CallExpression, reader: LintContext): readonly CodePlace[] {
  const given = factoryPlaces(node, reader);
  if (given.length > 0) return given;
  const added = assigned(node, reader);
  return added.length > 0 ? added : lookedUp(node, reader);
}

function envelope(node: TSESTree.ObjectExpression, reader: LintContext): readonly CodePlace[] {
  const { contract, sourceCode } = reader;
  const fields = envelopeFields(contract.data);
  const code = propertyNamed(node, fields.code, sourceCode);
  if (!code) return [];
  const names = node.properties.flatMap((each) =>
    each.type === "Property" ? (staticKey(each, sourceCode) ?? []) : [],
  );
  return fields.isEnvelope(names) ? [{ node: code.value, role: "made", certainty: "likely" }] : [];
}

function classField(node: TSESTree.PropertyDefinition, reader: LintContext): readonly CodePlace[] {
  const { contract, sourceCode } = reader;
  const owner = enclosingClass(node);
  const name = staticKey(node, sourceCode);
  if (name === undefined || !owner || !envelopeFields(contract.data).onError.has(name)) return [];
  const siblings = owner.body.body.flatMap((each) =>
    each.type === "PropertyDefinition" ? (staticKey(each, sourceCode) ?? []) : [],
  );
  const certainty = isFieldOfFailure(name, owner, siblings, reader);
  if (!certainty) return [];
  return [
    ...(node.value ? [{ node: node.value, role: "made", certainty } as const] : []),
    ...typedPlaces(node, certainty),
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
  const fields = envelopeFields(reader.contract.data);
  return name === fields.code && fields.isEnvelope(siblings) ? "likely" : undefined;
}

function assignment(node: TSESTree.AssignmentExpression, reader: LintContext): readonly CodePlace[] {
  if (node.left.type !== "MemberExpression" || !/^(?:\?\?|\|\|)?=$/.test(node.operator)) return [];
  const name = staticKey(node.left, reader.sourceCode);
  const certainty = name === undefined ? undefined : holdsCode(node.left.object, name, reader);
  return certainty ? [{ node: node.right, role: "made", certainty }] : [];
}

/** `Object.assign(error, { code: "X" })`. */
function assigned(node: TSESTree.CallExpression, reader: LintContext): readonly CodePlace[] {
  const [target, ...sources] = node.arguments;
  const objects = sources.filter((source) => source.type === "ObjectExpression");
  if (!target || objects.length === 0) return [];
  if (!globalNamed(node.callee, ["Object.assign"], reader.sourceCode)) return [];
  const { onError } = envelopeFields(reader.contract.data);
  return objects.flatMap((object) =>
    [...onError].flatMap((name) => {
      const code = propertyNamed(object, name, reader.sourceCode);
      const certainty = code && holdsCode(target, name, reader);
      return certainty ? [{ node: code.value, role: "made", certainty } as const] : [];
    }),
  );
}

function comparison({ operator, left, right }: TSESTree.BinaryExpression, reader: LintContext): readonly CodePlace[] {
  if (!/^[!=]==?$/.test(operator)) return [];
  const ofLeft = readsCode(left, reader);
  if (ofLeft) return [{ node: right, role: "compared", certainty: ofLeft }];
  const ofRight = readsCode(right, reader);
  return ofRight ? [{ node: left, role: "compared", certainty: ofRight }] : [];
}

function cases({ discriminant, cases: all }: TSESTree.SwitchStatement, reader: LintContext): readonly CodePlace[] {
  const certainty = readsCode(discriminant, reader);
  if (!certainty) return [];
  return all.flatMap(({ test }) => (test ? [{ node: test, role: "compared", certainty } as const] : []));
}

/** `["A", "B"].includes(error.error_code)`, `new Set(["A", "B"]).has(error.error_code)`, through a `const` too. */
function lookedUp(node: TSESTree.CallExpression, reader: LintContext): readonly CodePlace[] {
  const method = methodCall(node, reader.sourceCode);
  const [argument] = node.arguments;
  if (!method || !argument || !["includes", "has", "indexOf"].includes(method.name)) return [];
  const list = writtenList(method.object, reader);
  const certainty = list && readsCode(argument, reader);
  if (!certainty) return [];
  return list.elements.flatMap((element) => (element ? [{ node: element, role: "compared", certainty } as const] : []));
}

function writtenList(node: TSESTree.Node, reader: LintContext): TSESTree.ArrayExpression | undefined {
  const value = unwrapped(node);
  if (value.type === "ArrayExpression") return value;
  if (value.type === "NewExpression") {
    const isSet = value.callee.type === "Identifier" && value.callee.name === "Set";
    return isSet && value.arguments[0] ? writtenList(value.arguments[0], reader) : undefined;
  }
  const initializer = getConstInitializer(variableOf(value, reader.sourceCode));
  return initializer && initializer.type !== "Identifier" ? writtenList(initializer, reader) : undefined;
}

function signature(node: TSESTree.TSPropertySignature, { contract }: LintContext): readonly CodePlace[] {
  const fields = envelopeFields(contract.data);
  if (nameOf(node) !== fields.code) return [];
  const { parent } = node;
  const members = parent.type === "TSInterfaceBody" ? parent.body : parent.members;
  const names = members.flatMap((each) => (each.type === "TSPropertySignature" ? (nameOf(each) ?? []) : []));
  return fields.isEnvelope(names) ? typedPlaces(node, "likely") : [];
}

function nameOf({ key }: TSESTree.TSPropertySignature): string | undefined {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? String(key.value) : undefined;
}

function typedPlaces({ typeAnnotation }: Field, certainty: Certainty): readonly CodePlace[] {
  const type = typeAnnotation?.typeAnnotation;
  const types = type?.type === "TSUnionType" ? type.types : [type];
  return types.flatMap((each) =>
    each?.type === "TSLiteralType" ? [{ node: each.literal, role: "typed", certainty } as const] : [],
  );
}

/** `code as SystemErrorCode`. */
function assertion(
  node: TSESTree.TSAsExpression | TSESTree.TSTypeAssertion,
  { contract, sourceCode }: LintContext,
): readonly CodePlace[] {
  const type = node.typeAnnotation;
  if (type.type !== "TSTypeReference") return [];
  const reference = referencePath(type.typeName, sourceCode);
  if (reference?.root.kind !== "import") return [];
  const { module } = reference.root;
  const isCodeType = withoutDefault(reference.path).join(".") === `${contract.errorClass}Code`;
  return isCodeType && (contract.isRuntime(module) || isProjectModule(module))
    ? [{ node, role: "made", certainty: "sure" }]
    : [];
}
