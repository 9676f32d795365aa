import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import type { ContractData } from "error-contract";
import type { Factory } from "../contract/file-contract.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { chooseFactoryCall, isOwnCode, printCode } from "../edits/factory-call.js";
import { applyEdits } from "../edits/fixer.js";
import { removeProperties } from "../edits/remove-properties.js";
import { getSourceStyle } from "../edits/source-style.js";
import { isNothing, listPossibleValues, readMessageParts } from "../syntax/expressions.js";
import { getLastSegment, readStaticKey, readStaticValue } from "../syntax/references.js";
import { isMessage } from "../throws/raw-error.js";
import { isString } from "../types/is-string.js";
import type { LegacyFacts, Locals } from "./legacy-finding.js";

type Fixer = TSESLint.RuleFixer;
type Edits = readonly TSESLint.RuleFix[];

/** The object that legacy code hands over, with the fields in it. */
interface ObjectSource {
  readonly node: TSESTree.ObjectExpression;
  readonly fields: readonly LegacyField[];
  readonly legacy: LegacySettings;
}

/** How a legacy object becomes the arguments of the contract's class or one of its factories. */
export interface ObjectRewrite {
  readonly factory: Factory;
  /** The contract's exports that the new code uses. */
  readonly names: readonly string[];
  edits: (fixer: Fixer, locals: Locals) => Edits;
  /** Every code is registered or mapped, and nothing about the values is a guess. */
  readonly isSure: boolean;
  /** The codes that neither the registry nor the map knows. */
  readonly unknown: readonly CodeArm[];
}

/** The use of an object: any construction, one that has to be direct, or the conversion of a foreign error. */
export type ObjectPurpose = "any" | "construct" | "unknown";

