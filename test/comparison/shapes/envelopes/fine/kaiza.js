// valid-envelope (kaiza), no fault: every field
export const locked = (session_id, cause) => ({
  error_code: "SESSION_LOCKED",
  human_message: "The session is locked",
  role: "WINDSURF",
  session_id,
  workspace_root: null,
  tool_name: "write_file",
  invariant_id: null,
  phase_id: null,
  plan_hash: null,
  cause,
  timestamp: new Date().toISOString(),
});
