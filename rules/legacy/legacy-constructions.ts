import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import { getLegacyName } from "../contract/legacy-parts.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingClass } from "../syntax/functions.js";
import { collectNodes } from "../syntax/nodes.js";
import { readStaticKey, getLastSegment, type ClassNode } from "../syntax/references.js";
import { reachesDependents } from "./legacy-dependents.js";
import { type LegacyFacts, type LegacyFinding, type LegacyRewrite, createRenaming } from "./legacy-finding.js";
import {
  type ObjectRewrite,
  findTargetField,
  getRenamedFields,
  readLegacyFields,
  rewriteObject,
} from "./legacy-object.js";
import type { LegacyUse } from "./legacy-uses.js";

/** One way in which code passes an object to a legacy class or converter. */
interface Handover {
  readonly use: LegacyUse;
  readonly object: TSESTree.Node | undefined;
  readonly messageId: keyof typeof HANDOVERS;
  /** Whether nothing else in the file notices that the class is another. */
  readonly isFree: boolean;
}

/** The use of the object, the factory that a finding names, and its suggestion. */
const HANDOVERS = {
  legacyConstruction: { purpose: "any", target: "failure", suggestion: "makeWith" },
  legacyConversion: { purpose: "unknown", target: "unknown", suggestion: "convertWith" },
  legacySubclass: { purpose: "construct", target: "construct", suggestion: "extend" },
} as const;

/** `new KaizaError({...})` */
export function createConstructionFinding(use: LegacyUse, facts: LegacyFacts): LegacyFinding {
  const node = use.outer.parent as TSESTree.NewExpression;
  const [object, ...others] = node.arguments;
  // `throw new // why` would end the statement once `new` is gone.
  const hasCommentAfterNew = facts.sourceCode.getCommentsBefore(node.callee).length > 0;
  const isPlain = others.length === 0 && !node.typeArguments && !hasCommentAfterNew;
  const handover = { use, object: isPlain ? object : undefined, isFree: isFree(node, use, facts) };
  return createHandoverFinding({ ...handover, messageId: "legacyConstruction" }, facts);
}

/** The object's rewrite together with the new name of the class or converter that it is given to. */
function createRewrite(
  { outer }: LegacyUse,
  { factory, names, edits }: ObjectRewrite,
  { sourceCode }: LegacyFacts,
): LegacyRewrite {
  const renaming = createRenaming(outer, factory.name);
  const made = outer.parent?.type === "NewExpression" && factory.purpose !== "construct" ? outer.parent : undefined;
  return {
    names,
    edits: (fixer, locals) => [
      ...(made ? [removeNew(fixer, made, sourceCode)] : []),
      ...renaming.edits(fixer, locals),
      ...edits(fixer, locals),
    ],
  };
}

function removeNew(
  fixer: TSESLint.RuleFixer,
  { range, callee }: TSESTree.NewExpression,
  { text }: TSESLint.SourceCode,
): TSESLint.RuleFix {
  const [keyword = ""] = /^new\s*/.exec(text.slice(range[0], callee.range[0])) ?? [];
  return fixer.removeRange([range[0], range[0] + keyword.length]);
}

/** Whether nothing notices another class; in TypeScript, a type may ask for it where the error is not thrown. */
function isFree(made: TSESTree.Node, { part }: LegacyUse, facts: LegacyFacts): boolean {
  if (facts.isTypeScript && made.parent?.type !== "ThrowStatement") return false;
  return !reachesDependents(made, part.legacy, facts);
}

/** `ensureKaizaError(err, {...})` */
export function createConversionFinding(use: LegacyUse, facts: LegacyFacts): LegacyFinding {
  const call = use.outer.parent as TSESTree.CallExpression;
  const [thrown, object, ...others] = call.arguments;
  const isPlain = others.length === 0 && !call.optional && !call.typeArguments && thrown?.type !== "SpreadElement";
  if (isPlain && thrown && !object) {
    // Without the object there is no code, and the legacy converter may not even run.
    const { data, name } = createHandoverData(use, "legacyConversion", facts);
    const suggestion = { messageId: "convertWith" as const, data, rewrite: createRenaming(use.outer, name) };
    return { at: use.node, messageId: "legacyConversion", data, suggestions: [suggestion] };
  }
  const handover = { use, object: isPlain ? object : undefined, isFree: isFree(call, use, facts) };
  return createHandoverFinding({ ...handover, messageId: "legacyConversion" }, facts);
}

