// valid-envelope (kaiza), a fault: a field under another name
export const locked = (res) =>
  res.status(423).json({
    error_code: "SESSION_LOCKED",
    human_message: "The session is locked",
    role: null,
    sessionId: null,
    workspace_root: null,
    tool_name: "write_file",
    invariant_id: null,
    phase_id: null,
    plan_hash: null,
    cause: null,
    timestamp: new Date().toISOString(),
  });
