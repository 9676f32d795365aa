import { readFileSync } from "node:fs";
import { openAuditLog, verifyAuditLog } from "error-contract/audit-log";

export const open = (log) => openAuditLog(log, { key: readFileSync("audit.key"), redact: true });

/** Checks a log against the chains of an earlier check, and returns those to keep for the next one. */
export async function check(log, earlier) {
  const { ok, problems, chains } = await verifyAuditLog(log, { key: readFileSync("audit.key"), earlier });
  for (const { file, line, message } of problems) console.error(`${file}:${line} ${message}`);
  return ok ? chains : earlier;
}
