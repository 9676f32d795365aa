// valid-envelope (standard), no fault: all parts
export const missing = (id: string) => ({
  error: { code: "NOT_FOUND", message: `No ${id}`, tool: "text", details: { id } },
});
