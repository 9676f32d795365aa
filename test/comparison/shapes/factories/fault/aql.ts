// prefer-factory (mcp-aql), a fault: an error of MCP-AQL by its class
import { AqlError } from "error-contract/mcp-aql";

export const missing = (name: string) =>
  new AqlError({ code: "VALIDATION_MISSING_PARAM", details: { param_name: name } });
