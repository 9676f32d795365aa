// prefer-factory (kaiza), a fault: a valid envelope of eleven fields, written by hand
export const locked = (session_id) => ({
  error_code: "SESSION_LOCKED",
  human_message: "The session is locked",
  role: null,
  session_id,
  workspace_root: null,
  tool_name: "write_file",
  invariant_id: null,
  phase_id: null,
  plan_hash: null,
  cause: null,
  timestamp: new Date().toISOString(),
});
