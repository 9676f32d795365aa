// prefer-factory (standard), a fault: the class under another name
import { ToolError as Failure } from "error-contract/standard";

export const missing = (path: string) => new Failure({ code: "NOT_FOUND", message: `No ${path}` });
