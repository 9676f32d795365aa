import { listErrorCodes } from "./codes.js";
import type { ContractData, JSONSchema } from "./contract-data.js";
import type { EnvelopeOf } from "./infer.js";
import { getLastPart } from "./leaf-fields.js";
import { checkAgainstSchema, matchesSchema } from "./schema.js";

type Which = keyof ContractData["envelopes"];

const draft = "https://json-schema.org/draft/2020-12/schema";
const complete = new WeakMap<ContractData, Map<Which, JSONSchema>>();

/**
 * Returns the JSON Schema (draft 2020-12) of a contract's envelope: the contract's own schema, with `$schema`, with the
 * contract's `schemaId` as its `$id` (followed by the envelope's name, except for the failure's), and with the
 * registered codes where codes stand: the warnings in the list of a success, everywhere else the errors.
 *
 * @param which the failure envelope, or another that the contract has.
 * @throws TypeError when the contract has no such envelope.
 */
export function envelopeSchema(contract: ContractData, which: Which = "failure"): JSONSchema {
  const known = complete.get(contract) ?? new Map<Which, JSONSchema>();
  complete.set(contract, known);
  const schema = known.get(which) ?? completeSchema(contract, which);
  known.set(which, schema);
  return schema;
}

function completeSchema(contract: ContractData, which: Which): JSONSchema {
  const schema = contract.envelopes[which];
  if (!schema) throw new TypeError(`contract ${contract.name} has no ${which} envelope`);
  const { code } = contract.fields;
  return {
    $schema: draft,
    $id: which === "failure" ? contract.schemaId : `${contract.schemaId}:${which}`,
    ...(which === "failure" || which === "http"
      ? withCodes(schema, code.split("."), listErrorCodes(contract))
      : which === "response"
        ? withCarriedCodes(schema, code.split("."), listErrorCodes(contract))
        : withListedCodes(
            schema,
            getLastPart(code),
            listErrorCodes(contract, which === "success" ? "warning" : "error"),
          )),
  };
}

/** Adds the codes to the member that holds the failure: the one with the code at the path of the failure. */
function withCarriedCodes(
  schema: JSONSchema,
  path: readonly string[],
  codes: readonly (string | number)[],
): JSONSchema {
  const members = Object.entries(schema.properties ?? {}).map(
    ([key, member]) => [key, withCodes(member, path, codes)] as const,
  );
  return { ...schema, properties: Object.fromEntries(members) };
}

/** Adds the codes to every list: a success lists warnings, a batch the failures of its operations. */
function withListedCodes(schema: JSONSchema, name: string, codes: readonly (string | number)[]): JSONSchema {
  const { properties, items } = schema;
  const members = Object.entries(properties ?? {}).map(
    ([key, member]) => [key, withListedCodes(member, name, codes)] as const,
  );
  return {
    ...schema,
    ...(properties && { properties: Object.fromEntries(members) }),
    ...(items && codes.length > 0 && { items: withCodes(items, [name], codes) }),
  };
}

function withCodes(
  schema: JSONSchema,
  [head, ...rest]: readonly string[],
  codes: readonly (string | number)[],
): JSONSchema {
  if (head === undefined) return schema.enum ? schema : { ...schema, enum: codes };
  const member = schema.properties?.[head];
  if (!member) return schema;
  return { ...schema, properties: { ...schema.properties, [head]: withCodes(member, rest, codes) } };
}

/**
 * Checks a value that should be a contract's failure envelope and returns the problems in words: one line each, with
 * the path, the expected value and the one that was found. Empty when the value conforms.
 *
 * The value is checked as it is: JSON text is a string, not an envelope. Never throws because of the value.
 *
 * @param which the failure envelope, or another that the contract has.
 * @throws TypeError when the contract has no such envelope.
 */
export function envelopeProblems(contract: ContractData, value: unknown, which: Which = "failure"): readonly string[] {
  return checkAgainstSchema(envelopeSchema(contract, which), value);
}

/**
 * Returns the value itself as the contract's envelope, typed, or `undefined` where {@link envelopeProblems} finds
 * problems. Never throws, whatever the value.
 */
export function parseEnvelope<const C extends ContractData>(contract: C, value: unknown): EnvelopeOf<C> | undefined {
  return matchesSchema(envelopeSchema(contract), value) ? (value as EnvelopeOf<C>) : undefined;
}
