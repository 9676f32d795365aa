import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";

/** The last property of that name in an object literal: it is the one that counts. */
export function propertyNamed(
  object: TSESTree.ObjectExpression,
  name: string,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Property | undefined {
  return object.properties.findLast(
    (property): property is TSESTree.Property =>
      property.type === "Property" && staticKey(property, sourceCode) === name,
  );
}

/** What an object literal says of its fields. */
export interface ObjectFields {
  /** By name, the value that counts: the last one. */
  readonly values: ReadonlyMap<string, TSESTree.Node>;
  /** The names whose value a spread behind them may replace. */
  readonly unsure: ReadonlySet<string>;
  /** Whether there may be more fields than are named: spreads, computed names, accessors. */
  readonly isOpen: boolean;
}

export function objectFields(object: TSESTree.ObjectExpression, sourceCode: TSESLint.SourceCode): ObjectFields {
  const values = new Map<string, TSESTree.Node>();
  const unsure = new Set<string>();
  let isOpen = false;
  for (const property of object.properties) {
    const name = property.type === "Property" ? staticKey(property, sourceCode) : undefined;
    if (property.type !== "Property" || name === undefined || property.kind !== "init") {
      isOpen = true;
      if (property.type === "SpreadElement") for (const known of values.keys()) unsure.add(known);
      continue;
    }
    values.set(name, property.value);
    unsure.delete(name);
  }
  return { values, unsure, isOpen };
}

/** The name of a member, property or method, where it is known without running the code: `a.b`, `a["b"]`, `{ [K]: 1 }`. */
export function staticKey(
  node: TSESTree.MemberExpression | TSESTree.Property | TSESTree.MethodDefinition | TSESTree.PropertyDefinition,
  sourceCode: TSESLint.SourceCode,
): string | undefined {
  // Nearly all names are plain, and looking up a scope is slow.
  const key = node.type === "MemberExpression" ? node.property : node.key;
  if (!node.computed && key.type === "Identifier") return key.name;
  if (key.type === "Literal" && typeof key.value === "string") return key.value;
  const isWritten = !node.computed || key.type === "Literal";
  return ASTUtils.getPropertyName(node, isWritten ? undefined : sourceCode.getScope(node)) ?? undefined;
}
