import { openAuditLog } from "error-contract/audit-log";
import { wrapHandler } from "error-contract/standard";

const audit = openAuditLog(process.env.AUDIT_LOG ?? "audit-log.jsonl");

/** What this server knows of its session, and its failures say. */
export const session = { correlation_id: undefined };

/** The boundary of this server: every tool has the same log and the same session. */
export const wrap = (handler, tool_name) => wrapHandler(handler, { tool_name, audit, session: () => session });
