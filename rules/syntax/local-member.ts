import type { TSESTree } from "@typescript-eslint/utils";
import { unwrapExpression } from "./expressions.js";
import type { ReferencePath } from "./references.js";
import { getConstInitializer, readPlainKey } from "./references.js";

/** Finds the value of a path like `CODES.path.INVALID` in a `const` object or an enum of the file. */
export function findLocalMember({ root, path }: ReferencePath): TSESTree.Node | undefined {
  const definition = root.kind === "variable" ? root.variable.defs[0] : undefined;
  if (!definition || path.length === 0) return undefined;
  if (definition.node.type === "TSEnumDeclaration") {
    const member = definition.node.body.members.find(({ id }) => readPlainKey(id) === path[0]);
    return path.length === 1 ? member?.initializer : undefined;
  }
  const initializer = getConstInitializer(root.kind === "variable" ? root.variable : undefined);
  return initializer && findMember(initializer, path);
}

function findMember(node: TSESTree.Node, [name, ...rest]: readonly string[]): TSESTree.Node | undefined {
  if (name === undefined) return node;
  const object = findObjectLiteral(node);
  // A spread may replace any member.
  if (!object || object.properties.some(({ type }) => type === "SpreadElement")) return undefined;
  const property = object.properties.findLast(
    (each): each is TSESTree.Property => each.type === "Property" && !each.computed && readPlainKey(each.key) === name,
  );
  // The value of a getter is not the getter.
  return property?.kind === "init" ? findMember(property.value, rest) : undefined;
}

/** The object literal itself, `{...} as const`, or in `Object.freeze({...})`. */
export function findObjectLiteral(node: TSESTree.Node): TSESTree.ObjectExpression | undefined {
  const value = unwrapExpression(node);
  if (value.type === "ObjectExpression") return value;
  const [argument] = value.type === "CallExpression" && isFreeze(value.callee) ? value.arguments : [];
  return argument && findObjectLiteral(argument);
}

/** Whether a callee is `Object.freeze`. */
export function isFreeze(callee: TSESTree.Node): boolean {
  return (
    callee.type === "MemberExpression" &&
    callee.object.type === "Identifier" &&
    callee.object.name === "Object" &&
    readPlainKey(callee.property) === "freeze"
  );
}
