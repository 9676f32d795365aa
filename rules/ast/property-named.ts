import { AST_NODE_TYPES, type TSESLint, type TSESTree } from "./tree.js";
import { staticKey } from "./static-key.js";

/** The last property of that name in an object literal: it is the one that counts. */
export function propertyNamed(
  object: TSESTree.ObjectExpression,
  name: string,
  sourceCode: TSESLint.SourceCode,
): TSESTree.Property | undefined {
  return object.properties.findLast(
    (property): property is TSESTree.Property =>
      property.type === AST_NODE_TYPES.Property && staticKey(property, sourceCode) === name,
  );
}
