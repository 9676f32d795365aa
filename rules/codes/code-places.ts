import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type Call, readGivenFields } from "./contract-codes.js";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import { isLegacyClass } from "../contract/legacy.js";
import type { LintContext } from "../contract/lint-context.js";
import { followValues, listSuperClasses, listValues } from "../model/values.js";
import { findBuiltinErrorName, resolveGlobalName } from "../syntax/built-ins.js";
import {
  findProperty,
  readMethodCall,
  readObjectFields,
  readStaticKey,
  unwrapExpression,
} from "../syntax/expressions.js";
import { findEnclosingClass, isFunctionNode, isShownBefore } from "../syntax/functions.js";
import { type ClassNode, getDeclaredClass, resolveVariable } from "../syntax/references.js";
import { listClasses, listGivenMembers } from "../types/type-facts.js";

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

type Variable = TSESLint.Scope.Variable;

/** How sure it is that a value is a code of the contract; `likely`: the names alone say so. */
type Certainty = "sure" | "likely";

/** Whether the property of that name, on that object, holds a code of the contract. */
function holdsCode(object: TSESTree.Node, name: string, lint: LintContext): Certainty | undefined {
  const fields = getEnvelopeFields(lint.contract.data);
  if (!fields.onError.has(name)) return undefined;
  if (isContractError(object, lint)) return "sure";
  return name === fields.code && fields.isDistinctive && isFailureOfProject(object, lint) ? "likely" : undefined;
}

/**
 * Whether an expression reads a code of the contract: `err.error_code`, or `error_code` taken from it by destructuring.
 */
function readsCode(node: TSESTree.Node, lint: LintContext): Certainty | undefined {
  const { sourceCode } = lint;
  const value = unwrapExpression(node);
  if (value.type === "MemberExpression") {
    const name = readStaticKey(value, sourceCode);
    return name === undefined ? undefined : holdsCode(value.object, name, lint);
  }
  const binding = resolveVariable(value, sourceCode)?.defs[0]?.name;
  const property = binding?.parent;
  if (property?.type !== "Property" || property.value !== binding) return undefined;
  const pattern = property.parent;
  const name = readStaticKey(property, sourceCode);
  if (name === undefined || pattern.type !== "ObjectPattern") return undefined;
  const { code, isDistinctive, isEnvelope } = getEnvelopeFields(lint.contract.data);
  const names = pattern.properties.map((each) => (each.type === "Property" ? readStaticKey(each, sourceCode) : ""));
  const isOfCaught = isDistinctive && pattern.parent.type === "CatchClause";
  if (name === code && (isOfCaught || isEnvelope(names.map((each) => each ?? "")))) return "likely";
  const init = pattern.parent.type === "VariableDeclarator" ? pattern.parent.init : undefined;
  return init ? holdsCode(init, name, lint) : undefined;
}

/** Whether an expression is surely an instance of the contract's error class. */
export function isContractError(node: TSESTree.Node, lint: LintContext): boolean {
  const answers = followValues<boolean>(node, lint, ({ kind, node: value }) => {
    if (tellsContractError(value, lint) || isOfContractType(value, lint)) return [true];
    return kind === "step" ? undefined : [false];
  });
  return answers.length > 0 && answers.every(Boolean);
}

function tellsContractError(node: TSESTree.Node, lint: LintContext): boolean {
  const { contract, sourceCode } = lint;
  switch (node.type) {
    case "ThisExpression": {
      const owner = findEnclosingClass(node);
      return owner !== undefined && isContractClass(owner, lint);
    }
    case "NewExpression":
    case "CallExpression": {
      const name = contract.nameOf(node.callee);
      if (name !== undefined) return contract.factories.some((factory) => factory.name === name);
      const declared = getDeclaredClass(resolveVariable(node.callee, sourceCode));
      return declared !== undefined && isContractClass(declared, lint);
    }
    case "Identifier": {
      const variable = resolveVariable(node, sourceCode);
      const name = variable?.defs[0]?.name;
      if (!variable || !name) return false;
      const type = name.type === "Identifier" ? name.typeAnnotation?.typeAnnotation : undefined;
      const isAnnotated = type?.type === "TSTypeReference" && contract.nameOf(type.typeName) === contract.errorClass;
      return isAnnotated || isNarrowed(node, variable, lint);
    }
    default:
      return false;
  }
}

/** Whether a class stands below the contract's class, through classes of the file. */
export function isContractClass(node: ClassNode, lint: LintContext): boolean {
  const { contract } = lint;
  if (!contract.mentionsParts()) return false;
  return listSuperClasses(node, lint).some((base) => contract.nameOf(base) === contract.errorClass);
}

/** Whether a node stands where a test has found its variable to be the contract's error. */
function isNarrowed(node: TSESTree.Node, variable: Variable, { contract, sourceCode }: LintContext): boolean {
  const isConstant = variable.references.every((reference) => !reference.isWrite() || reference.init === true);
  const isVariable = (tested: TSESTree.Node | undefined) => tested && resolveVariable(tested, sourceCode) === variable;
  return isShownBefore(
    node,
    (around) => isFunctionNode(around) && !isConstant,
    // `e instanceof SystemError`, `SystemError.is(e)`
    (test, outcome) => {
      if (!outcome) return false;
      if (test.type === "CallExpression")
        return isVariable(test.arguments[0]) === true && contract.nameOf(test.callee) === `${contract.errorClass}.is`;
      if (test.type !== "BinaryExpression" || test.operator !== "instanceof") return false;
      return isVariable(test.left) === true && contract.nameOf(test.right) === contract.errorClass;
    },
  );
}

function isOfContractType(node: TSESTree.Node, { facts, contract }: LintContext): boolean {
  // Most projects do not have the class yet, and no type is asked there.
  if (!facts?.mentions([contract.errorClass])) return false;
  const [ownPackage] = contract.data.vocabulary.module.split("/");
  const members = listGivenMembers(node, facts);
  const isContract = (member: (typeof members)[number]): boolean =>
    [...listClasses(member)].some(({ name, origin }) => {
      const isOwn = origin?.from === "file" || (origin?.from === "package" && origin.package === ownPackage);
      return name === contract.errorClass && isOwn;
    });
  return members.length > 0 && members.every(isContract);
}

// A foreign payload may have an `error_code` too (OAuth, Plaid, Twilio). A caught value, an instance of a built-in
// error class, and an object that has other fields of the envelope belong to the project.
function isFailureOfProject(object: TSESTree.Node, lint: LintContext): boolean {
  const { sourceCode, contract } = lint;
  const variable = resolveVariable(unwrapExpression(object), sourceCode);
  const parents = variable?.references.map(({ identifier }) => identifier.parent) ?? [];
  // `no-legacy-error` reports the test, and takes care of the fields of that class too.
  const isTestedForLegacy = parents.some(
    (each) => each.type === "BinaryExpression" && each.operator === "instanceof" && isLegacyClass(each.right, lint),
  );
  if (isTestedForLegacy) return false;
  const isError = listValues(object, lint).some(({ kind, node }) => {
    const made = node.type === "ThisExpression" ? findEnclosingClass(node)?.superClass : undefined;
    const errorClass = node.type === "NewExpression" ? node.callee : made;
    return kind === "caught" || (errorClass && findBuiltinErrorName(errorClass, sourceCode) !== undefined);
  });
  // The names of the properties that the file reads or writes on the variable.
  const names = parents.map((each) => (each.type === "MemberExpression" ? readStaticKey(each, sourceCode) : undefined));
  return isError || getEnvelopeFields(contract.data).isEnvelope(names.filter((name) => name !== undefined));
}
