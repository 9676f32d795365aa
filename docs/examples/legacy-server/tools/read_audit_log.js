import { readAuditEntries } from "../core/audit.js";
import { KaizaError, ERROR_CODES } from "../core/error.js";
import { jsonResult } from "../core/result.js";
import { requireSession } from "../session/guard.js";

export async function readAuditLogHandler(args, extra) {
  const state = requireSession(extra, { allowLocked: true });
  const limit = args.limit ?? 50;
  if (!Number.isInteger(limit) || limit < 1) {
    throw new RangeError("INVALID_INPUT_VALUE: limit must be a positive whole number");
  }

  let entries;
  try {
    entries = await readAuditEntries(state.workspaceRoot);
  } catch (err) {
    if (err instanceof KaizaError) throw err;
    throw new KaizaError({
      error_code: ERROR_CODES.INTERNAL_ERROR,
      phase: "AUDIT",
      component: "READ_AUDIT_LOG",
      invariant: "AUDIT_LOG_READABLE",
      human_message: `${err.message ?? err}`,
      cause: err,
    });
  }
  const selected = args.tool ? entries.filter((entry) => entry.tool === args.tool) : entries;
  return jsonResult({ total: selected.length, entries: selected.slice(-limit) });
}
