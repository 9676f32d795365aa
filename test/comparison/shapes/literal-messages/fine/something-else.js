// require-literal-message (context-resolve), no fault: a message of something else
import { cache } from "../../lib.js";

export const progress = (path) => ({ level: "info", message: `Reading ${path}, ${cache.size} cached` });
export const chat = (user, text) => ({ message: `${user}: ${text}` });
