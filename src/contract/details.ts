import { findEntry } from "./codes.js";
import type { CodeEntry, ContractData, JSONSchema } from "./contract-data.js";
import { checkAgainstSchema } from "./schema.js";

/**
 * Checks the details of a code and returns the problems in words: one line each, beginning with the path. Empty where
 * the details conform, and where the contract does not describe the details of the code. Never throws, whatever the
 * details.
 */
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
