import { mcpError } from "error-contract/typed-mcp";

export const fail = () => {
  throw mcpError("not_found", "There is no note 7");
};