/** `class X extends KaizaError` */
export function createSubclassFinding(use: LegacyUse, facts: LegacyFacts): LegacyFinding {
  const { body, superTypeArguments } = use.outer.parent as ClassNode;
  const object = superTypeArguments ? undefined : findSuperArgument(body, facts.sourceCode);
  const handover = { use, object, isFree: !knowsRenamedField(body, use, facts) };
  return createHandoverFinding({ ...handover, messageId: "legacySubclass" }, facts);
}

/** The object of the `super({...})` call of a class's constructor, if that is all it says to the class above it. */
function findSuperArgument(body: TSESTree.ClassBody, sourceCode: TSESLint.SourceCode): TSESTree.Node | undefined {
  const constructor = body.body.find(
    (member): member is TSESTree.MethodDefinition =>
      member.type === "MethodDefinition" && member.kind === "constructor" && member.value.body !== null,
  );
  if (!constructor) return undefined;
  const [call, ...others] = collectNodes(sourceCode, constructor.value, ({ type }) => type === "ClassBody").filter(
    (each) => each.type === "CallExpression" && each.callee.type === "Super",
  );
  const [argument, ...more] = call?.type === "CallExpression" ? call.arguments : [];
  return others.length === 0 && more.length === 0 ? argument : undefined;
}

/** Returns whether a class uses or has a member that another name stands for in the contract's class. */
function knowsRenamedField(
  body: TSESTree.ClassBody,
  { part: { legacy } }: LegacyUse,
  { isTypeScript, sourceCode }: LegacyFacts,
): boolean {
  // The type of the contract's class has one name, which an instance can have changed only in JavaScript.
  const renamed = [...getRenamedFields(legacy).keys(), ...(isTypeScript ? ["name"] : [])];
  const names = collectNodes(sourceCode, body).flatMap((node) => {
    if (node.type === "MemberExpression" && node.object.type === "ThisExpression")
      return readStaticKey(node, sourceCode);
    return node.type === "PropertyDefinition" || node.type === "MethodDefinition"
      ? readStaticKey(node, sourceCode)
      : [];
  });
  return names.some((name) => name === undefined || renamed.includes(name));
}

/** Returns whether a code is an argument of a legacy construction or conversion, whose finding covers it. */
export function isHandedCode({ outer }: LegacyUse, { contract, parts, sourceCode }: LegacyFacts): boolean {
  let { parent } = outer;
  while (parent?.type === "ConditionalExpression" || parent?.type === "MemberExpression") ({ parent } = parent);
  const name = parent?.type === "Property" ? readStaticKey(parent, sourceCode) : undefined;
  const call = parent?.parent?.parent;
  if (name === undefined || (call?.type !== "NewExpression" && call?.type !== "CallExpression")) return false;
  const callee = call.callee.type === "Super" ? findEnclosingClass(call)?.superClass : call.callee;
  const part = callee ? parts.partAt(unwrapExpression(callee)) : undefined;
  if (!part || part.kind === "codes") return false;
  return findTargetField(name, part.legacy)?.field === getLastSegment(contract.data.fields.code);
}

function createHandoverData({ part }: LegacyUse, messageId: Handover["messageId"], { contract }: LegacyFacts) {
  const { errorClass, factories } = contract;
  const name = factories.find(({ purpose }) => purpose === HANDOVERS[messageId].target)?.name ?? errorClass;
  return { name, data: { legacy: getLegacyName(part), errorClass, replacement: `${name}(...)` } };
}

function createHandoverFinding(handover: Handover, facts: LegacyFacts): LegacyFinding {
  const { use, messageId, isFree } = handover;
  const { purpose, suggestion } = HANDOVERS[messageId];
  const { legacy } = use.part;
  const { data } = createHandoverData(use, messageId, facts);
  const fields = readLegacyFields(handover.object, legacy, facts.sourceCode);
  if ("kind" in fields && fields.kind === "unmapped")
    return { at: fields.key, messageId: "unmappedField", data: { ...data, field: fields.name } };
  const node = handover.object as TSESTree.ObjectExpression;
  const rewritten = "kind" in fields ? undefined : rewriteObject({ node, fields, legacy }, purpose, facts);
  if (!rewritten) return { at: use.node, messageId, data };
  const [unknown] = rewritten.unknown;
  if (unknown) return { at: unknown.node, messageId: "unknownCode", data: { ...data, code: unknown.written } };

  const isConstructed = rewritten.factory.purpose === "construct" && messageId !== "legacySubclass";
  const named = { ...data, replacement: `${isConstructed ? "new " : ""}${rewritten.factory.name}(...)` };
  const rewrite = createRewrite(use, rewritten, facts);
  const finding = { at: use.node, messageId, data: named };
  if (isFree && rewritten.isSure) return { ...finding, fix: rewrite };
  return { ...finding, suggestions: [{ messageId: suggestion, data: named, rewrite }] };
}
