// require-cause, a fault: an error event rejects without it
import { createReadStream } from "node:fs";
import { toolError } from "error-contract/standard";

export const open = (path: string) =>
  new Promise((resolve, reject) => {
    createReadStream(path)
      .on("open", resolve)
      .on("error", () => reject(toolError("UPSTREAM_FAILED", "No text")));
  });
