// no-raw-error, a fault: an executor rejects with nothing
import { read } from "../../lib.js";

export const text = (path: string) =>
  new Promise<string>((resolve, reject) => {
    if (path === "") reject();
    else resolve(read(path));
  });
