// no-error-result, no fault: an argument that asks for something
import { configure } from "../../lib.js";

export const quiet = (path: string) => configure({ success: false, path });
