import { openAuditLog } from "error-contract/audit-log";
import { toolError, wrapHandler } from "error-contract/standard";

const audit = openAuditLog("audit-log.jsonl", {
  chain: true,
  redact: true,
  rotate: { size: 10_000_000, keep: 20 },
  writer: "files-server",
});

export const readFile = wrapHandler(
  ({ path }) => {
    throw toolError("NOT_FOUND", `There is no file ${path}`);
  },
  { tool_name: "read_file", audit },
);

/** Part of the server's orderly end: waits for what is still on its way to the disk. */
export const close = () => audit.close();
