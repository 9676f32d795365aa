import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { staticKey } from "./static-key.js";

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
