import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { staticKey } from "../syntax/keys.js";
import { withWrappers } from "./legacy-uses.js";

type Node = TSESTree.Node;

/** A place where a renamed field of a legacy error is read or written. */
export type FieldRead =
  | { readonly kind: "member"; readonly name: string; readonly key: Node; readonly node: TSESTree.MemberExpression }
  | { readonly kind: "pattern"; readonly name: string; readonly key: Node; readonly property: TSESTree.Property };

/** The renamed fields that are taken from a value: `err.phase`, `const { phase } = err`. */
export function fieldReads(
  value: Node,
  renamed: ReadonlyMap<string, string>,
  sourceCode: TSESLint.SourceCode,
): readonly FieldRead[] {
  const outer = withWrappers(value);
  const { parent } = outer;
  if (parent?.type === "MemberExpression" && parent.object === outer) {
    const name = staticKey(parent, sourceCode);
    if (name === undefined || !renamed.has(name) || readsBoth(parent, renamed.get(name), sourceCode)) return [];
    return [{ kind: "member", name, key: parent.property, node: parent }];
  }
  if (parent?.type === "VariableDeclarator" && parent.init === outer)
    return patternReads(parent.id, renamed, sourceCode);
  if (parent?.type === "AssignmentExpression" && parent.right === outer)
    return patternReads(parent.left, renamed, sourceCode);
  return [];
}

/** The renamed fields that a destructuring takes. */
export function patternReads(
  pattern: Node,
  renamed: ReadonlyMap<string, string>,
  sourceCode: TSESLint.SourceCode,
): readonly FieldRead[] {
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((property): FieldRead[] => {
    const name = property.type === "Property" ? staticKey(property, sourceCode) : undefined;
    if (name === undefined || property.type !== "Property" || !renamed.has(name)) return [];
    return [{ kind: "pattern", name, key: property.key, property }];
  });
}

/** `err.phase_id ?? err.phase`, in either order: it reads the field of both classes. */
function readsBoth(
  node: TSESTree.MemberExpression,
  field: string | undefined,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const outer = withWrappers(node);
  const { parent } = outer;
  if (parent?.type !== "LogicalExpression" || parent.operator === "&&") return false;
  const other = parent.left === outer ? parent.right : parent.left;
  const member = other.type === "ChainExpression" ? other.expression : other;
  return (
    member.type === "MemberExpression" &&
    staticKey(member, sourceCode) === field &&
    sourceCode.getText(member.object) === sourceCode.getText(node.object)
  );
}
