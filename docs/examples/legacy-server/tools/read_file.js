import fs from "node:fs";
import { ERROR_CODES, ensureKaizaError } from "../core/error.js";
import { sha256 } from "../core/hash.js";
import { resolveInWorkspace, toRelative } from "../core/paths.js";
import { jsonResult, textResult } from "../core/result.js";
import { requireSession } from "../session/guard.js";

const MAX_BYTES = 1024 * 1024;

export async function readFileHandler(args, extra) {
  const state = requireSession(extra);
  if (!args.path) {
    throw new Error("path is required");
  }
  const absolute = resolveInWorkspace(state.workspaceRoot, args.path);

  if (!fs.existsSync(absolute)) {
    throw Object.assign(new Error(`File not found: ${args.path}`), { code: "FILE_NOT_FOUND" });
  }
  const stats = fs.statSync(absolute);
  if (stats.isDirectory()) {
    throw new Error("[FILE_READ_FAILED] " + args.path + " is a folder, use list_files");
  }
  if (stats.size > MAX_BYTES) {
    const error = /** @type {NodeJS.ErrnoException} */ (new Error(`${args.path} is larger than ${MAX_BYTES} bytes`));
    error.code = "FILE_READ_FAILED";
    throw error;
  }

  let content;
  try {
    content = await fs.promises.readFile(absolute);
  } catch (err) {
    throw ensureKaizaError(err, {
      error_code: "FILE_READ_FAILED",
      phase: "EXECUTION",
      component: "READ_FILE",
      invariant: "READ_LEAVES_NO_TRACE",
    });
  }

  if (args.lines) {
    const [first, last] = parseRange(args.lines);
    return textResult(
      content
        .toString("utf8")
        .split("\n")
        .slice(first - 1, last)
        .join("\n"),
    );
  }
  return jsonResult({
    path: toRelative(state.workspaceRoot, absolute),
    hash: sha256(content),
    content: content.toString("utf8"),
  });
}

/**
 * @param {string} range "10-20" or "10"
 * @returns {[number, number]}
 */
function parseRange(range) {
  const match = /^(\d+)(?:-(\d+))?$/.exec(range);
  if (!match) {
    throw new RangeError("INVALID_INPUT_FORMAT: lines must look like 10-20, got " + range);
  }
  const first = Number(match[1]);
  const last = Number(match[2] ?? match[1]);
  if (first < 1 || last < first) {
    throw new RangeError("INVALID_INPUT_VALUE: lines " + range + " is no range");
  }
  return [first, last];
}
