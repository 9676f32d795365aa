import { KaizaError, ERROR_CODES } from "../core/error.js";
import { stateFor } from "./state.js";

/** @typedef {import("./state.js").SessionState} SessionState */

/**
 * The state of a session that has begun and is not locked.
 *
 * @param {{ sessionId?: string }} extra
 * @param {{ allowLocked?: boolean }} [options]
 */
export function requireSession(extra, { allowLocked = false } = {}) {
  const state = stateFor(extra);
  if (!state.sessionId) {
    throw new Error("SESSION_NOT_INITIALIZED: Call begin_session first");
  }
  if (state.lock && !allowLocked) {
    throw new KaizaError({
      error_code: ERROR_CODES.SESSION_LOCKED,
      phase: "AUTHORIZATION",
      component: "SESSION_GUARD",
      invariant: "LOCKED_SESSION_IS_INERT",
      human_message: `The session is locked: ${state.lock.reason}. Write a failure report to docs/reports/.`,
    });
  }
  return state;
}

/**
 * @param {SessionState} state
 * @param {"ANTIGRAVITY" | "WINDSURF"} role
 * @param {string} action
 */
export function requireRole(state, role, action) {
  if (state.role !== role) {
    throw denied(`${state.role} may not ${action}, only ${role} may`);
  }
}

/** @param {string} human_message */
function denied(human_message) {
  return new KaizaError({
    error_code: ERROR_CODES.UNAUTHORIZED_ACTION,
    phase: "AUTHORIZATION",
    component: "SESSION_GUARD",
    invariant: "ROLE_SEPARATION",
    human_message,
  });
}
