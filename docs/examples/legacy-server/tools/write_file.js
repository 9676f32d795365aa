import fs from "node:fs";
import path from "node:path";
import { AUDIT_FILE } from "../core/audit.js";
import { KaizaError, ERROR_CODES } from "../core/error.js";
import { sha256 } from "../core/hash.js";
import { resolveInWorkspace, toRelative } from "../core/paths.js";
import { PlanScopeError } from "../core/plan-errors.js";
import { loadPlan, requireApproved } from "../core/plan-store.js";
import { jsonResult } from "../core/result.js";
import policy from "../policy/rules.cjs";
import { requireRole, requireSession } from "../session/guard.js";
import { lockSession, REPORT_FOLDER } from "../session/lock.js";

const DOCUMENTS = new Set([".md", ".txt", ".json"]);

export async function writeFileHandler(args, extra) {
  const state = requireSession(extra, { allowLocked: isReport(args.path) });
  if (typeof args.content !== "string") {
    throw new TypeError("content must be a string");
  }
  const absolute = resolveInWorkspace(state.workspaceRoot, args.path);
  const filePath = toRelative(state.workspaceRoot, absolute);

  if (!isReport(filePath)) {
    requireRole(state, "WINDSURF", "write files");
    guardProtectedPaths(state, filePath);
    guardPlan(state, filePath, args.plan_id);
  }
  if (!DOCUMENTS.has(path.extname(filePath))) {
    policy.enforcePolicy(filePath, args.content);
  }

  if (fs.existsSync(absolute)) {
    if (!args.overwrite) {
      throw new Error(`FILE_ALREADY_EXISTS: ${filePath} exists, pass overwrite to replace it`);
    }
    if (args.expected_hash && sha256(fs.readFileSync(absolute)) !== args.expected_hash) {
      throw new Error("HASH_MISMATCH: " + filePath + " was modified since it was read");
    }
  }

  try {
    fs.mkdirSync(path.dirname(absolute), { recursive: true });
    fs.writeFileSync(absolute, args.content);
  } catch (err) {
    throw new Error(`FILE_WRITE_FAILED: ${err.message}`);
  }
  return jsonResult({ path: filePath, hash: sha256(args.content), bytes: Buffer.byteLength(args.content) });
}

/** @param {unknown} filePath */
function isReport(filePath) {
  return typeof filePath === "string" && filePath.startsWith(`${REPORT_FOLDER}/`) && !filePath.includes("..");
}

/**
 * @param {import("../session/state.js").SessionState} state
 * @param {string} filePath
 */
export function guardProtectedPaths(state, filePath) {
  if (filePath === AUDIT_FILE) {
    lockSession(state, `attempt to write ${AUDIT_FILE}`);
    throw new KaizaError({
      error_code: ERROR_CODES.BYPASS_ATTEMPT,
      phase: "WRITE_GUARD",
      component: "WRITE_FILE",
      invariant: "AUDIT_LOG_APPEND_ONLY",
      human_message: "The audit log is written by the server alone",
    });
  }

  const prefix = state.config.protected_paths.find((protectedPath) => filePath.startsWith(protectedPath));
  if (prefix) {
    throw new KaizaError({
      error_code: ERROR_CODES.WRITE_REJECTED,
      phase: "WRITE_GUARD",
      component: "WRITE_FILE",
      human_message: `${filePath} is protected: nothing below ${prefix} may be written`,
    });
  }
}

/**
 * @param {import("../session/state.js").SessionState} state
 * @param {string} filePath
 * @param {string | undefined} planId
 */
export function guardPlan(state, filePath, planId) {
  if (!planId) {
    throw new KaizaError({
      error_code: ERROR_CODES.WRITE_REJECTED,
      phase: "PLAN_ENFORCEMENT",
      component: "WRITE_FILE",
      invariant: "NO_WRITE_WITHOUT_PLAN",
      human_message: `No plan was named for the write to ${filePath}`,
    });
  }
  const plan = loadPlan(state.workspaceRoot, planId);
  requireApproved(plan);

  const covered = plan.scope.some((entry) => (entry.endsWith("/") ? filePath.startsWith(entry) : filePath === entry));
  if (!covered) {
    throw new PlanScopeError(planId, filePath, plan.scope);
  }
}
