import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { staticKey } from "./static-key.js";

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
