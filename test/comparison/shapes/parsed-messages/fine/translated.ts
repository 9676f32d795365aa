// no-message-parsing (mcp-aql), no fault: translated by the code
const TEXTS: Record<string, string> = { PERMISSION_DENIED: "Zugriff verweigert" };
export const text = (error: { code: string; message: string }) => TEXTS[error.code] ?? error.message;
