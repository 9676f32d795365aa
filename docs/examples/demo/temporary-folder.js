import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** A new folder whose real path it is: on macOS the temporary folder stands behind a link. */
export function temporaryFolder() {
  return fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "error-contract-demo-")));
}

/**
 * Removes a folder when the process ends, also by Ctrl-C.
 *
 * @param {string} folder
 */
export function removeAtExit(folder) {
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  process.on("SIGINT", () => process.exit(130));
  process.on("SIGTERM", () => process.exit(143));
}
