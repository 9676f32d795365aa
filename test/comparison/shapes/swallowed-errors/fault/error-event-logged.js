// no-swallowed-error, a fault: an error event that is only logged
import { createReadStream } from "node:fs";

export const open = (path) => createReadStream(path).once("error", (error) => console.error(error));
