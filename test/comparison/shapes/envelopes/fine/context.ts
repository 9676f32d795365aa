// valid-envelope (context-resolve), no fault: the two fields
export const missing = () => ({ error: { code: "cache_missing", message: "Cache does not exist" } });
export const found = (documents: readonly string[]) => ({ documents });
