export type { AuditCause, AuditRecord, AuditSink } from "../boundary/boundary.js";
export type { RedactOptions } from "../json/redaction.js";
export { secretKeys, secretValues } from "../json/secrets.js";
export { AuditLogError, type AuditOperation } from "./audit-log-error.js";
export { openAuditLog, type AuditLog } from "./audit-log.js";
export { auditEntrySchema, type AuditEntry, type AuditMember } from "./entry.js";
export type { AuditLogOptions, AuditNotice, AuditNoticeKind, RotateOptions } from "./options.js";
export { verifyAuditLog, type AuditVerification, type AuditVerifyOptions } from "./verify.js";
export type { AuditChain, AuditPlace, AuditProblem, AuditProblemKind } from "./chain-check.js";
