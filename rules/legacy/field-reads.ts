import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { getLegacyName } from "../contract/legacy-parts.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { joins } from "../edits/precedence.js";
import { getSourceStyle } from "../edits/source-style.js";
import { getOutermostWrapper } from "../syntax/expressions.js";
import { collectNodes } from "../syntax/nodes.js";
import { readStaticKey } from "../syntax/references.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { type LegacyFinding, type LegacyRewrite, createPlainRewrite } from "./legacy-finding.js";

type Node = TSESTree.Node;
type SourceCode = TSESLint.SourceCode;

/** A place where a renamed field of a legacy error is read or written: `err.phase`, `const { phase } = err`. */
export interface FieldRead {
  readonly name: string;
  /** Its name in the envelope. */
  readonly field: string;
  readonly node: TSESTree.MemberExpression | TSESTree.Property;
  /** The expression whose value has the field. */
  readonly owner: Node;
}

/** The renamed fields that are taken from a value. */
export function collectFieldReads(
  value: Node,
  renamed: ReadonlyMap<string, string>,
  sourceCode: SourceCode,
): readonly FieldRead[] {
  const outer = getOutermostWrapper(value);
  const { parent } = outer;
  if (parent?.type === "MemberExpression" && parent.object === outer) {
    const name = readStaticKey(parent, sourceCode) ?? "";
    const field = renamed.get(name);
    if (field === undefined || readsBoth(parent, field, sourceCode)) return [];
    return [{ name, field, node: parent, owner: parent.object }];
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
  sourceCode: SourceCode,
  owner: Node = pattern,
): readonly FieldRead[] {
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((node): FieldRead[] => {
    const name = (node.type === "Property" ? readStaticKey(node, sourceCode) : undefined) ?? "";
    const field = renamed.get(name);
    return field !== undefined && node.type === "Property" ? [{ name, field, node, owner }] : [];
  });
}

/** `err.phase_id ?? err.phase`, in either order, or a choice by `"phase_id" in err`: it reads the field of both. */
function readsBoth(node: TSESTree.MemberExpression, field: string, sourceCode: SourceCode): boolean {
  const { parent } = getOutermostWrapper(node);
  if (parent?.type !== "LogicalExpression" && parent?.type !== "ConditionalExpression") return false;
  const owner = sourceCode.getText(node.object);
  return collectNodes(sourceCode, parent).some(
    (each) =>
      each.type === "MemberExpression" &&
      readStaticKey(each, sourceCode) === field &&
      sourceCode.getText(each.object) === owner,
  );
}

/** `err.phase` of a legacy error: both fields while both classes are thrown, then only the new one. */
export function createReadFinding(read: FieldRead, legacy: LegacySettings, facts: LegacyFacts): LegacyFinding {
  const { name, field, node, owner } = read;
  const data = { field: name, newField: field, legacy: getLegacyName({ kind: "class", legacy }) };
  // In TypeScript the value's type has to have the new field; behind a check for both classes one member alone has it.
  const presence = facts.isTypeScript ? (facts.facts?.property(owner, field) ?? "optional") : "required";
  const isMember = node.type === "MemberExpression";
  const both =
    isMember && presence !== "absent" ? createFallback(node, field, presence === "optional", facts) : undefined;
  const renamed = createPlainRewrite((fixer) => [renameRead(fixer, read)]);
  const isRenamable = presence !== "absent" && presence !== "optional";
  return {
    at: getKey(node),
    messageId: "legacyField",
    data,
    suggestions: [
      ...(both ? [{ messageId: "readBoth" as const, data, rewrite: both }] : []),
      ...(isRenamable ? [{ messageId: "readNew" as const, data, rewrite: renamed }] : []),
    ],
  };
}

function renameRead(fixer: TSESLint.RuleFixer, { node, field }: FieldRead): TSESLint.RuleFix {
  const key = getKey(node);
  if (node.type === "Property" && node.shorthand) return fixer.insertTextBefore(node, `${field}: `);
  return fixer.replaceText(key, printKey(key, field));
}

function getKey(node: FieldRead["node"]): Node {
  return node.type === "Property" ? node.key : node.property;
}

function printKey(key: Node, field: string): string {
  if (key.type === "Identifier") return field;
  const quote = key.type === "Literal" ? key.raw.charAt(0) : '"';
  return quote + field + quote;
}

/**
 * `err.phase_id ?? err.phase`, or `"phase_id" in err ? err.phase_id : err.phase` where the compiler has to be told;
 * `undefined` for a write, in the middle of an optional chain, or with a value made twice.
 */
function createFallback(
  node: TSESTree.MemberExpression,
  field: string,
  isNarrowing: boolean,
  { sourceCode }: LegacyFacts,
): LegacyRewrite | undefined {
  const { object, property, parent } = node;
  const text = sourceCode.getText(node);
  const isWritten =
    parent.type === "UpdateExpression" ||
    (parent.type === "AssignmentExpression" && parent.left === node) ||
    (parent.type === "UnaryExpression" && parent.operator === "delete");
  // In `err?.phase.length`, parentheses around the read would end the chain early.
  const leadsOn = "object" in parent ? parent.object === node : "callee" in parent && parent.callee === node;
  if (isWritten || ASTUtils.hasSideEffect(object, sourceCode) || (leadsOn && text.includes("?."))) return undefined;
  // The compiler narrows names, and no optional chain.
  if (isNarrowing && (object.type !== "Identifier" || node.optional)) return undefined;
  const chain = getOutermostWrapper(node);
  const [start, end] = [property.range[0] - node.range[0], property.range[1] - node.range[0]];
  const newRead = text.slice(0, start) + printKey(property, field) + text.slice(end);
  const { quote } = getSourceStyle(sourceCode);
  const before = isNarrowing
    ? `${quote}${field}${quote} in ${sourceCode.getText(object)} ? ${newRead} : `
    : `${newRead} ?? `;
  const isBare = ASTUtils.isParenthesized(chain, sourceCode) || takesChoice(chain, isNarrowing, sourceCode);
  return createPlainRewrite((fixer) => [
    fixer.insertTextBefore(chain, isBare ? before : `(${before}`),
    ...(isBare ? [] : [fixer.insertTextAfter(chain, ")")]),
  ]);
}

/** Returns whether `a ?? b`, or `a ? b : c`, can stand in place of a node without parentheses. */
function takesChoice(node: Node, isConditional: boolean, sourceCode: SourceCode): boolean {
  const { parent } = node;
  if (parent?.type === "LogicalExpression") return !isConditional && parent.operator === "??";
  return (!isConditional || parent?.type !== "ConditionalExpression") && joins(node, sourceCode);
}
