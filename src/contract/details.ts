import { entryOf } from "./codes.js";
import type { ContractData } from "./contract-data.js";
import { schemaProblems } from "./schema.js";
import { detailsSchema } from "./compile-contract.js";

/**
 * What is wrong with the details of a code, in words: one line for each problem, beginning with the path. Empty where they are
 * as the contract has them, and where it says nothing of the code's details. Never throws, whatever the details.
 */
export function detailsProblems(contract: ContractData, code: string, details: unknown): readonly string[] {
  const entry = entryOf(contract, code);
  const schema = entry && detailsSchema(entry);
  return schema ? schemaProblems(schema, details, "details") : [];
}
