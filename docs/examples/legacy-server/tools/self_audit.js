import { verifyAuditChain } from "../core/audit.js";
import { loadConfig } from "../core/config.js";
import { KaizaError, ERROR_CODES, ensureKaizaError } from "../core/error.js";
import { sha256 } from "../core/hash.js";
import { listPlanIds, loadPlan } from "../core/plan-store.js";
import { jsonResult } from "../core/result.js";
import { requireSession } from "../session/guard.js";

/** @type {Record<string, (workspaceRoot: string) => void>} */
const AUDITS = {
  audit_log(workspaceRoot) {
    const chain = verifyAuditChain(workspaceRoot);
    if (chain.ok === false) {
      throw new KaizaError({
        error_code: ERROR_CODES.SELF_AUDIT_FAILURE,
        phase: "SELF_AUDIT",
        component: "SELF_AUDIT",
        invariant: "AUDIT_LOG_APPEND_ONLY",
        human_message: `The audit log was changed before line ${chain.line}`,
      });
    }
  },
  config(workspaceRoot) {
    loadConfig(workspaceRoot);
  },
  plans(workspaceRoot) {
    for (const planId of listPlanIds(workspaceRoot)) {
      const plan = loadPlan(workspaceRoot, planId);
      if (plan.status === "APPROVED" && plan.planHash !== sha256(plan.body)) {
        throw new KaizaError({
          error_code: ERROR_CODES.INVARIANT_VIOLATION,
          phase: "SELF_AUDIT",
          component: "SELF_AUDIT",
          invariant: "APPROVED_PLANS_ARE_FROZEN",
          human_message: `Plan ${planId} was edited after its approval`,
        });
      }
    }
  },
};

export async function selfAuditHandler(args, extra) {
  const state = requireSession(extra, { allowLocked: true });

  const findings = [];
  for (const [audit, run] of Object.entries(AUDITS)) {
    try {
      run(state.workspaceRoot);
    } catch (err) {
      const failure = ensureKaizaError(err, {
        error_code: ERROR_CODES.SELF_AUDIT_FAILURE,
        phase: "SELF_AUDIT",
        component: "SELF_AUDIT",
        invariant: "AUDIT_CAN_RUN",
      });
      findings.push({
        audit,
        code: failure.error_code,
        message: failure.human_message,
        broken: err instanceof KaizaError ? err.invariant : audit,
      });
    }
  }

  if (args.strict && findings.length > 0) {
    throw new KaizaError({
      error_code: ERROR_CODES.SELF_AUDIT_FAILURE,
      phase: "SELF_AUDIT",
      component: "SELF_AUDIT",
      invariant: findings[0].broken,
      human_message: findings.map(({ audit, message }) => `${audit}: ${message}`).join("; "),
      cause: findings,
    });
  }
  return jsonResult({ clean: findings.length === 0, findings });
}
