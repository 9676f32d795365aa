import { openAuditLog } from "error-contract/audit-log";
import { SystemError, wrapHandler } from "error-contract/kaiza";

const audit = openAuditLog("audit-log.jsonl", {
  chain: true,
  redact: true,
  rotate: { size: 10_000_000, keep: 20 },
  writer: "files-server",
});

export const readFile = wrapHandler(
  ({ path }) => {
    throw SystemError.toolFailure("FILE_NOT_FOUND", { human_message: `There is no file ${path}` });
  },
  { tool_name: "read_file", audit },
);
