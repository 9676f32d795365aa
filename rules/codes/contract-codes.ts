import type { TSESTree } from "@typescript-eslint/utils";
import type { Factory, FileContract, LintContext } from "../contract/lint-context.js";
import {
  findProperty,
  getLastSegment,
  readStaticKey,
  readStaticValue,
  unwrapExpression,
} from "../syntax/expressions.js";
import { findEnclosingClass, isFunctionNode, testsBefore } from "../syntax/functions.js";
import { mentionsName } from "../syntax/source-file.js";

export type Call = TSESTree.CallExpression | TSESTree.NewExpression;

/** The factory of the contract that a call runs: `super(...)` in a subclass runs the constructor. */
export function findCalledFactory(node: Call, { contract, sourceCode }: LintContext): Factory | undefined {
  if (!contract.mentionsParts()) return undefined;
  const isConstruct = ({ purpose }: Factory) => purpose === "construct";
  if (node.callee.type === "Super") {
    const parent = findEnclosingClass(node)?.superClass;
    const runsConstructor = parent && contract.nameOf(parent) === contract.errorClass;
    return runsConstructor ? contract.factories.find(isConstruct) : undefined;
  }
  const callee = unwrapExpression(node.callee);
  // Most calls of a file are told apart by the name of their method, without looking into scopes.
  const method = callee.type === "MemberExpression" ? readStaticKey(callee, sourceCode) : undefined;
  if (method !== undefined && !contract.factories.some(({ name }) => getLastSegment(name) === method)) return undefined;
  const name = contract.nameOf(callee);
  const isNew = node.type === "NewExpression";
  return contract.factories.find((factory) => factory.name === name && isConstruct(factory) === isNew);
}

/** Finds the value that a call passes for a field, by the field's path. */
export type GivenFields = (path: string | undefined) => TSESTree.Node | undefined;

/**
 * Reads what a call of a factory, or of the constructor, passes for the fields of the contract: an argument, or a
 * property of the object after them. `undefined` of other calls, and after a spread, where any argument may be any.
 */
export function readGivenFields(call: Call, lint: LintContext): GivenFields | undefined {
  const factory = findCalledFactory(call, lint);
  if (!factory || call.arguments.some(({ type }) => type === "SpreadElement")) return undefined;
  const { positional } = factory;
  const last = call.arguments[positional.length];
  const options = last && unwrapExpression(last);
  return (path = "") => {
    const name = getLastSegment(path);
    const position = positional.indexOf(name);
    if (position >= 0) return call.arguments[position];
    return options?.type === "ObjectExpression" ? findProperty(options, name, lint.sourceCode)?.value : undefined;
  };
}

/** Whether names lead to the codes object, which the class of our runtime has as a static member too. */
export function leadsToCodes([first, second]: readonly string[], { codesObject, errorClass }: FileContract): boolean {
  return first === codesObject || (first === errorClass && second === "codes");
}

/** Returns whether an expression is the codes object, or a member of it. */
export function isOfCodesObject(node: TSESTree.Node, { contract }: LintContext): boolean {
  return leadsToCodes(contract.nameOf(node)?.split(".") ?? [], contract);
}

/** Returns whether an expression is a code of the contract: one of its values, or any member of the codes object. */
export function isCodeOfContract(node: TSESTree.Node, lint: LintContext): boolean {
  return isOfCodesObject(unwrapExpression(node), lint) || readCodeName(node, lint) !== undefined;
}

/** Returns the name of the contract's code that an expression is, by its value or as a member of the codes object. */
export function readCodeName(node: TSESTree.Node, { contract, sourceCode }: LintContext): string | undefined {
  const member = getLastSegment(contract.nameOf(unwrapExpression(node)) ?? "");
  const value = readStaticValue(node, sourceCode)?.value;
  const codes = Object.entries(contract.data.codes);
  return codes.find(([name, entry]) => name === member || (entry.value ?? name) === value)?.[0];
}

/**
 * Whether a test that leads to a name has looked it up in the codes object: `code in SYSTEM_ERROR_CODES`,
 * `Object.values(SystemError.codes).includes(code)`. Which outcome leads there is not asked.
 */
export function isLookedUp(node: TSESTree.Node, { contract, sourceCode }: LintContext): boolean {
  if (node.type !== "Identifier" || !contract.mentionsParts()) return false;
  return [...testsBefore(node, isFunctionNode)].some(({ test }) => {
    const text = sourceCode.getText(test);
    const isCodesObject = text.includes(contract.codesObject) || text.includes(`${contract.errorClass}.codes`);
    return isCodesObject && mentionsName(text, node.name);
  });
}
