import { KaizaError, ERROR_CODES } from "../core/error.js";

/**
 * @typedef {object} SessionState
 * @property {string} workspaceRoot
 * @property {import("../core/config.js").Config} config
 * @property {string | null} sessionId null before begin_session
 * @property {"ANTIGRAVITY" | "WINDSURF" | null} role
 * @property {{ reason: string, since: number } | null} lock
 */

/** @type {Map<string, SessionState>} */
const states = new Map();

/**
 * @param {string} connectionId
 * @param {Pick<SessionState, "workspaceRoot" | "config">} workspace
 */
export function createState(connectionId, workspace) {
  states.set(connectionId, { ...workspace, sessionId: null, role: null, lock: null });
}

/** @param {string} connectionId */
export function dropState(connectionId) {
  states.delete(connectionId);
}

/**
 * @param {{ sessionId?: string }} extra what the SDK passes to a tool beside its arguments
 * @returns {SessionState}
 */
export function stateFor(extra) {
  const state = states.get(extra.sessionId);
  if (!state) {
    throw new KaizaError({
      error_code: ERROR_CODES.INVARIANT_VIOLATION,
      phase: "DISPATCH",
      component: "SESSION_STATE",
      invariant: "STATE_BEFORE_DISPATCH",
      human_message: "A tool was called on a connection that the server does not know",
    });
  }
  return state;
}
