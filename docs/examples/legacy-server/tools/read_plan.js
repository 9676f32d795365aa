import { listPlanIds, loadPlan } from "../core/plan-store.js";
import { jsonResult } from "../core/result.js";
import { requireSession } from "../session/guard.js";

export async function readPlanHandler(args, extra) {
  const state = requireSession(extra);
  if (!args.plan_id) {
    return jsonResult({ plans: listPlanIds(state.workspaceRoot) });
  }

  const plan = loadPlan(state.workspaceRoot, args.plan_id);
  if (plan.scope.length === 0) {
    return jsonResult({ ok: false, error: `PLAN_ENFORCEMENT_FAILED: Plan ${plan.planId} has no scope` });
  }
  return jsonResult({
    plan_id: plan.planId,
    status: plan.status,
    phase: plan.phase,
    scope: plan.scope,
    plan_hash: plan.planHash,
    body: plan.body,
  });
}
