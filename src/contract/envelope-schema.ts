import { createDetailsSchema, findEntry, listErrorCodes } from "./codes.js";
import type { ContractData, JSONSchema } from "./contract-data.js";
import type { EnvelopeOf } from "./infer.js";
import { isEnvelope } from "./is-envelope.js";
import { checkAgainstSchema, getLastPart } from "./schema.js";

type Which = keyof ContractData["envelopes"];

const draft = "https://json-schema.org/draft/2020-12/schema";
const complete = new WeakMap<ContractData, Map<Which, JSONSchema>>();

/**
 * Returns the JSON Schema (draft 2020-12) of an envelope: of a failure, unless `which` names another.
 *
 * @throws TypeError where the contract has no such envelope.
 * @example
 * ```js
 * import { getEnvelopeSchema } from "error-contract";
 * import { kaiza } from "error-contract/kaiza";
 *
 * console.log(getEnvelopeSchema(kaiza).$id); // urn:error-contract:kaiza:1.0.0
 * ```
 */
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

/**
 * Lists what is wrong with a value that should be an envelope, a line each; JSON text is a string.
 *
 * @throws TypeError where the contract has no such envelope; never for a value.
 * @example
 * ```js
 * import { listEnvelopeProblems } from "error-contract";
 * import { typedMcp } from "error-contract/typed-mcp";
 *
 * console.log(listEnvelopeProblems(typedMcp, { error: "not_found" })[0]); // message: missing
 * ```
 */
export function listEnvelopeProblems(
  contract: ContractData,
  value: unknown,
  which: Which = "failure",
): readonly string[] {
  return checkAgainstSchema(getEnvelopeSchema(contract, which), value);
}

/**
 * Returns the value itself as the typed envelope; `undefined` where it has problems, or other details than its code's.
 * Never throws.
 *
 * @example
 * ```js
 * import { parseEnvelope } from "error-contract";
 * import { typedMcp } from "error-contract/typed-mcp";
 *
 * console.log(parseEnvelope(typedMcp, { error: "not_found" })); // undefined
 * ```
 */
export function parseEnvelope<const C extends ContractData>(contract: C, value: unknown): EnvelopeOf<C> | undefined {
  return isEnvelope(contract, value) ? (value as EnvelopeOf<C>) : undefined;
}

/**
 * Lists what is wrong with the details of a code, a line each with the path. Empty where they are not described. Never
 * throws.
 *
 * @example
 * ```js
 * import { listDetailsProblems } from "error-contract";
 * import { typedMcp } from "error-contract/typed-mcp";
 *
 * console.log(listDetailsProblems(typedMcp, "rate_limited", {})[0]); // details.retry_after: missing
 * ```
 */
export function listDetailsProblems(contract: ContractData, code: string, details: unknown): readonly string[] {
  const entry = findEntry(contract, code);
  const schema = entry && createDetailsSchema(entry);
  return schema ? checkAgainstSchema(schema, details, "details") : [];
}
