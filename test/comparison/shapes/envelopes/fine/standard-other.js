// valid-envelope (standard), no fault: the error object of somebody else
export const google = () => ({ error: { code: 404, message: "Not found", status: "NOT_FOUND" } });
export const openai = () => ({ error: { type: "invalid_request_error", code: null, param: "model", message: "x" } });
