import fs from "node:fs";
import { KaizaError } from "../core/error.js";
import { resolveInWorkspace, toRelative } from "../core/paths.js";
import { jsonResult } from "../core/result.js";
import { requireSession } from "../session/guard.js";
import { collect } from "./list_files.js";

const MAX_MATCHES = 200;

export async function searchTextHandler(args, extra) {
  const state = requireSession(extra);
  if (!args.pattern) {
    throw new Error("MISSING_REQUIRED_FIELD: pattern");
  }
  const pattern = compile(args.pattern, args.ignore_case);
  const folder = resolveInWorkspace(state.workspaceRoot, args.path ?? ".");
  if (!fs.existsSync(folder)) {
    throw new Error(`PATH_NOT_FOUND: ${args.path}`);
  }

  const files = [];
  collect(folder, 10, files);
  const matches = [];
  for (const file of files.sort()) {
    for (const [index, line] of linesOf(file).entries()) {
      if (!pattern.test(line)) continue;
      matches.push({ path: toRelative(state.workspaceRoot, file), line: index + 1, text: line.trim() });
      if (matches.length > MAX_MATCHES) {
        throw new KaizaError({
          error_code: "SEARCH_LIMIT_EXCEEDED",
          phase: "EXECUTION",
          component: "SEARCH_TEXT",
          human_message: `More than ${MAX_MATCHES} lines match, narrow the pattern or the path`,
        });
      }
    }
  }
  return jsonResult({ matches });
}

/**
 * @param {string} pattern
 * @param {boolean} [ignoreCase]
 */
function compile(pattern, ignoreCase) {
  try {
    return new RegExp(pattern, ignoreCase ? "i" : "");
  } catch (err) {
    throw new Error("INVALID_INPUT_FORMAT: " + err.message);
  }
}

/** @param {string} file */
function linesOf(file) {
  try {
    return fs.readFileSync(file, "utf8").split("\n");
  } catch {
    return [];
  }
}
