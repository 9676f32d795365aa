// valid-envelope (kaiza), a fault: a role that there is not
export const locked = () => ({
  error_code: "SESSION_LOCKED",
  human_message: "The session is locked",
  role: "ADMIN",
  session_id: null,
  workspace_root: null,
  tool_name: "write_file",
  invariant_id: null,
  phase_id: null,
  plan_hash: null,
  cause: null,
  timestamp: new Date().toISOString(),
});
