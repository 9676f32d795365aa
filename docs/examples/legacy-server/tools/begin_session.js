import { randomUUID } from "node:crypto";
import { KaizaError as LegacyError, ERROR_CODES as CODES } from "../core/error.js";
import { jsonResult } from "../core/result.js";
import { hasFailureReport, REPORT_FOLDER } from "../session/lock.js";
import { stateFor } from "../session/state.js";

const ROLES = ["ANTIGRAVITY", "WINDSURF"];

export async function beginSessionHandler(args, extra) {
  const state = stateFor(extra);
  if (!args.role) {
    throw new Error("role is required");
  }
  if (!ROLES.includes(args.role)) {
    throw new Error(`ROLE_MISMATCH: ${args.role} is not a role of this server, expected ${ROLES.join(" or ")}`);
  }

  if (state.lock) {
    if (!hasFailureReport(state)) {
      throw new LegacyError({
        error_code: CODES.SESSION_LOCKED,
        phase: "SESSION_START",
        component: "BEGIN_SESSION",
        invariant: "FAILURE_REPORT_BEFORE_RESTART",
        human_message: `The last session was locked: ${state.lock.reason}. ${REPORT_FOLDER}/ holds no failure report.`,
      });
    }
    state.lock = null;
  } else if (state.sessionId) {
    throw new Error("REFUSE: a session is active already");
  }

  state.sessionId = randomUUID();
  state.role = args.role;
  return jsonResult({ session_id: state.sessionId, role: state.role, workspace_root: state.workspaceRoot });
}
