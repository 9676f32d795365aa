import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import type { ContractData } from "error-contract";
import { readFieldName } from "../contract/file-contract.js";
import { removeProperties } from "../edits/remove-properties.js";
import { printEditedNode } from "../edits/fixer.js";
import { isNothing } from "../syntax/expressions.js";
import type { LegacyFacts } from "./legacy-facts.js";
import type { LegacyField } from "./legacy-fields.js";
import { createLowering } from "./lower-case.js";

type Fixer = TSESLint.RuleFixer;

/** The object of a legacy construction, with the edits that its fields need. */
export interface LegacyObject {
  readonly node: TSESTree.ObjectExpression;
  readonly fields: readonly LegacyField[];
  /** Field -> the edits that turn its legacy value into the envelope's. */
  readonly valueEdits: (fixer: Fixer, field: LegacyField) => readonly TSESLint.RuleFix[];
}

/** The edits inside a value that is written in lower case in the envelope. */
export function lowerCaseEdits(fixer: Fixer, field: LegacyField, facts: LegacyFacts): readonly TSESLint.RuleFix[] {
  return field.isLowerCase ? createLowering(field.value, facts).edits(fixer) : [];
}

/** Whether a field says nothing: `component: null`, where the envelope has a text of its own for it. */
export function saysNothing({ field, value }: LegacyField, { context, fields }: ContractData): boolean {
  const hasText = field === readFieldName(fields.message) || typeof context[field]?.default === "string";
  return hasText && isNothing(value);
}

/** The text of a value that becomes an argument of its own. */
export function printMovedValue(
  fixer: Fixer,
  object: LegacyObject,
  field: LegacyField,
  sourceCode: TSESLint.SourceCode,
): string {
  return printEditedNode(field.value, object.valueEdits(fixer, field), sourceCode);
}

/** The edits that give the fields that stay their new names and values, and take out the others. */
export function createObjectEdits(
  fixer: Fixer,
  object: LegacyObject,
  removed: readonly LegacyField[],
  sourceCode: TSESLint.SourceCode,
): TSESLint.RuleFix[] {
  const kept = object.fields.filter((field) => !removed.includes(field));
  const properties = removed.map(({ property }) => property);
  return [
    ...removeProperties(fixer, sourceCode, object.node, properties),
    ...kept.flatMap((field) => renameField(fixer, field, object.valueEdits(fixer, field), sourceCode)),
  ];
}

function renameField(
  fixer: Fixer,
  { property, value, field }: LegacyField,
  edits: readonly TSESLint.RuleFix[],
  sourceCode: TSESLint.SourceCode,
): TSESLint.RuleFix[] {
  const { key, shorthand } = property;
  if (shorthand) {
    const text = printEditedNode(value, edits, sourceCode);
    return text === field ? [] : [fixer.replaceText(property, `${field}: ${text}`)];
  }
  return [...(keyName(key) === field ? [] : [fixer.replaceText(key, keyText(property, field))]), ...edits];
}

function keyName(key: TSESTree.Node): unknown {
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" ? key.value : undefined;
}

function keyText({ key, computed }: TSESTree.Property, field: string): string {
  const quote = key.type === "Literal" ? key.raw.charAt(0) : computed ? '"' : "";
  return quote + field + quote;
}
