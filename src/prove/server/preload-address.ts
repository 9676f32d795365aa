import { fileURLToPath } from "node:url";
import type { PreloadSettings } from "../faults/report-lines.js";

/** The module that is loaded before the server. */
const preload = new URL("../preload/preload.js", import.meta.url);

/** Returns the options of Node that load it. Its settings stand in its address, where no environment can lose them. */
export function addPreload(options: string | undefined, settings: PreloadSettings): string {
  const address = new URL(preload);
  // Spaces and quotes of a path are escaped in its address.
  address.search = encodeURIComponent(JSON.stringify(settings));
  return `${options ?? ""} --import=${address.href}`.trim();
}

/** Returns the folder of this package, from which the SDK may be found. */
export const packageFolder = fileURLToPath(new URL("../../../", import.meta.url));
