import type { TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { getLegacyName } from "../contract/legacy-parts.js";
import { matchesName } from "../contract/name-matcher.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { joins } from "../edits/precedence.js";
import { getOutermostWrapper, unwrapExpression } from "../syntax/expressions.js";
import { findReceivingCatch } from "../syntax/functions.js";
import { readStaticKey, resolveVariable } from "../syntax/references.js";
import { listClasses, listGivenMembers } from "../types/classes-of.js";
import { findCheckedClass, isJoinedCheck } from "./legacy-checks.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { getRenamedFields } from "./legacy-fields.js";
import { type LegacyFinding, createPlainRewrite } from "./legacy-finding.js";

// Reads of fields that the envelope names otherwise: `err.phase`, `const { phase } = err`.

type Node = TSESTree.Node;

/** A place where code may read a field of an error. */
export type FieldRead = TSESTree.MemberExpression | TSESTree.Property;

/** Reports a read of a renamed field where the value may be an error of the legacy class; else `undefined`. */
export function createReadFinding(node: FieldRead, facts: LegacyFacts): LegacyFinding | undefined {
  const name = readStaticKey(node, facts.sourceCode);
  const owner = findOwner(node);
  const legacy = facts.parts.settings.find((each) => name !== undefined && getRenamedFields(each).has(name));
  const field = legacy && name !== undefined ? getRenamedFields(legacy).get(name) : undefined;
  if (name === undefined || field === undefined || !legacy || !owner) return undefined;
  if (findLegacyClass(owner, facts) !== legacy || readsBoth(node, field, facts)) return undefined;

  const data = { field: name, newField: field, legacy: getLegacyName({ kind: "class", legacy }) };
  const key = node.type === "Property" ? node.key : node.property;
  const finding: LegacyFinding = { at: key, messageId: "legacyField", data };
  // In TypeScript, the type of the value has to have the new field.
  if (facts.isTypeScript && facts.facts?.property(owner, field) !== "required") return finding;
  const renamed = createPlainRewrite((fixer) => [
    node.type === "Property" && node.shorthand
      ? fixer.insertTextBefore(node, `${field}: `)
      : fixer.replaceText(key, printKey(key, field)),
  ]);
  const both = node.type === "MemberExpression" ? createFallback(node, field, facts) : undefined;
  return {
    ...finding,
    suggestions: [
      ...(both ? [{ messageId: "readBoth" as const, data, rewrite: both }] : []),
      { messageId: "readNew", data, rewrite: renamed },
    ],
  };
}

/** The expression whose field is read. */
function findOwner(node: FieldRead): Node | undefined {
  if (node.type === "MemberExpression") return node.object;
  const { parent } = node.parent;
  return parent.type === "VariableDeclarator" ? (parent.init ?? undefined) : undefined;
}

/** The legacy class that a value may be an instance of: it is made or declared so, or tested for it in the file. */
function findLegacyClass(node: Node, facts: LegacyFacts): LegacySettings | undefined {
  const expression = unwrapExpression(node);
  const variable = resolveVariable(expression, facts.sourceCode);
  const name = variable?.defs[0]?.name;
  const annotation = name?.type === "Identifier" ? name.typeAnnotation?.typeAnnotation : undefined;
  const tests = variable?.references.flatMap(({ identifier: { parent } }) => findCheckedClass(parent, facts) ?? []);
  return (
    findConstructedClass(expression, facts) ??
    (annotation?.type === "TSTypeReference" ? findPart(annotation.typeName, "class", facts) : undefined) ??
    tests?.[0] ??
    findClassByType(node, facts)
  );
}

/** The class of `new KaizaError(...)` and `ensureKaizaError(...)`, also behind a variable. */
function findConstructedClass(node: Node, facts: LegacyFacts): LegacySettings | undefined {
  const declared = resolveVariable(node, facts.sourceCode)?.defs[0]?.node;
  const value = declared?.type === "VariableDeclarator" && declared.init ? unwrapExpression(declared.init) : node;
  if (value.type === "NewExpression") return findPart(value.callee, "class", facts);
  return value.type === "CallExpression" ? findPart(value.callee, "converter", facts) : undefined;
}

function findPart(node: Node, kind: "class" | "converter", { parts }: LegacyFacts): LegacySettings | undefined {
  const part = parts.partAt(unwrapExpression(node));
  return part?.kind === kind && part.rest.length === 0 ? part.legacy : undefined;
}

function findClassByType(node: Node, { parts, facts }: LegacyFacts): LegacySettings | undefined {
  const members = listGivenMembers(node, facts);
  if (members.length === 0) return undefined;
  return parts.settings.find((legacy) =>
    members.every((member) =>
      [...listClasses(member)].some(({ origin }) => origin !== undefined && matchesName(legacy.class, origin)),
    ),
  );
}

/** Returns whether a read takes either field: `err.phase_id ?? err.phase`, in either order. */
function readsBoth(node: FieldRead, field: string, { sourceCode }: LegacyFacts): boolean {
  const { parent } = getOutermostWrapper(node);
  if (node.type !== "MemberExpression" || parent?.type !== "LogicalExpression") return false;
  const owner = sourceCode.getText(node.object);
  return [parent.left, parent.right]
    .map(unwrapExpression)
    .some(
      (each) =>
        each.type === "MemberExpression" &&
        readStaticKey(each, sourceCode) === field &&
        sourceCode.getText(each.object) === owner,
    );
}

/** `err.phase_id ?? err.phase`; `undefined` for a write, in an optional chain, or with a value made twice. */
function createFallback(node: TSESTree.MemberExpression, field: string, { sourceCode }: LegacyFacts) {
  const { object, property, parent } = node;
  const isWritten =
    parent.type === "UpdateExpression" ||
    (parent.type === "AssignmentExpression" && parent.left === node) ||
    (parent.type === "UnaryExpression" && parent.operator === "delete");
  const text = sourceCode.getText(node);
  if (isWritten || ASTUtils.hasSideEffect(object, sourceCode) || text.includes("?.")) return undefined;
  const [start, end] = [property.range[0] - node.range[0], property.range[1] - node.range[0]];
  const read = `${text.slice(0, start)}${printKey(property, field)}${text.slice(end)} ?? `;
  const isBare = ASTUtils.isParenthesized(node, sourceCode) || joins(node, sourceCode);
  return createPlainRewrite((fixer) => [
    fixer.insertTextBefore(node, isBare ? read : `(${read}`),
    ...(isBare ? [] : [fixer.insertTextAfter(node, ")")]),
  ]);
}

function printKey(key: Node, field: string): string {
  if (key.type === "Identifier") return field;
  const quote = key.type === "Literal" ? key.raw.charAt(0) : '"';
  return quote + field + quote;
}

/**
 * Returns whether code that an error surely reaches asks which class it has: of the variable that it is put into, or in
 * each `catch` of the same function that it may end in.
 */
export function reachesDependents(made: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const { parent } = made;
  if (parent?.type === "ThrowStatement") return isCaughtByDependents(parent, legacy, facts);
  if (parent?.type !== "VariableDeclarator") return false;
  const references = resolveVariable(parent.id, facts.sourceCode)?.references ?? [];
  const thrown = references.map(({ identifier }) => identifier.parent).filter(({ type }) => type === "ThrowStatement");
  return (
    asksForClass(parent.id, legacy, facts) || thrown.some((statement) => isCaughtByDependents(statement, legacy, facts))
  );
}

function isCaughtByDependents(thrown: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  for (let handler = findReceivingCatch(thrown); handler; handler = findReceivingCatch(handler)) {
    if (handler.param && asksForClass(handler.param, legacy, facts)) return true;
  }
  return false;
}

/**
 * Returns whether code asks which class the value of a binding has: by a check that lets no other class through, a read
 * of a renamed field, or its name.
 */
function asksForClass(binding: Node, legacy: LegacySettings, facts: LegacyFacts): boolean {
  const { sourceCode } = facts;
  const renamed = getRenamedFields(legacy);
  const takesRenamed = (pattern: Node) =>
    pattern.type === "ObjectPattern" &&
    pattern.properties.some((each) => each.type === "Property" && renamed.has(readStaticKey(each, sourceCode) ?? ""));
  if (takesRenamed(binding)) return true;
  return (resolveVariable(binding, sourceCode)?.references ?? []).some(({ identifier }) => {
    const { parent } = getOutermostWrapper(identifier);
    switch (parent?.type) {
      case "BinaryExpression":
        return findCheckedClass(parent, facts) === legacy && !isJoinedCheck(parent, facts);
      case "VariableDeclarator":
        return takesRenamed(parent.id);
      case "MemberExpression": {
        const key = readStaticKey(parent, sourceCode) ?? "";
        const isCompared = /^(?:BinaryExpression|SwitchStatement)$/.test(parent.parent.type);
        return renamed.has(key) || (key === "name" && isCompared);
      }
      default:
        return false;
    }
  });
}

/** Returns whether a place takes an error of any class: in TypeScript, the type of every other one may ask for it. */
export function takesAnyError(value: Node, { isTypeScript, sourceCode }: LegacyFacts): boolean {
  if (!isTypeScript) return true;
  const { parent } = value;
  if (parent?.type === "ThrowStatement") return true;
  return (
    parent?.type === "CallExpression" &&
    parent.callee !== value &&
    !parent.typeArguments &&
    /\b(?:reject|next|callback|cb|done|debug|error|fatal|info|log|trace|warn)$/.test(sourceCode.getText(parent.callee))
  );
}
