import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { getLegacyName } from "../contract/legacy-parts.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { getSourceStyle } from "../edits/source-style.js";
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
  const presence = classifyPresence(read, field, facts);
  const both =
    read.kind === "member" && presence !== "absent"
      ? createFallbackRead(read.node, read.key, field, presence === "mixed", facts)
      : undefined;
  const renamed = createPlainRewrite((fixer) => [renameRead(fixer, read, field)]);
  return {
    at: read.key,
    messageId: "legacyField",
    data,
    suggestions: [
      ...(both ? [{ messageId: "readBoth" as const, data, rewrite: both }] : []),
      ...(presence === "any" ? [{ messageId: "readNew" as const, data, rewrite: renamed }] : []),
    ],
  };
}

/**
 * Classifies whether the new field may be read where the old one is: in JavaScript it may anywhere. In TypeScript the
 * type of the value has to have it: a check for both classes leaves a type of which one member alone has it.
 */
function classifyPresence(read: FieldRead, field: string, facts: LegacyFacts): "any" | "mixed" | "absent" {
  if (!facts.isTypeScript) return "any";
  const value = read.kind === "member" ? read.node.object : read.value;
  const presence = facts.types?.property(value, field) ?? "optional";
  if (presence === "absent") return "absent";
  return presence === "optional" ? "mixed" : "any";
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
 * `err.phase_id ?? err.phase`, or `"phase_id" in err ? err.phase_id : err.phase` where the compiler has to be told;
 * `undefined` for a write, in the middle of an optional chain, or with a value made twice.
 */
function createFallbackRead(
  node: TSESTree.MemberExpression,
  key: Node,
  field: string,
  isNarrowing: boolean,
  { sourceCode }: LegacyFacts,
): LegacyRewrite | undefined {
  if (isWritten(node) || ASTUtils.hasSideEffect(node.object, sourceCode) || isInChain(node)) return undefined;
  const chain = getNodeWithWrappers(node);
  const text = sourceCode.getText(node);
  const at = key.range[0] - node.range[0];
  const newRead = text.slice(0, at) + keyText(key, field) + text.slice(at + key.range[1] - key.range[0]);
  // The compiler narrows names, and no optional chain.
  if (isNarrowing && (node.object.type !== "Identifier" || node.optional)) return undefined;
  const { quote } = getSourceStyle(sourceCode);
  const isBare =
    ASTUtils.isParenthesized(chain, sourceCode) ||
    (takesNullish(chain) && !(isNarrowing && /^(?:Logical|Conditional)/.test(chain.parent?.type ?? "")));
  const before = isNarrowing
    ? `${quote}${field}${quote} in ${sourceCode.getText(node.object)} ? ${newRead} : `
    : `${newRead} ?? `;
  return createPlainRewrite((fixer) => [
    fixer.insertTextBefore(chain, isBare ? before : `(${before}`),
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
  | {
      readonly kind: "pattern";
      readonly name: string;
      readonly key: Node;
      readonly property: TSESTree.Property;
      /** What is destructured. */
      readonly value: Node;
    };

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
    return collectPatternReads(parent.id, renamed, sourceCode, value);
  if (parent?.type === "AssignmentExpression" && parent.right === outer)
    return collectPatternReads(parent.left, renamed, sourceCode, value);
  return [];
}

/** The renamed fields that a destructuring takes. */
export function collectPatternReads(
  pattern: Node,
  renamed: ReadonlyMap<string, string>,
  sourceCode: TSESLint.SourceCode,
  value: Node = pattern,
): readonly FieldRead[] {
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((property): FieldRead[] => {
    const name = property.type === "Property" ? readStaticKey(property, sourceCode) : undefined;
    if (name === undefined || property.type !== "Property" || !renamed.has(name)) return [];
    return [{ kind: "pattern", name, key: property.key, property, value }];
  });
}

/** `err.phase_id ?? err.phase`, in either order, or a choice by `"phase_id" in err`: it reads the field of both. */
function readsBoth(
  node: TSESTree.MemberExpression,
  field: string | undefined,
  sourceCode: TSESLint.SourceCode,
): boolean {
  const outer = getNodeWithWrappers(node);
  const { parent } = outer;
  if (parent?.type === "ConditionalExpression" && parent.alternate === outer) {
    const { test } = parent;
    return (
      test.type === "BinaryExpression" &&
      test.operator === "in" &&
      test.left.type === "Literal" &&
      test.left.value === field &&
      sourceCode.getText(test.right) === sourceCode.getText(node.object)
    );
  }
  if (parent?.type !== "LogicalExpression" || parent.operator === "&&") return false;
  const other = parent.left === outer ? parent.right : parent.left;
  const member = other.type === "ChainExpression" ? other.expression : other;
  return (
    member.type === "MemberExpression" &&
    readStaticKey(member, sourceCode) === field &&
    sourceCode.getText(member.object) === sourceCode.getText(node.object)
  );
}
