import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import type { FileContract } from "../contract/file-contract.js";
import { isLegacyClass } from "../contract/legacy-codes.js";
import type { LintContext } from "../contract/lint-context.js";
import { followValues, listSuperClasses, listValues } from "../model/values.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingClass, isFunctionNode } from "../syntax/functions.js";
import { type ClassNode, getDeclaredClass, resolveVariable } from "../syntax/references.js";
import { findBuiltinErrorName } from "../syntax/built-ins.js";
import { readStaticKey } from "../syntax/properties.js";
import { isShownBefore } from "../syntax/flow.js";
import { listClasses, listGivenMembers } from "../types/classes-of.js";
import type { TypeMember } from "../types/type-facts.js";

type Variable = TSESLint.Scope.Variable;

/** How sure it is that a value is a code of the contract; `likely`: the names alone say so. */
export type Certainty = "sure" | "likely";

/** Whether the property of that name, on that object, holds a code of the contract. */
export function holdsCode(object: TSESTree.Node, name: string, reader: LintContext): Certainty | undefined {
  const fields = getEnvelopeFields(reader.contract.data);
  if (!fields.onError.has(name)) return undefined;
  if (isContractError(object, reader)) return "sure";
  return name === fields.code && fields.isDistinctive && isFailureOfProject(object, reader) ? "likely" : undefined;
}

/**
 * Whether an expression reads a code of the contract: `err.error_code`, or `error_code` taken from it by destructuring.
 */
export function readsCode(node: TSESTree.Node, reader: LintContext): Certainty | undefined {
  const { sourceCode } = reader;
  const value = unwrapExpression(node);
  if (value.type === "MemberExpression") {
    const name = readStaticKey(value, sourceCode);
    return name === undefined ? undefined : holdsCode(value.object, name, reader);
  }
  const binding = resolveVariable(value, sourceCode)?.defs[0]?.name;
  const property = binding?.parent;
  if (property?.type !== "Property" || property.value !== binding) return undefined;
  const pattern = property.parent;
  const name = readStaticKey(property, sourceCode);
  if (name === undefined || pattern.type !== "ObjectPattern") return undefined;
  const fields = getEnvelopeFields(reader.contract.data);
  const isOfCaught = fields.isDistinctive && pattern.parent.type === "CatchClause";
  if (name === fields.code && (isOfCaught || fields.isEnvelope(listPatternNames(pattern, sourceCode)))) return "likely";
  const init = pattern.parent.type === "VariableDeclarator" ? pattern.parent.init : undefined;
  return init ? holdsCode(init, name, reader) : undefined;
}

/** Whether an expression is surely an instance of the contract's error class. */
export function isContractError(node: TSESTree.Node, reader: LintContext): boolean {
  const answers = followValues<boolean>(node, reader.sourceCode, ({ kind, node: value }) => {
    if (tellsContractError(value, reader) || isOfContractType(value, reader)) return [true];
    return kind === "step" ? undefined : [false];
  });
  return answers.length > 0 && answers.every(Boolean);
}

function tellsContractError(node: TSESTree.Node, reader: LintContext): boolean {
  switch (node.type) {
    case "ThisExpression": {
      const owner = findEnclosingClass(node);
      return owner !== undefined && isContractClass(owner, reader);
    }
    case "NewExpression":
    case "CallExpression":
      return makesContractError(node.callee, reader);
    case "Identifier": {
      const variable = resolveVariable(node, reader.sourceCode);
      if (!variable?.defs[0]) return false;
      return isAnnotatedWithClass(variable.defs[0].name, reader.contract) || isNarrowed(node, variable, reader);
    }
    default:
      return false;
  }
}

/** Whether a class stands below the contract's class, through classes of the file. */
export function isContractClass(node: ClassNode, { contract, sourceCode }: LintContext): boolean {
  if (!contract.mentionsParts()) return false;
  return listSuperClasses(node, sourceCode).some((base) => contract.nameOf(base) === contract.errorClass);
}

function makesContractError(callee: TSESTree.Node, reader: LintContext): boolean {
  const name = reader.contract.nameOf(callee);
  if (name !== undefined) return reader.contract.factories.some((factory) => factory.name === name);
  const declared = getDeclaredClass(resolveVariable(callee, reader.sourceCode));
  return declared !== undefined && isContractClass(declared, reader);
}

