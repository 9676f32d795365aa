import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { type Factory, readFieldName } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingClass } from "../syntax/functions.js";
import { findProperty, readStaticKey, resolveVariable } from "../syntax/references.js";
import { isContractClass } from "./code-owner.js";

type ClassNode = TSESTree.ClassDeclaration | TSESTree.ClassExpression;
export type Call = TSESTree.CallExpression | TSESTree.NewExpression;

/** The factory of the contract that a call runs: `super(...)` in a subclass runs the constructor. */
export function findCalledFactory(node: Call, reader: LintContext): Factory | undefined {
  const { contract, sourceCode } = reader;
  const isConstruct = ({ purpose }: Factory) => purpose === "construct";
  if (node.callee.type === "Super") {
    const owner = findEnclosingClass(node);
    return owner && runsConstructor(owner, reader) ? contract.factories.find(isConstruct) : undefined;
  }
  const callee = unwrapExpression(node.callee);
  // Most calls of a file are told apart by the name of their method, without looking into scopes.
  const method = callee.type === "MemberExpression" ? readStaticKey(callee, sourceCode) : undefined;
  if (method !== undefined && !getMethodNames(contract.factories).has(method)) return undefined;
  const name = contract.nameOf(callee);
  if (name === undefined) return undefined;
  const isNew = node.type === "NewExpression";
  return contract.factories.find((factory) => factory.name === name && isConstruct(factory) === isNew);
}

const methods = new WeakMap<readonly Factory[], ReadonlySet<string>>();

/** Returns the last names of the factories, computed once for all files. */
function getMethodNames(factories: readonly Factory[]): ReadonlySet<string> {
  const known = methods.get(factories) ?? new Set(factories.map(({ name }) => readFieldName(name)));
  methods.set(factories, known);
  return known;
}

/** Returns whether `super(...)` runs the contract's constructor: a constructor in between may take any arguments. */
function runsConstructor(owner: ClassNode, reader: LintContext): boolean {
  if (!isContractClass(owner, reader)) return false;
  const parent = owner.superClass && resolveVariable(owner.superClass, reader.sourceCode)?.defs[0]?.node;
  if (parent?.type !== "ClassDeclaration") return true;
  const hasOwn = parent.body.body.some((member) => member.type === "MethodDefinition" && member.kind === "constructor");
  return !hasOwn && runsConstructor(parent, reader);
}

/** Returns the value that a factory call passes for a field: an argument, or a property of the object after them. */
export function findGivenField(
  call: Call,
  { positional }: Factory,
  path: string,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Node | undefined {
  const name = readFieldName(path);
  const position = positional.indexOf(name);
  if (position >= 0) return call.arguments[position];
  const options = call.arguments[positional.length];
  return options?.type === "ObjectExpression" ? findProperty(options, name, sourceCode)?.value : undefined;
}
