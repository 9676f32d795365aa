// require-cause, no fault: an executor with it
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export const text = (path) =>
  new Promise((resolve, reject) => {
    try {
      resolve(read(path));
    } catch (error) {
      reject(toolError("UPSTREAM_FAILED", "No text", { cause: error }));
    }
  });
