// no-raw-error, a fault: an executor rejects with a text
import { read } from "../../lib.js";

export const text = (path: string) =>
  new Promise((resolve, reject) => {
    if (path === "") reject("No path");
    else resolve(read(path));
  });
