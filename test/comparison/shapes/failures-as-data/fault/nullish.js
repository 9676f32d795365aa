// no-error-result, a fault: where nothing was found
import { cache } from "../../lib.js";

export const text = (path) => cache.get(path) ?? { ok: false, error: "Not cached" };
