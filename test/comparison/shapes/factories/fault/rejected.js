// prefer-factory (standard), a fault: a promise is rejected with it
import { ToolError } from "error-contract/standard";

export const text = (path) => Promise.reject(new ToolError({ code: "NOT_FOUND", message: `No ${path}` }));
