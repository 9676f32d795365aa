// prefer-factory (standard), no fault: which fields these are is computed
import { ToolError } from "error-contract/standard";

export const made = (field, code) => new ToolError({ [field]: code, message: "x" });
