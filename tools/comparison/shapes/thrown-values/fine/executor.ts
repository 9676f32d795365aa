// no-raw-error, no fault: an executor rejects with the contract's error
import { toolError } from "error-contract/standard";
import { read } from "../../lib.js";

export const text = (path: string) =>
  new Promise((resolve, reject) => {
    if (path === "") reject(toolError("MISSING_INPUT", "No path"));
    else resolve(read(path));
  });
