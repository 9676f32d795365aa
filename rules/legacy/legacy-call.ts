import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import { type Factory, readFieldName } from "../contract/file-contract.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { printCode, chooseFactoryCall } from "../edits/factory-call.js";
import { getSourceStyle } from "../edits/source-style.js";
import { readStaticKey } from "../syntax/references.js";
import { type CodeArm, collectCodeArms } from "./legacy-code.js";
import type { LegacyFacts } from "./legacy-facts.js";
import type { LegacyField } from "./legacy-fields.js";
import type { Locals } from "./legacy-finding.js";
import { type LegacyObject, lowerCaseEdits, printMovedValue, createObjectEdits, saysNothing } from "./legacy-object.js";
import { isRefused } from "./legacy-refused.js";
import { isString, createLowering } from "./lower-case.js";

type Fixer = TSESLint.RuleFixer;

/** How a legacy object becomes the arguments of the contract's class or one of its factories. */
export interface ObjectRewrite {
  readonly factory: Factory;
  /** The contract's exports that the new code uses. */
  readonly names: readonly string[];
  /** The nodes in the object whose names go. */
  readonly replaced: readonly TSESTree.Node[];
  arguments: (fixer: Fixer, locals: Locals) => RewrittenArguments;
  /** Every code is registered or mapped, and nothing about the values is a guess. */
  readonly isSure: boolean;
  /** The codes that neither the registry nor the map knows. */
  readonly unknown: readonly CodeArm[];
}

interface RewrittenArguments {
  /** The text of the arguments that come before the object. */
  readonly positional: readonly string[];
  /** The edits that the object needs where it stays. */
  readonly edits: readonly TSESLint.RuleFix[];
  readonly isEmpty: boolean;
}

export interface ObjectSource {
  readonly node: TSESTree.ObjectExpression;
  readonly fields: readonly LegacyField[];
  readonly legacy: LegacySettings;
}

/** The use of an object: any construction, one that has to be direct, or the conversion of a foreign error. */
export type ObjectPurpose = "any" | "construct" | "unknown";

/**
 * Plans how an object's fields are handed over, without losing one; `undefined` where no factory reads them all.
 *
 * @param chosen The code to write in place of the legacy code.
 */
export function rewriteObject(
  source: ObjectSource,
  purpose: ObjectPurpose,
  facts: LegacyFacts,
  chosen?: string,
): ObjectRewrite | undefined {
  const { contract, sourceCode } = facts;
  const codeField = readFieldName(contract.data.fields.code);
  const code = source.fields.find(({ field }) => field === codeField);
  const arms = code && collectCodeArms(code.value, source.legacy, facts);
  const dropped = source.fields.filter((field) => saysNothing(field, contract.data));
  const kept = source.fields.filter((field) => !dropped.includes(field));
  const onlyCode = chosen ?? (arms?.length === 1 ? arms[0]?.code : undefined);
  const factory = chooseFactory(kept, purpose, onlyCode, facts);
  if (!factory) return undefined;

  const moved = factory.positional.flatMap((name) => kept.find(({ field }) => field === name) ?? []);
  const fixed = kept.filter(({ field }) => factory.fixed && Object.hasOwn(factory.fixed, field));
  const removed = [...dropped, ...moved, ...fixed];
  const isCodeFixed = code !== undefined && fixed.includes(code);
  const newArms = (arms ?? []).filter(({ stays }) => chosen !== undefined || !stays);
  const usesCodes = !isCodeFixed && newArms.some((arm) => isOwn(chosen ?? arm.code, facts));
  const [className = ""] = factory.name.split(".");
  const createObject = (locals: Locals): LegacyObject => ({
    ...source,
    valueEdits: (fixer, field) =>
      field === code ? createCodeEdits(fixer, newArms, locals, facts, chosen) : lowerCaseEdits(fixer, field, facts),
  });
  return {
    factory,
    names: usesCodes ? [className, contract.codesObject] : [className],
    replaced: isCodeFixed ? [code.value] : newArms.map(({ node }) => node),
    unknown: chosen === undefined ? (arms ?? []).filter(({ code: known }) => known === undefined) : [],
    isSure:
      code !== undefined &&
      arms !== undefined &&
      arms.every((arm) => arm.code !== undefined && (arm.stays || !arm.isVariable)) &&
      source.fields.every(({ isLowerCase, value }) => !isLowerCase || createLowering(value, facts).isSure) &&
      !kept.some((field) => isRefused(field, facts)),
    arguments: (fixer, locals) => {
      const legacyObject = createObject(locals);
      return {
        positional: moved.map((field) => printMovedValue(fixer, legacyObject, field, sourceCode)),
        edits: createObjectEdits(fixer, legacyObject, removed, sourceCode),
        isEmpty: removed.length === source.fields.length && sourceCode.getCommentsInside(source.node).length === 0,
      };
    },
  };
}

