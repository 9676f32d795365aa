import { openAuditLog } from "error-contract/audit-log";
import { mcpError, wrapHandler } from "error-contract/typed-mcp";

const audit = openAuditLog("audit-log.jsonl", {
  chain: true,
  redact: true,
  rotate: { size: 10_000_000, keep: 20 },
  writer: "files-server",
});

export const readFile = wrapHandler(
  ({ path }) => {
    throw mcpError("not_found", `There is no file ${path}`);
  },
  { tool_name: "read_file", audit },
);
