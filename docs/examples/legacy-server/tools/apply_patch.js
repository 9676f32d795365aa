import fs from "node:fs";
import { KaizaError, ERROR_CODES } from "../core/error.js";
import { sha256 } from "../core/hash.js";
import { resolveInWorkspace, toRelative } from "../core/paths.js";
import { jsonResult } from "../core/result.js";
import policy from "../policy/rules.cjs";
import { requireRole, requireSession } from "../session/guard.js";
import { guardPlan, guardProtectedPaths } from "./write_file.js";

/** A hunk that does not fit the file. */
class HunkError extends KaizaError {
  /**
   * @param {number} number
   * @param {string} reason
   */
  constructor(number, reason) {
    super({
      error_code: "PATCH_APPLY_FAILED",
      phase: "PATCH",
      component: "APPLY_PATCH",
      human_message: `Hunk ${number} does not apply: ${reason}`,
    });
    this.hunk = number;
  }
}

export async function applyPatchHandler(args, extra) {
  const state = requireSession(extra);
  requireRole(state, "WINDSURF", "apply patches");
  const absolute = resolveInWorkspace(state.workspaceRoot, args.path);
  const filePath = toRelative(state.workspaceRoot, absolute);
  guardProtectedPaths(state, filePath);
  guardPlan(state, filePath, args.plan_id);

  let original;
  try {
    original = fs.readFileSync(absolute, "utf8");
  } catch (err) {
    if (err.code === "ENOENT") {
      throw new Error("FILE_NOT_FOUND: " + filePath);
    }
    throw new KaizaError({
      error_code: ERROR_CODES.INTERNAL_ERROR,
      phase: "PATCH",
      component: "APPLY_PATCH",
      invariant: "PATCH_BASE_READABLE",
      human_message: `Could not read ${filePath}: ${err.message}`,
    });
  }

  let rebased = false;
  try {
    assertHash(original, args.expected_hash);
  } catch (err) {
    // The context lines of the hunks still have to match, so a moved base is good enough for a client that asks for it.
    if (!args.allow_rebase || !err.message.startsWith("HASH_MISMATCH")) throw err;
    rebased = true;
  }

  const patched = applyHunks(original, parseHunks(args.patch));
  policy.enforcePolicy(filePath, patched);
  fs.writeFileSync(absolute, patched);
  return jsonResult({ path: filePath, hash: sha256(patched), rebased });
}

/**
 * @param {string} content
 * @param {string} expected
 */
function assertHash(content, expected) {
  const actual = sha256(content);
  if (actual !== expected) {
    throw new Error(`HASH_MISMATCH: expected ${expected}, the file has ${actual}`);
  }
}

/**
 * @typedef {object} Hunk
 * @property {number} start first line in the original, from 1
 * @property {string[]} lines each with its leading space, plus or minus
 */

/**
 * @param {string} patch
 * @returns {Hunk[]}
 */
function parseHunks(patch) {
  /** @type {Hunk[]} */
  const hunks = [];
  for (const line of patch.replace(/\n$/, "").split("\n")) {
    const header = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/.exec(line);
    if (header) {
      hunks.push({ start: Number(header[1]), lines: [] });
    } else if (hunks.length > 0 && /^[ +-]/.test(line)) {
      hunks.at(-1).lines.push(line);
    } else if (!/^(?:---|\+\+\+|diff |index |\\)/.test(line)) {
      throw new SyntaxError(`PATCH_INVALID: unexpected line "${line}"`);
    }
  }
  if (hunks.length === 0) {
    throw new Error("PATCH_INVALID: No hunks found");
  }
  return hunks;
}

/**
 * @param {string} content
 * @param {Hunk[]} hunks
 */
function applyHunks(content, hunks) {
  const lines = content.split("\n");
  let shift = 0;
  for (const [index, hunk] of hunks.entries()) {
    const before = hunk.lines.filter((line) => line[0] !== "+").map((line) => line.slice(1));
    const after = hunk.lines.filter((line) => line[0] !== "-").map((line) => line.slice(1));
    const at = Math.max(hunk.start - 1, 0) + shift;

    const mismatch = before.findIndex((line, offset) => lines[at + offset] !== line);
    if (mismatch !== -1) {
      throw new HunkError(index + 1, `line ${at + mismatch + 1} is "${lines[at + mismatch] ?? "(end of file)"}"`);
    }
    lines.splice(at, before.length, ...after);
    shift += after.length - before.length;
  }
  return lines.join("\n");
}
