// valid-envelope (context-resolve), a fault: success and failure in one
export const documents = () => ({
  documents: [],
  error: { code: "internal_error", message: "Internal error" },
});
