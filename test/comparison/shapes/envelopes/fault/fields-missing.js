// valid-envelope (kaiza), a fault: most of the required fields are missing
import { cache } from "../../lib.js";

export function session(id) {
  if (!cache.has(id)) return { error_code: "SESSION_NOT_INITIALIZED", human_message: "Call begin_session first" };
  return { session: cache.get(id) };
}
