// prefer-factory (standard), no fault: a class of its own
import { ToolError } from "error-contract/standard";

export class QuotaError extends ToolError {
  constructor(readonly left: number) {
    super({ code: "RATE_LIMITED", message: "Too many requests" });
  }
}
export const limited = () => new QuotaError(0);
