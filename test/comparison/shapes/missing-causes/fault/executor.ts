// require-cause, a fault: an executor rejects without it
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export const text = (path: string) =>
  new Promise<string>((resolve, reject) => {
    try {
      resolve(read(path));
    } catch {
      reject(toolError("UPSTREAM_FAILED", "No text"));
    }
  });
