// prefer-factory (standard), a fault: one arm of a conditional
import { ToolError, toolError } from "error-contract/standard";

export const problem = (path: string) =>
  path ? toolError("NOT_FOUND", `No ${path}`) : new ToolError({ code: "MISSING_INPUT", message: "No path" });
