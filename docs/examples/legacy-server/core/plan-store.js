import fs from "node:fs";
import path from "node:path";
import { SystemError, SYSTEM_ERROR_CODES } from "error-contract/kaiza";
import { KaizaError, ERROR_CODES } from "./error.js";
import { formatFrontMatter, parseFrontMatter } from "./front-matter.js";
import { sha256 } from "./hash.js";

export const PLAN_FOLDER = "docs/plans";

/**
 * @typedef {object} Plan
 * @property {string} planId
 * @property {string} status DRAFT or APPROVED
 * @property {string} phase
 * @property {string[]} scope files, or folders with a slash at the end
 * @property {string | null} planHash
 * @property {string} body
 */

/**
 * @param {string} workspaceRoot
 * @param {string} planId
 */
function planPath(workspaceRoot, planId) {
  if (/[\\/]/.test(planId)) {
    // @ts-ignore: the typings lag behind
    throw SystemError.toolFailure(SYSTEM_ERROR_CODES.INVALID_PATHS, {
      human_message: `A plan id is a name, not a path: ${planId}`,
    });
  }
  return path.join(workspaceRoot, PLAN_FOLDER, `${planId}.md`);
}

/**
 * @param {string} workspaceRoot
 * @param {string} planId
 * @returns {Plan}
 */
export function loadPlan(workspaceRoot, planId) {
  let text;
  try {
    text = fs.readFileSync(planPath(workspaceRoot, planId), "utf8");
  } catch (err) {
    throw new Error(`PLAN_NOT_FOUND: ${planId} - ${err.message}`);
  }

  const { attributes, body } = parseFrontMatter(text);
  if (attributes.plan_id !== planId) {
    throw new KaizaError({
      error_code: ERROR_CODES.INVARIANT_VIOLATION,
      phase: "PLAN_LOOKUP",
      component: "PLAN_STORE",
      invariant: "PLAN_ID_MATCHES_FILE",
      human_message: `${planId}.md says that it is plan ${attributes.plan_id ?? "(none)"}`,
    });
  }
  return {
    planId,
    status: attributes.status ?? "DRAFT",
    phase: attributes.phase ?? "",
    scope: (attributes.scope ?? "").split(/[\s,]+/).filter(Boolean),
    planHash: attributes.plan_hash ?? null,
    body,
  };
}

/** @param {string} workspaceRoot */
export function listPlanIds(workspaceRoot) {
  const folder = path.join(workspaceRoot, PLAN_FOLDER);
  try {
    return fs
      .readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .map((name) => name.slice(0, -".md".length))
      .sort();
  } catch (err) {
    if (err.code === "ENOENT") return [];
    /** @type {any} */
    const details = {
      error_code: "file-read-failed",
      phase: "PLAN_LOOKUP",
      component: "PLAN_STORE",
      human_message: `Could not list ${PLAN_FOLDER}`,
      cause: err,
    };
    throw new SystemError(details);
  }
}

/** @param {Plan} plan */
export function requireApproved(plan) {
  if (plan.status !== "APPROVED") {
    throw SystemError.toolFailure(SYSTEM_ERROR_CODES.PLAN_NOT_APPROVED, {
      human_message: `Plan ${plan.planId} is ${plan.status}, not APPROVED`,
      phase_id: plan.phase,
    });
  }
  if (plan.planHash !== sha256(plan.body)) {
    // @ts-ignore: the typings lag behind
    throw SystemError.toolFailure("PLAN_STALE", {
      human_message: `Plan ${plan.planId} was edited after its approval`,
      plan_hash: plan.planHash,
    });
  }
}

/**
 * @param {string} workspaceRoot
 * @param {Plan} plan
 */
export function savePlan(workspaceRoot, plan) {
  const attributes = {
    plan_id: plan.planId,
    status: plan.status,
    phase: plan.phase,
    scope: plan.scope.join(", "),
    ...(plan.planHash && { plan_hash: plan.planHash }),
  };
  try {
    fs.writeFileSync(planPath(workspaceRoot, plan.planId), formatFrontMatter(attributes, plan.body));
  } catch (err) {
    throw new SystemError({
      error_code: SYSTEM_ERROR_CODES.FILE_WRITE_FAILED,
      human_message: `Could not save plan ${plan.planId}`,
      tool_name: "approve_plan",
      plan_hash: plan.planHash,
    });
  }
}
