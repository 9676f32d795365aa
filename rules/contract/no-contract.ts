import type { ContractData } from "error-contract";

/**
 * What stands in for a contract where `settings.errorContract.contract` is null. It has no codes, no class, no factory
 * and no envelope, so whatever a helper asks for of the contract is found nowhere.
 */
export const NO_CONTRACT: ContractData = {
  name: "none",
  version: "1.0.0",
  schemaId: "",
  registry: "closed",
  codes: {},
  fallback: { construct: "", unknown: "" },
  fields: { code: "code", message: "message" },
  envelopes: { failure: {} },
  context: {},
  message: "free",
  delivery: "throw",
  vocabulary: { module: "", errorClass: "", codes: "", factories: [], boundary: "" },
};
