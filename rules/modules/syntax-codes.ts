import type { TSESTree } from "@typescript-eslint/utils";
import { type DeclaredNode, type ModulePlace, findExportedNode, findLocalNode } from "./exported-node.js";
import type { ModuleParser } from "./parsed-module.js";
import { type StaticValue, resolveStaticValue } from "./static-value.js";

/** Codes by name: the strings or numbers that stand for them. */
export type CodeMap = ReadonlyMap<string, string | number>;

/** {@link TypeFacts.exportedCodes} without types, from the text of the module; package specifiers are not followed. */
export function readSyntaxCodes(
  module: string,
  exportName: string,
  from: { readonly file: string; readonly parser: ModuleParser | null | undefined },
): CodeMap | undefined {
  const value = resolveDeclaredValue(findExportedNode(module, exportName, from));
  return typeof value === "object" && value.size > 0 ? value : undefined;
}

function resolveDeclaredValue(found: DeclaredNode | undefined): StaticValue | undefined {
  return found && resolveValueAt(found.node, found.place);
}

function resolveValueAt(node: TSESTree.Node, place: ModulePlace): StaticValue | undefined {
  return resolveStaticValue(node, (name) => resolveDeclaredValue(findLocalNode(name, place)));
}
