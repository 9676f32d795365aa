import fs from "node:fs";
import path from "node:path";
import { resolveInWorkspace, toRelative } from "../core/paths.js";
import { jsonResult } from "../core/result.js";
import { requireSession } from "../session/guard.js";

const IGNORED = new Set([".git", "node_modules", "audit-log.lock"]);
const MAX_DEPTH = 10;

/** @returns {Promise<import("../core/result.js").CallToolResult>} */
export async function listFilesHandler(args, extra) {
  const state = requireSession(extra);
  const depth = args.depth ?? 3;
  if (depth > MAX_DEPTH) {
    return {
      content: [{ type: "text", text: `INVALID_INPUT_VALUE: depth may be at most ${MAX_DEPTH}` }],
      isError: true,
    };
  }

  const folder = resolveInWorkspace(state.workspaceRoot, args.path ?? ".");
  if (!fs.existsSync(folder)) {
    throw new Error("No such folder: " + args.path);
  }
  if (!fs.statSync(folder).isDirectory()) {
    throw new Error(
      "INVALID_PATH: list_files takes a folder, and " +
        toRelative(state.workspaceRoot, folder) +
        " is a file. Use read_file for it.",
    );
  }

  const files = [];
  collect(folder, depth, files);
  return jsonResult({
    path: toRelative(state.workspaceRoot, folder),
    files: files.map((file) => toRelative(state.workspaceRoot, file)).sort(),
  });
}

/**
 * Adds the files below a folder to a list.
 *
 * @param {string} folder
 * @param {number} depth
 * @param {string[]} files
 */
export function collect(folder, depth, files) {
  if (depth < 1) return;
  let entries;
  try {
    entries = fs.readdirSync(folder, { withFileTypes: true });
  } catch (err) {
    console.error(`skipped ${folder}: ${err.message}`);
    return;
  }
  for (const entry of entries) {
    if (IGNORED.has(entry.name)) continue;
    const full = path.join(folder, entry.name);
    if (entry.isDirectory()) collect(full, depth - 1, files);
    else if (entry.isFile()) files.push(full);
  }
}
