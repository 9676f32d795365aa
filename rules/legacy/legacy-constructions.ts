import type { TSESTree } from "@typescript-eslint/utils";
import { readFieldName } from "../contract/file-contract.js";
import { getLegacyName } from "../contract/legacy-parts.js";
import { listNearCodes } from "../contract/near-codes.js";
import { unwrapExpression } from "../syntax/expressions.js";
import { findEnclosingClass } from "../syntax/functions.js";
import { readStaticKey } from "../syntax/references.js";
import { type ObjectPurpose, type ObjectRewrite, type ObjectSource, rewriteObject } from "./legacy-call.js";
import { joinCheck } from "./legacy-checks.js";
import { hasDependents } from "./legacy-dependents.js";
import type { LegacyFacts } from "./legacy-facts.js";
import { readLegacyFields, findTargetField } from "./legacy-fields.js";
import type { LegacyFinding, LegacySuggestion, LegacyRewrite } from "./legacy-finding.js";
import {
  printCallee,
  createConstructionRewrite,
  createConversionRewrite,
  createGuardedConstruction,
  createSubclassRewrite,
} from "./legacy-rewrites.js";
import { dependsOnLegacy, findSuperArgument } from "./legacy-subclass.js";
import type { LegacyUse } from "./legacy-uses.js";

/** One way in which code passes an object to a legacy class or converter: its purpose, and the rewrite of all of it. */
interface Handover {
  readonly use: LegacyUse;
  readonly object: TSESTree.Node | undefined;
  readonly purpose: ObjectPurpose;
  readonly messageId: "legacyConstruction" | "legacyConversion" | "legacySubclass";
  readonly suggestion: LegacySuggestion;
  /** Whether nothing else in the file notices that the class is another. */
  readonly isFree: boolean;
  rewrite: (object: TSESTree.ObjectExpression, rewritten: ObjectRewrite) => LegacyRewrite;
}

/** `new KaizaError({...})` */
export function createConstructionFinding(use: LegacyUse, facts: LegacyFacts): LegacyFinding {
  const node = use.outer.parent as TSESTree.NewExpression;
  const [object, ...others] = node.arguments;
  const isPlain = others.length === 0 && !node.typeArguments && !hasCommentAfterNew(node, facts);
  const joinedChecks = new Set<TSESTree.BinaryExpression>();
  const isFree = !hasDependents(node, use.part.legacy, { ...facts, joinedChecks });
  return createHandoverFinding(
    {
      use,
      object: isPlain ? object : undefined,
      purpose: "any",
      messageId: "legacyConstruction",
      suggestion: "makeWith",
      isFree,
      rewrite(literal, rewritten) {
        const rewrite = createConstructionRewrite(node, literal, rewritten, facts);
        return isFree ? addJoinedChecks(rewrite, joinedChecks, facts) : rewrite;
      },
    },
    facts,
  );
}

/**
 * A rewrite with the checks around it, which would not recognise the new error: `catch (e) { if (e instanceof
 * KaizaError) ... }`.
 */
function addJoinedChecks(
  rewrite: LegacyRewrite,
  checks: ReadonlySet<TSESTree.BinaryExpression>,
  { contract: { errorClass }, sourceCode }: LegacyFacts,
): LegacyRewrite {
  if (checks.size === 0) return rewrite;
  return {
    ...rewrite,
    names: [...new Set([errorClass, ...rewrite.names])],
    edits: (fixer, locals) => [
      ...rewrite.edits(fixer, locals),
      ...[...checks].flatMap((check) => joinCheck(check, locals.get(errorClass) ?? errorClass, fixer, sourceCode)),
    ],
  };
}

/** `ensureKaizaError(err, {...})` */
export function createConversionFinding(use: LegacyUse, facts: LegacyFacts): LegacyFinding {
  const call = use.outer.parent as TSESTree.CallExpression;
  const [thrown, object, ...others] = call.arguments;
  const isPlain =
    others.length === 0 &&
    !call.optional &&
    !call.typeArguments &&
    thrown !== undefined &&
    thrown.type !== "SpreadElement";
  if (isPlain && !object) return createBareFinding(use, facts);
  const handover: Handover = {
    use,
    object: isPlain ? object : undefined,
    purpose: "unknown",
    messageId: "legacyConversion",
    suggestion: "convertWith",
    isFree: !hasDependents(call, use.part.legacy, facts),
    rewrite: (_, rewritten) => createConversionRewrite(use, object as TSESTree.ObjectExpression, rewritten),
  };
  const found = createHandoverFinding(handover, facts);
  if (found.fix || found.suggestions?.length || thrown?.type !== "Identifier") return found;
  // The project's own conversion would drop a field.
  const guarded = createHandoverFinding(
    {
      ...handover,
      purpose: "construct",
      isFree: false,
      rewrite: (literal, rewritten) => createGuardedConstruction(call, use, literal, rewritten, facts),
    },
    facts,
  );
  return { ...found, suggestions: guarded.suggestions ?? [] };
}

