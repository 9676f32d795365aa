import { findEntry } from "./codes.js";
import type { CodeEntry, ContractData, JSONSchema } from "./contract-data.js";
import { checkAgainstSchema } from "./schema.js";

/** Lists what is wrong with the details of a code, a line each with the path. Empty where they are not described. */
export function listDetailsProblems(contract: ContractData, code: string, details: unknown): readonly string[] {
  const entry = findEntry(contract, code);
  const schema = entry && createDetailsSchema(entry);
  return schema ? checkAgainstSchema(schema, details, "details") : [];
}

export function createDetailsSchema({ details }: CodeEntry): JSONSchema | undefined {
  if (!details) return undefined;
  const required = Object.keys(details).filter((name) => details[name]!.optional !== true);
  return { type: "object", required, properties: details };
}
