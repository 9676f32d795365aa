// no-error-result, a fault: a promise is resolved with it
import { read } from "../../lib.js";

export const text = (path: string) =>
  new Promise((resolve) => {
    if (path === "") resolve({ ok: false, error: "No path" });
    else resolve({ ok: true, text: read(path) });
  });
