import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { ContractData } from "error-contract";
import { getEnvelopeFields } from "../contract/envelope-fields.js";
import type { LegacySettings } from "../contract/legacy-settings.js";
import { isErrorName } from "../syntax/error-names.js";
import { isNothing, listPossibleValues, readMessageParts } from "../syntax/expressions.js";
import { readStaticKey, readStaticValue, getLastSegment } from "../syntax/references.js";
import { isMessage } from "../throws/raw-error.js";
import { isString } from "../types/is-string.js";
import type { LegacyFacts } from "./legacy-facts.js";

type Fixer = TSESLint.RuleFixer;

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
export function saysNothing({ field, value }: LegacyField, { context, fields }: ContractData): boolean {
  const hasText = field === getLastSegment(fields.message) || typeof context[field]?.default === "string";
  return hasText && isNothing(value);
}

/** Whether a value that is written in lower case is surely a string, or nothing at all. */
export function isSurelyLowered({ isLowerCase, value }: LegacyField, facts: LegacyFacts): boolean {
  return !isLowerCase || listPossibleValues(value).every((each) => isNothing(each) || isString(each, facts));
}

/** The edits that write a value in lower case: of texts themselves, and a call for anything else. */
export function lowerCaseEdits(
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

/**
 * Whether a value that the legacy class took is one that the contract's class refuses: a message that is not literal
 * where the contract wants it so, a known value that is no string where the schema asks for one. Unknown values are not
 * refused: most code passes a value that fits the field.
 */
export function isRefused({ field, value }: LegacyField, facts: LegacyFacts): boolean {
  const { data } = facts.contract;
  if (field === getLastSegment(data.fields.message) && !isMessage(readMessageParts(value), facts.contract)) return true;
  const types = [getEnvelopeFields(data).schemas.get(field)?.type ?? []].flat();
  if (!types.includes("string") || types.includes("object")) return false;
  return listPossibleValues(value).some((node) => isRefusedText(node, types.includes("null"), facts));
}

function isRefusedText(node: TSESTree.Node, takesNull: boolean, facts: LegacyFacts): boolean {
  if (isString(node, facts)) return false;
  const known = readStaticValue(node, facts.sourceCode);
  // A regular expression that the engine does not know has no value either.
  if (known) return known.value === null ? !takesNull : known.value !== undefined;
  // `human_message: err`
  return node.type === "Identifier" && isErrorName(node.name);
}
