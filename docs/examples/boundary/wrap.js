import { openAuditLog } from "error-contract/audit-log";
import { wrapHandler } from "error-contract/kaiza";

const audit = openAuditLog(process.env.AUDIT_LOG ?? "audit-log.jsonl");

/** What `begin_session` fills in. */
export const session = { session_id: null, role: null, workspace_root: null };

/** The boundary of this server: every tool has the same log and the same session. */
export const wrap = (handler, tool_name) => wrapHandler(handler, { tool_name, audit, session: () => session });
