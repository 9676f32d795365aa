// valid-envelope (standard), no fault: the rest comes from elsewhere
export const missing = (base) => ({ error: { ...base, code: "NOT_FOUND", message: "Not found" } });
