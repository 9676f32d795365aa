import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { getLegacyName } from "../contract/legacy-parts.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { readStaticKey } from "../syntax/references.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { getRenamedFields } from "./legacy-fields.js";
import { type LegacyFinding, type LegacyRewrite, createPlainRewrite } from "./legacy-finding.js";
import { getNodeWithWrappers } from "./legacy-uses.js";

type Node = TSESTree.Node;

/** `err.phase` of a legacy error: both fields while both classes are thrown, then only the new one. */
export function readFinding(read: FieldRead, legacy: LegacySettings, facts: LegacyFacts): LegacyFinding {
  const field = getRenamedFields(legacy).get(read.name) ?? read.name;
  const data = { field: read.name, newField: field, legacy: getLegacyName({ kind: "class", legacy }) };
  const both = read.kind === "member" ? createFallbackRead(read.node, read.key, field, facts) : undefined;
  return {
    at: read.key,
    messageId: "legacyField",
    data,
    suggestions: [
      ...(both ? [{ messageId: "readBoth" as const, data, rewrite: both }] : []),
      { messageId: "readNew", data, rewrite: createPlainRewrite((fixer) => [renameRead(fixer, read, field)]) },
    ],
  };
}

type Fixer = Parameters<Parameters<typeof createPlainRewrite>[0]>[0];

function renameRead(fixer: Fixer, read: FieldRead, field: string) {
  if (read.kind === "pattern" && read.property.shorthand) return fixer.insertTextBefore(read.property, `${field}: `);
  return fixer.replaceText(read.key, keyText(read.key, field));
}

function keyText(key: Node, field: string): string {
  if (key.type === "Identifier") return field;
  const quote = key.type === "Literal" ? key.raw.charAt(0) : '"';
  return quote + field + quote;
}

/**
 * `err.phase_id ?? err.phase`; `undefined` for a write, in the middle of an optional chain, or with a value made twice.
 */
function createFallbackRead(
  node: TSESTree.MemberExpression,
  key: Node,
  field: string,
  { sourceCode }: LegacyFacts,
): LegacyRewrite | undefined {
  if (isWritten(node) || ASTUtils.hasSideEffect(node.object, sourceCode) || isInChain(node)) return undefined;
  const chain = getNodeWithWrappers(node);
  const text = sourceCode.getText(node);
  const at = key.range[0] - node.range[0];
  const newRead = text.slice(0, at) + keyText(key, field) + text.slice(at + key.range[1] - key.range[0]);
  const isBare = ASTUtils.isParenthesized(chain, sourceCode) || takesNullish(chain);
  return createPlainRewrite((fixer) => [
    fixer.insertTextBefore(chain, isBare ? `${newRead} ?? ` : `(${newRead} ?? `),
    ...(isBare ? [] : [fixer.insertTextAfter(chain, ")")]),
  ]);
}

function isWritten({ parent, ...node }: TSESTree.MemberExpression): boolean {
  switch (parent.type) {
    case "AssignmentExpression":
      return parent.left.range[0] === node.range[0];
    case "UpdateExpression":
      return true;
    case "UnaryExpression":
      return parent.operator === "delete";
    default:
      return false;
  }
}

/** In `err?.phase.length`, parentheses around the read would end the chain early. */
function isInChain(node: TSESTree.MemberExpression): boolean {
  let current: Node = node;
  while (current.parent.type === "MemberExpression" || current.parent.type === "CallExpression") {
    const isInner = "object" in current.parent ? current.parent.object === current : current.parent.callee === current;
    if (!isInner) return false;
    current = current.parent;
  }
  return current !== node && current.parent.type === "ChainExpression";
}

// `??` may not stand beside `||` or `&&` without parentheses.
function takesNullish(node: Node): boolean {
  const { parent } = node;
  switch (parent?.type) {
    case "LogicalExpression":
      return parent.operator === "??";
    case "VariableDeclarator":
    case "ReturnStatement":
    case "TemplateLiteral":
    case "Property":
    case "ArrayExpression":
    case "IfStatement":
    case "ConditionalExpression":
    case "ExpressionStatement":
      return true;
    case "AssignmentExpression":
      return parent.right === node;
    case "CallExpression":
    case "NewExpression":
      return parent.callee !== node;
    default:
      return false;
  }
}

/** A place where a renamed field of a legacy error is read or written. */
export type FieldRead =
  | { readonly kind: "member"; readonly name: string; readonly key: Node; readonly node: TSESTree.MemberExpression }
  | { readonly kind: "pattern"; readonly name: string; readonly key: Node; readonly property: TSESTree.Property };

/** The renamed fields that are taken from a value: `err.phase`, `const { phase } = err`. */
export function collectFieldReads(
  value: Node,
  renamed: ReadonlyMap<string, string>,
  sourceCode: TSESLint.SourceCode,
): readonly FieldRead[] {
  const outer = getNodeWithWrappers(value);
  const { parent } = outer;
  if (parent?.type === "MemberExpression" && parent.object === outer) {
    const name = readStaticKey(parent, sourceCode);
    if (name === undefined || !renamed.has(name) || readsBoth(parent, renamed.get(name), sourceCode)) return [];
    return [{ kind: "member", name, key: parent.property, node: parent }];
  }
  if (parent?.type === "VariableDeclarator" && parent.init === outer)
    return collectPatternReads(parent.id, renamed, sourceCode);
  if (parent?.type === "AssignmentExpression" && parent.right === outer)
    return collectPatternReads(parent.left, renamed, sourceCode);
  return [];
}

/** The renamed fields that a destructuring takes. */
export function collectPatternReads(
  pattern: Node,
  renamed: ReadonlyMap<string, string>,
  sourceCode: TSESLint.SourceCode,
): readonly FieldRead[] {
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((property): FieldRead[] => {
    const name = property.type === "Property" ? readStaticKey(property, sourceCode) : undefined;
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
  const outer = getNodeWithWrappers(node);
  const { parent } = outer;
  if (parent?.type !== "LogicalExpression" || parent.operator === "&&") return false;
  const other = parent.left === outer ? parent.right : parent.left;
  const member = other.type === "ChainExpression" ? other.expression : other;
  return (
    member.type === "MemberExpression" &&
    readStaticKey(member, sourceCode) === field &&
    sourceCode.getText(member.object) === sourceCode.getText(node.object)
  );
}
