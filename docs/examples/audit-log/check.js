import { verifyAuditLog } from "error-contract/audit-log";

const log = process.argv[2] ?? "audit-log.jsonl";
const { ok, entries, problems, torn, chains } = await verifyAuditLog(log);

console.log(`${entries} entries of ${chains.length} writers, ${torn.length} torn lines`);
for (const { kind, file, line, message } of problems) console.log(`${file}:${line} ${kind}: ${message}`);
process.exitCode = ok ? 0 : 1;
