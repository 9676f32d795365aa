import fs from "node:fs";
import path from "node:path";
import { KaizaError, ERROR_CODES } from "./error.js";

/**
 * Turns a path that a client sent into an absolute one inside the workspace.
 *
 * @param {string} workspaceRoot
 * @param {any} filePath
 * @returns {string}
 * @throws {KaizaError} when a link leads out of the workspace
 */
export function resolveInWorkspace(workspaceRoot, filePath) {
  if (typeof filePath !== "string") {
    throw new Error("path must be a string");
  }
  if (filePath.trim() === "") {
    throw new Error("INVALID_INPUT_VALUE: path must not be empty");
  }
  if (filePath.includes("\0")) {
    throw new Error("INVALID_PATH: NUL bytes are not permitted");
  }
  if (filePath.split(/[\\/]/).includes("..")) {
    throw new Error("INVALID_PATH: Path traversal (..) not permitted: " + filePath);
  }

  const absolute = path.resolve(workspaceRoot, filePath);
  if (!isInside(workspaceRoot, absolute)) {
    throw new Error(
      "OUTSIDE_WORKSPACE: " +
        filePath +
        " is not below the workspace root. " +
        "Give a path relative to the workspace.",
    );
  }

  const real = realPathOf(absolute);
  if (!isInside(workspaceRoot, real)) {
    throw new KaizaError({
      error_code: ERROR_CODES.BYPASS_ATTEMPT,
      phase: "PATH_RESOLUTION",
      component: "PATH_GUARD",
      invariant: "WORKSPACE_CONFINEMENT",
      human_message: `${filePath} is a link to a place outside the workspace`,
    });
  }
  return absolute;
}

/**
 * @param {string} workspaceRoot
 * @param {string} absolute
 */
export function toRelative(workspaceRoot, absolute) {
  return path.relative(workspaceRoot, absolute).split(path.sep).join("/") || ".";
}

/**
 * @param {string} root
 * @param {string} candidate
 */
function isInside(root, candidate) {
  return candidate === root || candidate.startsWith(root + path.sep);
}

/**
 * The real path of a file, or of its nearest parent that exists: a new file has none of its own.
 *
 * @param {string} absolute
 */
function realPathOf(absolute) {
  let existing = absolute;
  const rest = [];
  while (!fs.existsSync(existing)) {
    rest.unshift(path.basename(existing));
    existing = path.dirname(existing);
  }
  return path.join(fs.realpathSync(existing), ...rest);
}
