import { openAuditLog } from "error-contract/audit-log";
import { JSON_RPC_CODES, jsonRpcError, wrapHandler } from "error-contract/json-rpc";

const audit = openAuditLog("audit-log.jsonl", {
  chain: true,
  redact: true,
  rotate: { size: 10_000_000, keep: 20 },
  writer: "files-server",
});

export const readFile = wrapHandler(
  ({ path }) => {
    throw jsonRpcError(JSON_RPC_CODES.NotFound, `There is no file ${path}`);
  },
  { tool_name: "read_file", audit },
);
