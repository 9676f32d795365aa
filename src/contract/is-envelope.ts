import { isObject, readAt } from "../json/read.js";
import { findErrorEntry } from "./codes.js";
import type { ContractData } from "./contract-data.js";
import { matchesSchema } from "./schema.js";

/** Details that are there have to be those of the code; a server leaves out what it does not know. */
export function isEnvelope(contract: ContractData, value: unknown): boolean {
  // The code settles nearly every value.
  const entry = findErrorEntry(contract, readAt(value, contract.fields.code));
  if (!entry || !matchesSchema(contract.envelopes.failure, value)) return false;
  const { details: properties, shows = [] } = entry;
  const details = contract.fields.details === undefined ? undefined : readAt(value, contract.fields.details);
  if (!properties || !isObject(details)) return true;
  const shown = shows.map((name) => readAt(details, [name])).filter((detail) => typeof detail === "string");
  const message = readAt(value, contract.fields.message) as string;
  return matchesSchema({ properties }, details) && shown.every((detail) => message.includes(detail));
}