/** Plans how an object's fields are handed over, without losing one; `undefined` where no factory reads them all. */
export function rewriteObject(
  { node, fields, legacy }: ObjectSource,
  purpose: ObjectPurpose,
  facts: LegacyFacts,
): ObjectRewrite | undefined {
  const { contract, sourceCode } = facts;
  const codeField = getLastSegment(contract.data.fields.code);
  const code = fields.find(({ field }) => field === codeField);
  const arms = code && collectCodeArms(code.value, legacy, facts);
  const kept = fields.filter((field) => !saysNothing(field, contract.data));
  const factory = chooseFactory(kept, purpose, arms?.length === 1 ? arms[0]?.code : undefined, facts);
  if (!factory) return undefined;

  const moved = factory.positional.flatMap((name) => kept.find(({ field }) => field === name) ?? []);
  const isFixed = ({ field }: LegacyField) => factory.fixed !== undefined && Object.hasOwn(factory.fixed, field);
  const staying = kept.filter((field) => !moved.includes(field) && !isFixed(field));
  const removed = fields.filter((field) => !staying.includes(field));
  const isCodeFixed = code !== undefined && isFixed(code);
  const usesCodes = !isCodeFixed && arms?.some(({ code: own }) => isOwnCode(contract, own));
  const [className = ""] = factory.name.split(".");
  return {
    factory,
    names: usesCodes ? [className, contract.codesObject] : [className],
    unknown: (arms ?? []).filter((arm) => arm.code === undefined),
    isSure:
      arms !== undefined &&
      arms.every((arm) => arm.code !== undefined) &&
      fields.every((field) => isSurelyLowered(field, facts)) &&
      !kept.some((field) => isRefused(field, facts)),
    edits: (fixer, locals) => {
      const editValue = (field: LegacyField): Edits =>
        field === code ? createCodeEdits(fixer, arms ?? [], locals, facts) : lowerCaseEdits(fixer, field, facts);
      const positional = moved.map((field) => applyEdits(sourceCode.text, editValue(field), field.value.range));
      if (staying.length === 0 && sourceCode.getCommentsInside(node).length === 0)
        return [fixer.replaceText(node, positional.length > 0 ? positional.join(", ") : "{}")];
      return [
        fixer.insertTextBefore(node, positional.map((text) => `${text}, `).join("")),
        ...removeProperties(
          fixer,
          sourceCode,
          node,
          removed.map(({ property }) => property),
        ),
        ...staying.flatMap((field) => renameField(fixer, field, editValue(field), sourceCode)),
      ];
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
  const codeField = getLastSegment(contract.data.fields.code);
  const others = fields.map(({ field }) => field).filter((field) => field !== codeField);
  if (purpose === "unknown") {
    const factory = contract.factories.find((candidate) => candidate.purpose === "unknown");
    return factory && fields.every(({ field }) => factory.reads.includes(field)) ? factory : undefined;
  }
  // Without a code of its own, a failure can only be made by the constructor, which has a default for it.
  const isDirect = purpose === "construct" || others.length === fields.length;
  const factories = contract.factories.filter(
    (factory) =>
      factory.purpose === "construct" ||
      (!isDirect && factory.positional.every((name) => name === codeField || isMovable(name, fields, facts))),
  );
  const failure = { code: code ?? "", fields: new Map(others.map((field) => [field, ""])) };
  return chooseFactoryCall({ ...contract, factories }, failure)?.factory;
}

/** Whether a value can become an argument before the object: it is surely there, and not evaluated too early. */
function isMovable(name: string, fields: readonly LegacyField[], facts: LegacyFacts): boolean {
  const index = fields.findIndex(({ field }) => field === name);
  const value = fields[index]?.value;
  if (!value || !isPresent(value, facts)) return false;
  const acts = (node: TSESTree.Node) => ASTUtils.hasSideEffect(node, facts.sourceCode);
  return !acts(value) || !fields.slice(0, index).some((field) => acts(field.value));
}

// A variable may hold null, which the object takes and an argument does not; `INVARIANTS.PLAN_ID` is a constant.
function isPresent(value: TSESTree.Expression, facts: LegacyFacts): boolean {
  const isConstant =
    value.type === "MemberExpression" && /^[A-Z0-9_]+$/.test(readStaticKey(value, facts.sourceCode) ?? "");
  return isConstant || isString(value, facts);
}

function renameField(
  fixer: Fixer,
  { property: { key, shorthand, computed, ...property }, value, field }: LegacyField,
  edits: Edits,
  sourceCode: TSESLint.SourceCode,
): Edits {
  if (shorthand) {
    const text = applyEdits(sourceCode.text, edits, value.range);
    return text === field ? [] : [fixer.replaceTextRange(property.range, `${field}: ${text}`)];
  }
  if ((key.type === "Identifier" ? key.name : key.type === "Literal" && key.value) === field) return edits;
  const quote = key.type === "Literal" ? key.raw.charAt(0) : computed ? '"' : "";
  return [fixer.replaceText(key, quote + field + quote), ...edits];
}

/** An expression, or an arm of one, that names a code. */
interface CodeArm {
  readonly node: TSESTree.Node;
  /** The code of the contract that stands for it; `undefined` where nothing says so. */
  readonly code: string | undefined;
  /** The code as the legacy code has it. */
  readonly written: string;
}

/** The codes that an expression can be, where all of them are written there; else `undefined`: a dynamic code. */
function collectCodeArms(
  value: TSESTree.Node,
  legacy: LegacySettings,
  facts: LegacyFacts,
): readonly CodeArm[] | undefined {
  const { contract, parts, registry, sourceCode } = facts;
  const arms = listPossibleValues(value).map((node): CodeArm | undefined => {
    const [owner, ...members] = contract.nameOf(node)?.split(".") ?? [];
    if (owner === contract.codesObject) {
      const written = members.join(".");
      return { node, code: registry.isUsable(written) ? written : undefined, written };
    }
    const part = parts.partAt(node);
    const isMember = part?.kind === "codes" && part.rest.length === 1;
    const written = isMember ? part.rest[0] : readStaticValue(node, sourceCode)?.value;
    // With another expression in its place, a variable would be left behind.
    if (typeof written !== "string" || node.type === "Identifier") return undefined;
    return { node, code: findContractCode(written, legacy, facts), written };
  });
  return arms.every((arm) => arm !== undefined) ? arms : undefined;
}

/** The contract's code for a legacy code. */
export function findContractCode(written: string, { codeMap }: LegacySettings, facts: LegacyFacts): string | undefined {
  const code = codeMap && Object.hasOwn(codeMap, written) ? (codeMap[written] ?? written) : written;
  return facts.registry.isUsable(code) ? code : undefined;
}

function createCodeEdits(
  fixer: Fixer,
  arms: readonly CodeArm[],
  locals: Locals,
  { contract, sourceCode }: LegacyFacts,
): Edits {
  return arms.flatMap(({ node, code, written }) => {
    const text = printCode(contract, code ?? written, locals, getSourceStyle(sourceCode).quote);
    return text === sourceCode.getText(node) ? [] : [fixer.replaceText(node, text)];
  });
}

/** A property of the object that a legacy class or converter takes, and the field of the envelope it becomes. */
export interface LegacyField {
  readonly property: TSESTree.Property;
  readonly value: TSESTree.Expression;
  /** The field's name in the envelope. */
  readonly field: string;
  readonly isLowerCase: boolean;
}

/** The reason why an argument's fields cannot be moved into the envelope. */
type Obstacle =
  { readonly kind: "shape" } | { readonly kind: "unmapped"; readonly name: string; readonly key: TSESTree.Node };

/** The fields of the object that a legacy class or converter is given, or why they cannot all be known. */
export function readLegacyFields(
  argument: TSESTree.Node | undefined,
  legacy: LegacySettings,
  sourceCode: TSESLint.SourceCode,
): readonly LegacyField[] | Obstacle {
  if (argument?.type !== "ObjectExpression") return { kind: "shape" };
  const fields: LegacyField[] = [];
  for (const property of argument.properties) {
    const name = property.type === "Property" ? readStaticKey(property, sourceCode) : undefined;
    // A spread, a getter, a method, a computed name.
    if (name === undefined || property.type !== "Property" || property.kind !== "init" || property.method) {
      return { kind: "shape" };
    }
    const target = findTargetField(name, legacy);
    if (!target) return { kind: "unmapped", name, key: property.key };
    if (fields.some(({ field }) => field === target.field)) return { kind: "shape" };
    fields.push({ property, value: property.value as TSESTree.Expression, ...target });
  }
  return fields;
}

/** The envelope's field for a legacy field. */
export function findTargetField(
  name: string,
  { fields }: LegacySettings,
): Pick<LegacyField, "field" | "isLowerCase"> | undefined {
  const target = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (typeof target === "string") return { field: target, isLowerCase: false };
  return target && { field: target.field, isLowerCase: true };
}

/** The legacy fields that have another name in the envelope: who reads them depends on the class. */
export function getRenamedFields(legacy: LegacySettings): ReadonlyMap<string, string> {
  const targets = Object.keys(legacy.fields).map(
    (name) => [name, findTargetField(name, legacy)?.field ?? name] as const,
  );
  return new Map(targets.filter(([name, field]) => name !== field));
}

/** Whether a field says nothing: `component: null`, where the envelope has a text of its own for it. */
function saysNothing({ field, value }: LegacyField, { context, fields }: ContractData): boolean {
  const hasText = field === getLastSegment(fields.message) || typeof context[field]?.default === "string";
  return hasText && isNothing(value);
}

/** Whether a value that is written in lower case is surely a string, or nothing at all. */
function isSurelyLowered({ isLowerCase, value }: LegacyField, facts: LegacyFacts): boolean {
  return !isLowerCase || listPossibleValues(value).every((each) => isNothing(each) || isString(each, facts));
}

/** The edits that write a value in lower case: of texts themselves, and a call for anything else. */
function lowerCaseEdits(
  fixer: Fixer,
  { isLowerCase, value }: LegacyField,
  facts: LegacyFacts,
): readonly TSESLint.RuleFix[] {
  if (!isLowerCase) return [];
  return listPossibleValues(value).flatMap((node) => {
    if (isNothing(node)) return [];
    const text = facts.sourceCode.getText(node);
    const isText =
      (node.type === "Literal" && typeof node.value === "string") ||
      (node.type === "TemplateLiteral" && node.expressions.length === 0);
    // An escape (`\N`) would be another one in lower case.
    if (isText && !text.includes("\\")) return [fixer.replaceText(node, text.toLowerCase())];
    const call = isString(node, facts) ? ".toLowerCase()" : "?.toLowerCase()";
    if (OPERANDS.test(node.type)) return [fixer.insertTextAfter(node, call)];
    return [fixer.insertTextBefore(node, "("), fixer.insertTextAfter(node, `)${call}`)];
  });
}

/** Expressions that a member can be read of without parentheses. */
const OPERANDS = /^(?:Identifier|MemberExpression|CallExpression|TemplateLiteral|Literal|ThisExpression)$/;

/** Returns whether the contract's class refuses a value: a message that is not literal where it has to be. */
function isRefused({ field, value }: LegacyField, { contract }: LegacyFacts): boolean {
  return field === getLastSegment(contract.data.fields.message) && !isMessage(readMessageParts(value), contract);
}
