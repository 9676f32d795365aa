import type { TSESTree } from "@typescript-eslint/utils";
import { type Factory, readFieldName } from "../contract/file-contract.js";
import type { LintContext } from "../contract/lint-context.js";
import { listPossibleValues, unwrapExpression } from "../syntax/expressions.js";
import { findProperty, resolveVariable } from "../syntax/references.js";
import { type Call, findCalledFactory } from "./called-factory.js";
import type { CodePlace } from "./code-place.js";

/** The codes and invariant ids among the arguments of one of the contract's factories, or of its constructor. */
export function collectFactoryPlaces(node: Call, reader: LintContext): readonly CodePlace[] {
  const factory = findCalledFactory(node, reader);
  if (!factory) return [];
  const { fields } = reader.contract.data;
  return [
    ...collectFieldPlaces(node, readFieldName(fields.code), "made", factory, reader),
    ...(fields.invariant
      ? collectFieldPlaces(node, readFieldName(fields.invariant), "invariant", factory, reader)
      : []),
  ];
}

function collectFieldPlaces(
  node: Call,
  field: string,
  role: CodePlace["role"],
  { positional }: Factory,
  reader: LintContext,
): readonly CodePlace[] {
  const spread = node.arguments.findIndex(({ type }) => type === "SpreadElement");
  // After a spread nobody knows which argument is which.
  const known = spread < 0 ? node.arguments : node.arguments.slice(0, spread);
  const position = positional.indexOf(field);
  const argument = position < 0 ? undefined : known[position];
  const named = known[positional.length];
  const properties = (named ? listPossibleValues(named) : []).flatMap(
    (value) => findObjectProperty(value, field, reader) ?? [],
  );
  return [...(argument ? [argument] : []), ...properties.map(({ value }) => value)].map((value) => ({
    node: value,
    role,
    isArgument: true,
    certainty: "sure",
  }));
}

function findObjectProperty(
  node: TSESTree.Node,
  field: string,
  { sourceCode }: LintContext,
): TSESTree.Property | undefined {
  if (node.type === "ObjectExpression") return findProperty(node, field, sourceCode);
  const definition = resolveVariable(node, sourceCode)?.defs[0];
  const isPlain = definition?.type === "Variable" && definition.node.id === definition.name;
  const init = isPlain && definition.node.init ? unwrapExpression(definition.node.init) : undefined;
  return init?.type === "ObjectExpression" ? findProperty(init, field, sourceCode) : undefined;
}
