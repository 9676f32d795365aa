// prefer-factory (standard), no fault: only asked about
import { ToolError } from "error-contract/standard";

export const isMissing = (error) => error instanceof ToolError && error.code === "NOT_FOUND";
