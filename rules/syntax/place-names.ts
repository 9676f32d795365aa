import type { TSESTree } from "@typescript-eslint/utils";
import { readPlainKey } from "./expressions.js";
import { isFunctionNode } from "./functions.js";
import { rememberFor } from "./remember.js";

/** The name of all that no declaration of a module holds. */
const WHOLE_MODULE = "(module)";

/**
 * Returns the name of the outermost function that a node stands in, as its module declares it: `read`, `Store.read`,
 * `tools.read.execute`, `default`; {@link WHOLE_MODULE} where no declaration holds it. All that stands in that function
 * has its name.
 */
export const nameOfPlace = rememberFor((node: TSESTree.Node): string => {
  const around: TSESTree.Node[] = [];
  for (let each: TSESTree.Node = node; each.type !== "Program"; each = each.parent) around.unshift(each);
  const names: string[] = [];
  for (const each of around) {
    const name = readDeclaredName(each, names.length > 0);
    if (name !== undefined) names.push(name);
    if (isFunctionNode(each)) return names.join(".") || WHOLE_MODULE;
  }
  return WHOLE_MODULE;
});

/** The name that a node gives to what stands in it; the members of what has no name have none. */
function readDeclaredName(node: TSESTree.Node, isNamed: boolean): string | undefined {
  switch (node.type) {
    case "VariableDeclarator":
      return node.id.type === "Identifier" ? node.id.name : undefined;
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return isNamed ? undefined : (node.id?.name ?? "default");
    case "ExportDefaultDeclaration": {
      const { declaration } = node;
      return "id" in declaration && declaration.id ? undefined : "default";
    }
    case "AssignmentExpression":
      return isNamed || node.left.type !== "MemberExpression" ? undefined : readPlainKey(node.left.property);
    case "MethodDefinition":
    case "PropertyDefinition":
    case "Property":
      return isNamed && !node.computed ? readPlainKey(node.key) : undefined;
    default:
      return undefined;
  }
}
