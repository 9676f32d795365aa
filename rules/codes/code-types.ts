import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { LintContext } from "../contract/lint-context.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { resolveVariable } from "../syntax/references.js";
import { listGivenMembers } from "../types/classes-of.js";
import type { TypeFacts } from "../types/type-facts.js";
import type { CodeValue } from "./code-value.js";

/** Returns the codes that the type of an expression allows; none without types. */
export function listTypeValues(node: TSESTree.Node, { facts, sourceCode }: LintContext): readonly CodeValue[] {
  if (!facts) return [];
  const values = facts.literalValues(node) ?? findLiteralMembers(node, facts);
  if (values)
    return values.flatMap((code) => (typeof code === "boolean" ? [] : [{ kind: "named", node, code } as const]));
  return isWide(node, facts) && isDeclaredByHand(node, sourceCode) ? [{ kind: "wide", node }] : [];
}

/** The values of a type beside `undefined` and `null`, which a factory takes for "not given". */
function findLiteralMembers(node: TSESTree.Node, facts: TypeFacts): readonly (string | number | boolean)[] | undefined {
  const values = listGivenMembers(node, facts).map(({ value }) => value);
  return values.length > 0 && values.every((value) => value !== undefined) ? values : undefined;
}

/** Whether an expression can be any string. */
export function isWide(node: TSESTree.Node, facts: TypeFacts): boolean {
  const members = listGivenMembers(node, facts);
  return members.length > 0 && members.every(({ kind, name }) => kind === "primitive" && name === "string");
}

// TypeScript widens inferred types: a constant of another module, the elements of a list. Only a `string` that is
// written out can be narrowed in the code.
function isDeclaredByHand(node: TSESTree.Node, sourceCode: TSESLint.SourceCode): boolean {
  const isMember = node.type === "MemberExpression";
  const definition = resolveVariable(isMember ? unwrapExpression(node.object) : node, sourceCode)?.defs[0];
  if (!definition) return false;
  if (definition.type === "Parameter") return isDeclaredParameter(definition);
  if (isMember) return definition.type === "CatchClause";
  return definition.name.type === "Identifier" && Boolean(definition.name.typeAnnotation);
}

// The caller of a callback infers the type of its parameter; a default gives its own.
function isDeclaredParameter({ name, node }: TSESLint.Scope.Definition): boolean {
  const isCallback = node.parent.type === "CallExpression";
  const isAnnotated = name.type === "Identifier" && Boolean(name.typeAnnotation);
  return isAnnotated || (!isCallback && name.parent.type !== "AssignmentPattern");
}
