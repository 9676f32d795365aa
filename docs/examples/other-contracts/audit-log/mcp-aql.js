import { openAuditLog } from "error-contract/audit-log";
import { aqlError, wrapHandler } from "error-contract/mcp-aql";

const audit = openAuditLog("audit-log.jsonl", {
  chain: true,
  redact: true,
  rotate: { size: 10_000_000, keep: 20 },
  writer: "files-server",
});

export const readFile = wrapHandler(
  ({ path }) => {
    throw aqlError("NOT_FOUND_RESOURCE", { resource_type: "file", resource_id: path });
  },
  { tool_name: "read_file", audit },
);