// Without the object there is no code, and the legacy converter may not even run.
function createBareFinding(use: LegacyUse, { contract }: LegacyFacts): LegacyFinding {
  const name = contract.factories.find(({ purpose }) => purpose === "unknown")?.name ?? contract.errorClass;
  const data = { legacy: getLegacyName(use.part), errorClass: contract.errorClass, replacement: `${name}(...)` };
  const [className = name] = name.split(".");
  const rewrite: LegacyRewrite = {
    names: [className],
    replaced: [use.outer],
    edits: (fixer, locals) => [fixer.replaceText(use.outer, printCallee(name, locals))],
  };
  return {
    at: use.node,
    messageId: "legacyConversion",
    data,
    suggestions: [{ messageId: "convertWith", data, rewrite }],
  };
}

/** `class X extends KaizaError` */
export function createSubclassFinding(use: LegacyUse, facts: LegacyFacts): LegacyFinding {
  const node = use.outer.parent as TSESTree.ClassDeclaration | TSESTree.ClassExpression;
  return createHandoverFinding(
    {
      use,
      object: node.superTypeArguments ? undefined : findSuperArgument(node.body, facts.sourceCode),
      purpose: "construct",
      messageId: "legacySubclass",
      suggestion: "extend",
      isFree: !dependsOnLegacy(node, use.part.legacy, facts),
      rewrite: (_, rewritten) => createSubclassRewrite(use, rewritten),
    },
    facts,
  );
}

/** Returns whether a code is an argument of a legacy construction or conversion, whose finding covers it. */
export function isHandedCode({ outer }: LegacyUse, { contract, parts, sourceCode }: LegacyFacts): boolean {
  const codeField = readFieldName(contract.data.fields.code);
  for (let node = outer.parent; node; node = node.parent) {
    if (node.type === "ConditionalExpression" || node.type === "MemberExpression") continue;
    if (node.type !== "Property") return false;
    const name = readStaticKey(node, sourceCode);
    const call = node.parent.parent;
    if (name === undefined || (call.type !== "NewExpression" && call.type !== "CallExpression")) return false;
    const callee = call.callee.type === "Super" ? findEnclosingClass(call)?.superClass : call.callee;
    const part = callee ? parts.partAt(unwrapExpression(callee)) : undefined;
    return part !== undefined && part.kind !== "codes" && findTargetField(name, part.legacy)?.field === codeField;
  }
  return false;
}

const MOST_SUGGESTIONS = 3;

function createHandoverFinding(handover: Handover, facts: LegacyFacts): LegacyFinding {
  const { use, messageId } = handover;
  const { contract, sourceCode, registry } = facts;
  const { legacy } = use.part;
  const general = contract.factories.find(({ purpose }) => purpose === PURPOSE[messageId])?.name ?? contract.errorClass;
  const data = { legacy: getLegacyName(use.part), errorClass: contract.errorClass, replacement: `${general}(...)` };
  const fields = readLegacyFields(handover.object, legacy, sourceCode);
  if ("kind" in fields) {
    if (fields.kind === "unmapped")
      return { at: fields.key, messageId: "unmappedField", data: { ...data, field: fields.name } };
    return { at: use.node, messageId, data };
  }

  const source: ObjectSource = { node: handover.object as TSESTree.ObjectExpression, fields, legacy };
  const rewritten = rewriteObject(source, handover.purpose, facts);
  if (!rewritten) return { at: use.node, messageId, data };
  const [unknown] = rewritten.unknown;
  if (unknown) {
    const near = listNearCodes(unknown.written, registry).slice(0, MOST_SUGGESTIONS);
    const suggestions = near.flatMap((code) => {
      const changed = rewriteObject(source, handover.purpose, facts, code);
      return changed
        ? [{ messageId: "useCode" as const, data: { code }, rewrite: handover.rewrite(source.node, changed) }]
        : [];
    });
    return {
      at: unknown.node,
      messageId: "unknownCode",
      data: { ...data, code: unknown.written },
      suggestions: rewritten.unknown.length > 1 ? [] : suggestions,
    };
  }

  const isConstructed = rewritten.factory.purpose === "construct" && messageId !== "legacySubclass";
  const name = (isConstructed ? "new " : "") + rewritten.factory.name;
  const named = { ...data, replacement: `${name}(...)` };
  const rewrite = handover.rewrite(source.node, rewritten);
  if (handover.isFree && rewritten.isSure) return { at: use.node, messageId, data: named, fix: rewrite };
  return {
    at: use.node,
    messageId,
    data: named,
    suggestions: [{ messageId: handover.suggestion, data: named, rewrite }],
  };
}

const PURPOSE = { legacyConstruction: "failure", legacyConversion: "unknown", legacySubclass: "construct" } as const;

// `throw new // why` would end the statement once `new` is gone.
function hasCommentAfterNew({ callee }: TSESTree.NewExpression, { sourceCode }: LegacyFacts): boolean {
  return sourceCode.getCommentsBefore(callee).length > 0;
}