function chooseFactory(
  fields: readonly LegacyField[],
  purpose: ObjectPurpose,
  code: string | undefined,
  facts: LegacyFacts,
): Factory | undefined {
  const { contract } = facts;
  const isReady = (name: string) =>
    isMovable(
      fields.find(({ field }) => field === name),
      fields,
      facts,
    );
  const codeField = readFieldName(contract.data.fields.code);
  if (purpose === "unknown") {
    const factory = contract.factories.find((candidate) => candidate.purpose === "unknown");
    return factory && fields.every(({ field }) => factory.reads.includes(field)) ? factory : undefined;
  }
  const factories = contract.factories.filter((factory) =>
    purpose === "construct"
      ? factory.purpose === "construct"
      : factory.purpose === "construct" || factory.positional.every((name) => name === codeField || isReady(name)),
  );
  // Without a code of its own, a failure can only be made by the constructor, which has a default for it.
  const hasCode = fields.some(({ field }) => field === codeField);
  const failure = {
    code: code ?? "",
    fields: new Map(fields.filter(({ field }) => field !== codeField).map(({ field }) => [field, ""])),
  };
  const allowed = hasCode ? factories : factories.filter((factory) => factory.purpose === "construct");
  return chooseFactoryCall({ ...contract, factories: allowed }, failure)?.factory;
}

/** Whether a value can become an argument before the object: it is surely there, and not evaluated too early. */
function isMovable(field: LegacyField | undefined, fields: readonly LegacyField[], facts: LegacyFacts): boolean {
  if (!field || !isPresent(field.value, facts)) return false;
  const before = fields.slice(0, fields.indexOf(field));
  const acts = (node: TSESTree.Node) => ASTUtils.hasSideEffect(node, facts.sourceCode);
  return !acts(field.value) || !before.some(({ value }) => acts(value));
}

// A variable may hold null, which the object takes and an argument does not; `INVARIANTS.PLAN_ID` is a constant.
function isPresent(value: TSESTree.Expression, facts: LegacyFacts): boolean {
  const isConstant =
    value.type === "MemberExpression" && /^[A-Z0-9_]+$/.test(readStaticKey(value, facts.sourceCode) ?? "");
  return isConstant || isString(value, facts);
}

function createCodeEdits(
  fixer: Fixer,
  arms: readonly CodeArm[],
  locals: Locals,
  { contract, sourceCode }: LegacyFacts,
  chosen: string | undefined,
): readonly TSESLint.RuleFix[] {
  return arms.flatMap(({ node, code, written }) => {
    const text = printCode(contract, chosen ?? code ?? written, locals, getSourceStyle(sourceCode).quote);
    return text === sourceCode.getText(node) ? [] : [fixer.replaceText(node, text)];
  });
}

function isOwn(code: string | undefined, { contract }: LegacyFacts): boolean {
  return code !== undefined && Object.hasOwn(contract.data.codes, code);
}
