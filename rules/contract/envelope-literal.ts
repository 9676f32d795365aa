import type { TSESLint, TSESTree } from "@typescript-eslint/utils";
import * as ASTUtils from "@typescript-eslint/utils/ast-utils";
import type { ContractData, JSONSchema } from "error-contract";
import { unwrapped } from "../syntax/expressions.js";
import { objectFields } from "../syntax/references.js";

type JSONType = Exclude<NonNullable<JSONSchema["type"]>, readonly unknown[]>;

/**
 * Whether an object literal may be the failure envelope of a contract: it has the fields that the envelope requires, and
 * says nothing that the envelope's schema rules out. What is not written out has the benefit of the doubt.
 */
export function mayBeEnvelope(
  object: TSESTree.ObjectExpression,
  { envelopes }: ContractData,
  sourceCode: TSESLint.SourceCode,
): boolean {
  return mayFit(object, envelopes.failure, sourceCode);
}

function mayFit(node: TSESTree.Node, schema: JSONSchema, sourceCode: TSESLint.SourceCode): boolean {
  const value = unwrapped(node);
  if (value.type === "ObjectExpression") return mayFitObject(value, schema, sourceCode);
  const known = ASTUtils.getStaticValue(value, sourceCode.getScope(value));
  if (!known) return true;
  if (schema.const !== undefined && schema.const !== known.value) return false;
  // A code of the wrong list is another rule's finding.
  const type = typeOf(known.value);
  const types = [schema.type ?? type].flat();
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

function mayFitObject(object: TSESTree.ObjectExpression, schema: JSONSchema, sourceCode: TSESLint.SourceCode): boolean {
  const { values, isOpen } = objectFields(object, sourceCode);
  if (!isOpen && schema.required?.some((name) => !values.has(name))) return false;
  if (schema.anyOf && !schema.anyOf.some((each) => mayFitObject(object, each, sourceCode))) return false;
  return Object.entries(schema.properties ?? {}).every(([name, field]) => {
    const value = values.get(name);
    return !value || mayFit(value, field, sourceCode);
  });
}

function typeOf(value: unknown): JSONType {
  if (value === null) return "null";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "boolean";
  return Array.isArray(value) ? "array" : "object";
}
