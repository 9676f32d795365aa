import type { TSESTree } from "@typescript-eslint/utils";
import type { Factory } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingClass } from "../syntax/functions.js";
import { findProperty, readStaticKey, getLastSegment } from "../syntax/properties.js";

export type Call = TSESTree.CallExpression | TSESTree.NewExpression;

/** The factory of the contract that a call runs: `super(...)` in a subclass runs the constructor. */
export function findCalledFactory(node: Call, reader: LintContext): Factory | undefined {
  const { contract, sourceCode } = reader;
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
  if (name === undefined) return undefined;
  const isNew = node.type === "NewExpression";
  return contract.factories.find((factory) => factory.name === name && isConstruct(factory) === isNew);
}

/** Finds the value that a call passes for a field, by the field's path. */
export type GivenFields = (path: string | undefined) => TSESTree.Node | undefined;

/**
 * Reads what a call of a factory, or of the constructor, passes for the fields of the contract: an argument, or a
 * property of the object after them. `undefined` of other calls, and after a spread, where any argument may be any.
 */
export function readGivenFields(call: Call, reader: LintContext): GivenFields | undefined {
  const factory = findCalledFactory(call, reader);
  if (!factory || call.arguments.some(({ type }) => type === "SpreadElement")) return undefined;
  const { positional } = factory;
  const last = call.arguments[positional.length];
  const options = last && unwrapExpression(last);
  return (path = "") => {
    const name = getLastSegment(path);
    const position = positional.indexOf(name);
    if (position >= 0) return call.arguments[position];
    return options?.type === "ObjectExpression" ? findProperty(options, name, reader.sourceCode)?.value : undefined;
  };
}
