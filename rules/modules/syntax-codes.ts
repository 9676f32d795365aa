import type { TSESTree } from "@typescript-eslint/utils";
import { type DeclaredNode, type ModulePlace, exportedNode, localNode } from "./exported-node.js";
import type { ModuleParser } from "./parsed-module.js";
import { type StaticValue, staticValue } from "./static-value.js";

/** Codes by name: the strings or numbers that stand for them. */
export type CodeMap = ReadonlyMap<string, string | number>;

/** {@link TypeFacts.exportedCodes} without types, from the text of the module; package specifiers are not followed. */
export function syntaxCodes(
  module: string,
  exportName: string,
  from: { readonly file: string; readonly parser: ModuleParser | null | undefined },
): CodeMap | undefined {
  const value = valueOf(exportedNode(module, exportName, from));
  return typeof value === "object" && value.size > 0 ? value : undefined;
}

function valueOf(found: DeclaredNode | undefined): StaticValue | undefined {
  return found && valueAt(found.node, found.place);
}

function valueAt(node: TSESTree.Node, place: ModulePlace): StaticValue | undefined {
  return staticValue(node, (name) => valueOf(localNode(name, place)));
}
