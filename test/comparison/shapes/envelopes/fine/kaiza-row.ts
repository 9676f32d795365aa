// valid-envelope (kaiza), no fault: a row for the log, with its own fields
import { logger, store } from "../../lib.js";

export async function append(seq: number, error_code: string, tool_name: string) {
  await store("audit-log.jsonl", JSON.stringify({ seq, tool_name, error_code, invariant_id: null }));
  logger.info({ error_code, tool_name });
}
