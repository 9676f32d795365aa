import fs from "node:fs";
import path from "node:path";

/** @typedef {import("./state.js").SessionState} SessionState */

export const REPORT_FOLDER = "docs/reports";

/**
 * @param {SessionState} state
 * @param {string} reason
 */
export function lockSession(state, reason) {
  state.lock ??= { reason, since: Date.now() };
}

/**
 * A lock ends with a failure report that is newer than the lock.
 *
 * @param {SessionState} state
 */
export function hasFailureReport(state) {
  try {
    const folder = path.join(state.workspaceRoot, REPORT_FOLDER);
    return fs
      .readdirSync(folder)
      .some((name) => name.endsWith(".md") && fs.statSync(path.join(folder, name)).mtimeMs >= state.lock.since - 1000);
  } catch {
    return false;
  }
}
