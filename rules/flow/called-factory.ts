import { AST_NODE_TYPES, type TSESTree } from "@typescript-eslint/utils";
import { enclosingClass } from "../ast/enclosing-class.js";
import { staticKey } from "../ast/static-key.js";
import { unwrapped } from "../ast/unwrapped.js";
import type { Factory } from "../contract/file-contract.js";
import { isContractClass } from "./code-owner.js";
import type { CodeReader } from "./code-values.js";

export type Call = TSESTree.CallExpression | TSESTree.NewExpression;

/** The factory of the contract that a call runs: `super(...)` in a subclass runs the constructor. */
export function calledFactory(node: Call, reader: CodeReader): Factory | undefined {
  const { contract, sourceCode } = reader;
  const isConstruct = ({ purpose }: Factory) => purpose === "construct";
  if (node.callee.type === AST_NODE_TYPES.Super) {
    const owner = enclosingClass(node);
    return owner && isContractClass(owner, reader) ? contract.factories.find(isConstruct) : undefined;
  }
  const callee = unwrapped(node.callee);
  // Most calls of a file are told apart by the name of their method, without looking into scopes.
  const method = callee.type === AST_NODE_TYPES.MemberExpression ? staticKey(callee, sourceCode) : undefined;
  const candidates = contract.factories.filter(({ name }) => method === undefined || lastPart(name) === method);
  if (candidates.length === 0) return undefined;
  const name = contract.nameOf(callee);
  const isNew = node.type === AST_NODE_TYPES.NewExpression;
  return candidates.find((factory) => factory.name === name && isConstruct(factory) === isNew);
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
