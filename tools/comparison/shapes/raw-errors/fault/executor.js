// no-raw-error, a fault: an executor rejects with it
import { read } from "../../lib.js";

export const text = (path) =>
  new Promise((resolve, reject) => {
    if (path === "") reject(new Error("No path"));
    else resolve(read(path));
  });
