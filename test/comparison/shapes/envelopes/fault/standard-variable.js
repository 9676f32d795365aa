// valid-envelope (standard), a fault: through a variable, with a message that is no text
export function refused() {
  const envelope = { error: { code: "INVALID_INPUT", message: null, tool: "text", details: null } };
  return envelope;
}
