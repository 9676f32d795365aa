import type { TSESTree } from "@typescript-eslint/utils";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import { isLegacyClass } from "../contract/legacy.js";
import type { LintContext } from "../contract/lint-context.js";
import { listValues } from "../model/values.js";
import { resolveGlobalName } from "../syntax/built-ins.js";
import { findEnclosingClass } from "../syntax/functions.js";
import { findProperty, readMethodCall, readObjectFields, readStaticKey } from "../syntax/properties.js";
import type { ClassNode } from "../syntax/references.js";
import { type Certainty, holdsCode, isContractClass, readsCode } from "./code-owner.js";
import { type Call, readGivenFields } from "./contract-codes.js";

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

/** Returns where codes stand in a node, its children left out. */
export function collectCodePlaces(node: TSESTree.Node, lint: LintContext): readonly CodePlace[] {
  const { sourceCode } = lint;
  switch (node.type) {
    case "CallExpression":
      return [
        ...collectFactoryPlaces(node, lint),
        ...collectAssignedPlaces(node, lint),
        ...collectLookupPlaces(node, lint),
      ];
    case "NewExpression":
      return collectFactoryPlaces(node, lint);
    case "ObjectExpression": {
      const { code, isEnvelope } = getEnvelopeFields(lint.contract.data);
      const { values } = readObjectFields(node, sourceCode);
      return values.has(code) && isEnvelope(values.keys()) ? createPlaces([values.get(code)], "made", "likely") : [];
    }
    case "PropertyDefinition": {
      const owner = findEnclosingClass(node);
      const name = readStaticKey(node, sourceCode);
      return createPlaces([node.value], "made", owner && classifyField(name, owner, lint));
    }
    case "AssignmentExpression": {
      const name = node.left.type === "MemberExpression" ? readStaticKey(node.left, sourceCode) : undefined;
      if (node.left.type !== "MemberExpression" || name === undefined) return [];
      return createPlaces([node.right], "made", holdsCode(node.left.object, name, lint));
    }
    case "BinaryExpression": {
      const { operator, left, right } = node;
      if (!/^[!=]==?$/.test(operator)) return [];
      const ofLeft = readsCode(left, lint);
      return createPlaces([ofLeft ? right : left], "compared", ofLeft ?? readsCode(right, lint));
    }
    case "SwitchStatement": {
      const tests = node.cases.map(({ test }) => test);
      return createPlaces(tests, "compared", readsCode(node.discriminant, lint));
    }
    default:
      return [];
  }
}

function createPlaces(
  nodes: readonly (TSESTree.Node | null | undefined)[],
  role: CodePlace["role"],
  certainty: Certainty | undefined,
): readonly CodePlace[] {
  return certainty ? nodes.flatMap((node) => (node ? [{ node, role, certainty }] : [])) : [];
}

/** The codes and invariant ids among the arguments of one of the contract's factories, or of its constructor. */
function collectFactoryPlaces(node: Call, lint: LintContext): readonly CodePlace[] {
  const given = readGivenFields(node, lint);
  const { code, invariant } = lint.contract.data.fields;
  return [
    ...createPlaces([given?.(code)], "made", "sure"),
    ...createPlaces([invariant === undefined ? undefined : given?.(invariant)], "invariant", "sure"),
  ].map((place) => ({ ...place, isArgument: true }));
}

function classifyField(name: string | undefined, owner: ClassNode, lint: LintContext): Certainty | undefined {
  const { code, isEnvelope, onError } = getEnvelopeFields(lint.contract.data);
  if (name === undefined || !onError.has(name)) return undefined;
  if (isContractClass(owner, lint)) return "sure";
  if (name !== code || (owner.superClass && isLegacyClass(owner.superClass, lint))) return undefined;
  const siblings = owner.body.body.map((each) =>
    each.type === "PropertyDefinition" ? readStaticKey(each, lint.sourceCode) : undefined,
  );
  return isEnvelope(siblings.filter((each) => each !== undefined)) ? "likely" : undefined;
}

/** `Object.assign(error, { code: "X" })`. */
function collectAssignedPlaces(node: TSESTree.CallExpression, lint: LintContext): readonly CodePlace[] {
  const [target, source] = node.arguments;
  if (!target || source?.type !== "ObjectExpression") return [];
  if (!resolveGlobalName(node.callee, ["Object.assign"], lint.sourceCode)) return [];
  return [...getEnvelopeFields(lint.contract.data).onError].flatMap((name) => {
    const code = findProperty(source, name, lint.sourceCode)?.value;
    return code ? createPlaces([code], "made", holdsCode(target, name, lint)) : [];
  });
}

/** `["A", "B"].includes(error.error_code)`, `new Set(["A", "B"]).has(error.error_code)`, through a `const` too. */
function collectLookupPlaces(node: TSESTree.CallExpression, lint: LintContext): readonly CodePlace[] {
  const method = readMethodCall(node, lint.sourceCode);
  const [argument] = node.arguments;
  if (!method || !argument || !["includes", "has"].includes(method.name)) return [];
  const certainty = readsCode(argument, lint);
  if (!certainty) return [];
  return listValues(method.object, lint).flatMap(({ node: value }) => {
    const list = value.type === "NewExpression" ? value.arguments[0] : value;
    return list?.type === "ArrayExpression" ? createPlaces(list.elements, "compared", certainty) : [];
  });
}
