import { aqlError } from "error-contract/mcp-aql";

export const fail = () => {
  throw aqlError("NOT_FOUND_RESOURCE", { resource_type: "note", resource_id: "7" });
};
