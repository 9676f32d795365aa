// prefer-factory (standard), a fault: with details and a cause
import { ToolError } from "error-contract/standard";
import { load } from "../../lib.js";

export const text = (id) =>
  load(id).catch((error) => {
    throw new ToolError({
      code: "UPSTREAM_FAILED",
      message: "The store did not answer",
      details: { id },
      cause: error,
    });
  });
