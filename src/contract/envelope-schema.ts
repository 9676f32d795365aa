import { createDetailsSchema, findEntry, listErrorCodes } from "./codes.js";
import type { ContractData, JSONSchema } from "./contract-data.js";
import type { EnvelopeOf } from "./infer.js";
import { isEnvelope } from "./is-envelope.js";
import { checkAgainstSchema, getLastPart } from "./schema.js";

type Which = keyof ContractData["envelopes"];

const draft = "https://json-schema.org/draft/2020-12/schema";
const complete = new WeakMap<ContractData, Map<Which, JSONSchema>>();

/** Returns the JSON Schema (draft 2020-12) of an envelope; a TypeError where the contract has no such envelope. */
export function getEnvelopeSchema(contract: ContractData, which: Which = "failure"): JSONSchema {
  const known = complete.get(contract) ?? new Map<Which, JSONSchema>();
  complete.set(contract, known);
  const schema = known.get(which) ?? completeSchema(contract, which);
  known.set(which, schema);
  return schema;
}

function completeSchema(contract: ContractData, which: Which): JSONSchema {
  const schema = contract.envelopes[which];
  if (!schema) throw new TypeError(`contract ${contract.name} has no ${which} envelope`);
  const { schemaId, fields } = contract;
  const codes = listErrorCodes(contract, which === "success" ? "warning" : "error");
  if (which === "failure") return { $schema: draft, $id: schemaId, ...withCode(schema, fields.code.split("."), codes) };
  // A success and a batch have codes in lists: of warnings, and of the failures of operations.
  const isListed = which === "success" || which === "batch";
  const known = codes.length > 0 ? withCodes(schema, getLastPart(fields.code), codes, !isListed) : schema;
  return { $schema: draft, $id: `${schemaId}:${which}`, ...known };
}

function withCode(
  schema: JSONSchema,
  [name, ...rest]: readonly string[],
  codes: readonly (string | number)[],
): JSONSchema {
  if (name === undefined) return schema.enum || schema.const !== undefined ? schema : { ...schema, enum: codes };
  const { properties = {} } = schema;
  return { ...schema, properties: { ...properties, [name]: withCode(properties[name]!, rest, codes) } };
}

/** @param isWanted whether codes are added here, and not only to items of lists below. */
function withCodes(
  schema: JSONSchema,
  name: string,
  codes: readonly (string | number)[],
  isWanted: boolean,
): JSONSchema {
  const { properties, items } = schema;
  const members = Object.entries(properties ?? {}).map(([key, member]) => {
    const isCode = key === name && isWanted && !member.properties && !member.enum && member.const === undefined;
    return [key, isCode ? { ...member, enum: codes } : withCodes(member, name, codes, isWanted)] as const;
  });
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && { items: withCodes(items, name, codes, true) }),
  };
}

/** Lists what is wrong with a value that should be an envelope, a line each; JSON text is a string. */
export function listEnvelopeProblems(
  contract: ContractData,
  value: unknown,
  which: Which = "failure",
): readonly string[] {
  return checkAgainstSchema(getEnvelopeSchema(contract, which), value);
}

/** The value itself as the typed envelope; `undefined` where it has problems, or other details than its code's. */
export function parseEnvelope<const C extends ContractData>(contract: C, value: unknown): EnvelopeOf<C> | undefined {
  return isEnvelope(contract, value) ? (value as EnvelopeOf<C>) : undefined;
}

/** Lists what is wrong with the details of a code, a line each with the path. Empty where they are not described. */
export function listDetailsProblems(contract: ContractData, code: string, details: unknown): readonly string[] {
  const entry = findEntry(contract, code);
  const schema = entry && createDetailsSchema(entry);
  return schema ? checkAgainstSchema(schema, details, "details") : [];
}
