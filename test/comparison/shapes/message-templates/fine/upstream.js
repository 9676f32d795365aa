// match-message-template (mcp-aql), no fault: the words of the target API, out of its answer
import { aqlError } from "error-contract/mcp-aql";

export async function denied(response) {
  const { message } = await response.json();
  throw aqlError("PERMISSION_DENIED", { http_status: response.status }, { message });
}
