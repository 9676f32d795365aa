// valid-envelope (kaiza), a fault: undefined, where the specification says null
export const locked = () => ({
  error_code: "SESSION_LOCKED",
  human_message: "The session is locked",
  role: null,
  session_id: undefined,
  workspace_root: null,
  tool_name: "write_file",
  invariant_id: null,
  phase_id: null,
  plan_hash: null,
  cause: null,
  timestamp: new Date().toISOString(),
});
