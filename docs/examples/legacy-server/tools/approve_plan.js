import { timingSafeEqual } from "node:crypto";
import { KaizaError, ERROR_CODES } from "../core/error.js";
import { sha256 } from "../core/hash.js";
import { loadPlan, savePlan } from "../core/plan-store.js";
import { jsonResult } from "../core/result.js";
import { requireRole, requireSession } from "../session/guard.js";
import { lockSession } from "../session/lock.js";

const MAX_ATTEMPTS = 3;

/** @type {WeakMap<object, number>} */
const attempts = new WeakMap();

export async function approvePlanHandler(args, extra) {
  const state = requireSession(extra);
  requireRole(state, "ANTIGRAVITY", "approve plans");
  checkSecret(state, args.secret);

  const plan = loadPlan(state.workspaceRoot, args.plan_id);
  if (plan.status === "APPROVED" && plan.planHash === sha256(plan.body)) {
    throw new Error("REFUSE: plan " + plan.planId + " is approved already");
  }
  if (plan.scope.length === 0) {
    throw new Error(`PLAN_ENFORCEMENT_FAILED: Plan ${plan.planId} has no scope`);
  }

  const approved = { ...plan, status: "APPROVED", planHash: sha256(plan.body) };
  savePlan(state.workspaceRoot, approved);
  return jsonResult({ plan_id: approved.planId, status: approved.status, plan_hash: approved.planHash });
}

/**
 * @param {import("../session/state.js").SessionState} state
 * @param {string} secret
 */
function checkSecret(state, secret) {
  if (!state.config.bootstrap_secret) {
    throw new Error("BOOTSTRAP_SECRET_MISSING");
  }
  if (timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(sha256(state.config.bootstrap_secret)))) {
    attempts.delete(state);
    return;
  }

  const failed = (attempts.get(state) ?? 0) + 1;
  attempts.set(state, failed);
  const refusal = new KaizaError({
    error_code: failed < MAX_ATTEMPTS ? ERROR_CODES.UNAUTHORIZED_ACTION : ERROR_CODES.BYPASS_ATTEMPT,
    phase: "PLAN_APPROVAL",
    component: "APPROVE_PLAN",
    invariant: "APPROVAL_NEEDS_SECRET",
    human_message: `The secret is wrong (attempt ${failed} of ${MAX_ATTEMPTS})`,
  });
  console.error(JSON.stringify(refusal.toDiagnostic()));
  if (failed >= MAX_ATTEMPTS) {
    lockSession(state, "too many wrong secrets");
  }
  throw refusal;
}
