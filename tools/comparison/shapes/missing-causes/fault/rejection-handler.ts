// require-cause, a fault: a rejection handler throws without it
import { toolError } from "error-contract/standard";
import { load, logger } from "../../lib.js";

export const text = (path: string) =>
  load(path).catch((error: unknown) => {
    logger.warn({ error });
    throw toolError("UPSTREAM_FAILED", "No text");
  });
