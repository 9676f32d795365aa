import { openAuditLog } from "error-contract/audit-log";
import { contextResolveError, wrapHandler } from "error-contract/context-resolve";

const audit = openAuditLog("audit-log.jsonl", {
  chain: true,
  redact: true,
  rotate: { size: 10_000_000, keep: 20 },
  writer: "files-server",
});

export const readFile = wrapHandler(
  () => {
    throw contextResolveError("cache_missing");
  },
  { tool_name: "read_file", audit },
);
