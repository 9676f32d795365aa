// prefer-factory (standard), a fault: the class in a namespace
import * as errors from "error-contract/standard";

export const missing = (path) => new errors.ToolError({ code: "NOT_FOUND", message: `No ${path}` });
