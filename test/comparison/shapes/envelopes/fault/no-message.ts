// valid-envelope (context-resolve), a fault: a code without a message
export const refused = () => ({ error: { code: "invalid_query" } });
