import { AST_NODE_TYPES, type TSESTree } from "@typescript-eslint/utils";
import { enclosingClass } from "../ast/enclosing-class.js";
import { propertyNamed } from "../ast/property-named.js";
import { staticKey } from "../ast/static-key.js";
import { unwrapped } from "../ast/unwrapped.js";
import type { Factory } from "../contract/file-contract.js";
import { variableOf } from "./caught-binding.js";
import { isContractClass } from "./code-owner.js";
import type { CodePlace } from "./code-places.js";
import type { CodeReader } from "./code-values.js";
import { possibleValues } from "./possible-values.js";

type Call = TSESTree.CallExpression | TSESTree.NewExpression;

/** The codes and invariant ids among the arguments of one of the contract's factories, or of its constructor. */
export function factoryPlaces(node: Call, reader: CodeReader): readonly CodePlace[] {
  const factory = calledFactory(node, reader);
  if (!factory) return [];
  const { fields } = reader.contract.data;
  return [
    ...places(node, lastPart(fields.code), "made", factory, reader),
    ...(fields.invariant ? places(node, lastPart(fields.invariant), "invariant", factory, reader) : []),
  ];
}

function calledFactory(node: Call, reader: CodeReader): Factory | undefined {
  const { contract, sourceCode } = reader;
  const isConstruct = ({ purpose }: Factory) => purpose === "construct";
  if (node.callee.type === AST_NODE_TYPES.Super) {
    const owner = enclosingClass(node);
    return owner && isContractClass(owner, reader) ? contract.factories.find(isConstruct) : undefined;
  }
  const callee = unwrapped(node.callee);
  // Most calls of a file are told apart by the name of their method, without looking into scopes.
  const method = callee.type === AST_NODE_TYPES.MemberExpression ? staticKey(callee, sourceCode) : undefined;
  const candidates = contract.factories.filter((factory) => method === undefined || lastPart(factory.name) === method);
  if (candidates.length === 0) return undefined;
  const name = contract.nameOf(callee);
  const isNew = node.type === AST_NODE_TYPES.NewExpression;
  return candidates.find((factory) => factory.name === name && isConstruct(factory) === isNew);
}

function places(
  node: Call,
  field: string,
  role: CodePlace["role"],
  { positional }: Factory,
  reader: CodeReader,
): readonly CodePlace[] {
  const spread = node.arguments.findIndex(({ type }) => type === AST_NODE_TYPES.SpreadElement);
  // After a spread nobody knows which argument is which.
  const known = spread < 0 ? node.arguments : node.arguments.slice(0, spread);
  const position = positional.indexOf(field);
  const argument = position < 0 ? undefined : known[position];
  const named = known[positional.length];
  const properties = (named ? possibleValues(named) : []).flatMap((value) => propertyOf(value, field, reader) ?? []);
  return [...(argument ? [argument] : []), ...properties.map(({ value }) => value)].map((value) => ({
    node: value,
    role,
    isArgument: true,
    certainty: "sure",
  }));
}

function propertyOf(node: TSESTree.Node, field: string, { sourceCode }: CodeReader): TSESTree.Property | undefined {
  if (node.type === AST_NODE_TYPES.ObjectExpression) return propertyNamed(node, field, sourceCode);
  const definition = variableOf(node, sourceCode)?.defs[0];
  const isPlain = definition?.type === "Variable" && definition.node.id === definition.name;
  const init = isPlain && definition.node.init ? unwrapped(definition.node.init) : undefined;
  return init?.type === AST_NODE_TYPES.ObjectExpression ? propertyNamed(init, field, sourceCode) : undefined;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf(".") + 1);
}
