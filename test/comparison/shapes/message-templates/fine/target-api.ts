// match-message-template (mcp-aql), no fault: the words of the target API
import { aqlError } from "error-contract/mcp-aql";

export const gone = (body: { message: string }, id: string) =>
  aqlError(
    "NOT_FOUND_RESOURCE",
    { resource_type: "repository", resource_id: id, http_status: 404 },
    { message: body.message },
  );
