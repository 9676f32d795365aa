// Where a file registers the project's own codes: in contract data, or in the export that `settings.codes` names.
import type { TSESTree } from "@typescript-eslint/utils";
import { isContractName } from "../contract/boundary-names.js";
import { type LintContext, resolveRuntimeModule } from "../contract/lint-context.js";
import { findProperty, isFreeze, readStaticKey, readStaticValue, unwrapExpression } from "../syntax/expressions.js";

/** A code, and the node that registers it. */
export interface RegisteredNode {
  readonly code: string;
  readonly node: TSESTree.Node;
}

/** The functions of the runtime that take contract data, and which argument that is. */
const DATA_ARGUMENTS = { defineContract: 0, extend: 1 } as const;

/** Lists the codes that a node registers, its children left out. */
export function listRegisteredCodes(node: TSESTree.Node, lint: LintContext): readonly RegisteredNode[] {
  const { sourceCode } = lint;
  switch (node.type) {
    case "CallExpression": {
      const [, place] = Object.entries(DATA_ARGUMENTS).find(([name]) => isContractName(node.callee, name, lint)) ?? [];
      const data = place === undefined ? undefined : node.arguments[place];
      const codes = data?.type === "ObjectExpression" ? findProperty(data, "codes", sourceCode)?.value : undefined;
      return codes ? listKeys(codes, lint) : [];
    }
    case "VariableDeclarator":
      return node.id.type === "Identifier" && node.init && isRegistry(node.id.name, lint)
        ? listKeys(node.init, lint)
        : [];
    case "TSEnumDeclaration":
      return isRegistry(node.id.name, lint)
        ? node.body.members.map(({ id }) => ({ code: id.type === "Identifier" ? id.name : id.value, node: id }))
        : [];
    default:
      return [];
  }
}

/** Whether `settings.codes` names an export of this file. */
function isRegistry(name: string, { contract, filename }: LintContext): boolean {
  const { codes } = contract.settings;
  if (!codes || !("module" in codes) || codes.export !== name) return false;
  return resolveRuntimeModule(codes.module, filename, "codes.module").file === filename;
}

/** The keys of an object, or the texts of a list. */
function listKeys(value: TSESTree.Node, lint: LintContext): readonly RegisteredNode[] {
  const { sourceCode } = lint;
  const written = unwrapExpression(value);
  if (written.type === "CallExpression") {
    const [argument] = isFreeze(written.callee) ? written.arguments : [];
    return argument ? listKeys(argument, lint) : [];
  }
  if (written.type === "ObjectExpression")
    return written.properties.flatMap((each): readonly RegisteredNode[] => {
      const code = each.type === "Property" ? readStaticKey(each, sourceCode) : undefined;
      return each.type === "Property" && code !== undefined ? [{ code, node: each.key }] : [];
    });
  if (written.type !== "ArrayExpression") return [];
  return written.elements.flatMap((each): readonly RegisteredNode[] => {
    const code = each ? readStaticValue(each, sourceCode)?.value : undefined;
    return each && typeof code === "string" ? [{ code, node: each }] : [];
  });
}