function isAnnotatedWithClass(name: TSESTree.Node, contract: FileContract): boolean {
  const type = name.type === "Identifier" ? name.typeAnnotation?.typeAnnotation : undefined;
  return type?.type === "TSTypeReference" && contract.nameOf(type.typeName) === contract.errorClass;
}

/** Whether a node stands where a test has found its variable to be the contract's error. */
function isNarrowed(node: TSESTree.Node, variable: Variable, reader: LintContext): boolean {
  const isEnd = (around: TSESTree.Node) => isFunctionNode(around) && !isConstant(variable);
  return isShownBefore(node, isEnd, (test, outcome) => outcome && testsContractClass(test, variable, reader));
}

/** `e instanceof SystemError`, `SystemError.is(e)` */
function testsContractClass(test: TSESTree.Node, variable: Variable, reader: LintContext): boolean {
  const { contract, sourceCode } = reader;
  if (test.type === "CallExpression") {
    const isTested = test.arguments[0] !== undefined && resolveVariable(test.arguments[0], sourceCode) === variable;
    return isTested && contract.nameOf(test.callee) === `${contract.errorClass}.is`;
  }
  if (test.type !== "BinaryExpression" || test.operator !== "instanceof") return false;
  return resolveVariable(test.left, sourceCode) === variable && contract.nameOf(test.right) === contract.errorClass;
}

function isConstant({ references }: Variable): boolean {
  return references.every((reference) => !reference.isWrite() || reference.init === true);
}

function isOfContractType(node: TSESTree.Node, { facts, contract }: LintContext): boolean {
  // Most projects do not have the class yet, and no type is asked there.
  if (!facts?.mentions([contract.errorClass])) return false;
  const [ownPackage] = contract.data.vocabulary.module.split("/");
  const members = listGivenMembers(node, facts);
  return members.length > 0 && members.every((member) => [...listClasses(member)].some(isContractType));

  function isContractType({ name, origin }: Pick<TypeMember, "name" | "origin">): boolean {
    const isOwn = origin?.from === "file" || (origin?.from === "package" && origin.package === ownPackage);
    return name === contract.errorClass && isOwn;
  }
}

// A foreign payload may have an `error_code` too (OAuth, Plaid, Twilio). A caught value, an instance of a built-in
// error class, and an object that has other fields of the envelope belong to the project.
function isFailureOfProject(object: TSESTree.Node, reader: LintContext): boolean {
  const { sourceCode, contract } = reader;
  const variable = resolveVariable(unwrapExpression(object), sourceCode);
  if (variable && isTestedForLegacy(variable, reader)) return false;
  const isError = listValues(object, sourceCode).some(({ kind, node }) => {
    const made = node.type === "ThisExpression" ? findEnclosingClass(node)?.superClass : undefined;
    const errorClass = node.type === "NewExpression" ? node.callee : made;
    return kind === "caught" || (errorClass && findBuiltinErrorName(errorClass, sourceCode) !== undefined);
  });
  return (
    isError ||
    (variable !== undefined && getEnvelopeFields(contract.data).isEnvelope(listReadNames(variable, sourceCode)))
  );
}

// `no-legacy-error` reports the test, and takes care of the fields of that class too.
function isTestedForLegacy({ references }: Variable, reader: LintContext): boolean {
  return references.some(
    ({ identifier: { parent } }) =>
      parent.type === "BinaryExpression" && parent.operator === "instanceof" && isLegacyClass(parent.right, reader),
  );
}

/** The names of the properties that the file reads or writes on a variable. */
function listReadNames({ references }: Variable, sourceCode: TSESLint.SourceCode): readonly string[] {
  return references.flatMap(({ identifier }) => {
    const { parent } = identifier;
    const isOwner = parent.type === "MemberExpression" && parent.object === identifier;
    return isOwner ? (readStaticKey(parent, sourceCode) ?? []) : [];
  });
}

function listPatternNames({ properties }: TSESTree.ObjectPattern, sourceCode: TSESLint.SourceCode): readonly string[] {
  return properties.flatMap((each) => (each.type === "Property" ? (readStaticKey(each, sourceCode) ?? []) : []));
}
