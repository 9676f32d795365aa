// valid-envelope (mcp-aql), a fault: the error as a text
export const denied = () => ({ success: false, error: "PERMISSION_DENIED", message: "Permission denied" });
