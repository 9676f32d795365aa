import { appendAuditEntry } from "./audit.js";
import { KaizaError, ERROR_CODES, ensureKaizaError } from "./error.js";
import { stateFor } from "../session/state.js";

/** @typedef {import("./result.js").CallToolResult} CallToolResult */

/**
 * One line for the operator's console.
 *
 * @param {KaizaError} err
 */
export function describeFailure(err) {
  const where = `${err.component ?? "SERVER"}/${err.phase ?? "UNKNOWN"}`;
  const invariant = err.invariant ? ` (invariant ${err.invariant})` : "";
  return `[${err.error_code}] ${where}: ${err.human_message}${invariant}`;
}

/**
 * Every tool goes through here: the call is audited whether it worked or not, and what leaves is a KaizaError.
 *
 * @param {(args: any, extra: any) => Promise<CallToolResult>} handler
 * @param {string} toolName
 * @returns {(args: any, extra: any) => Promise<CallToolResult>}
 */
export function wrapHandler(handler, toolName) {
  return async (args, extra) => {
    const state = stateFor(extra);
    try {
      const result = await handler(args, extra);
      await appendAuditEntry(state.workspaceRoot, {
        session_id: state.sessionId,
        role: state.role,
        tool: toolName,
        result: result.isError ? "error" : "ok",
      });
      return result;
    } catch (err) {
      const failure = ensureKaizaError(err, {
        error_code: ERROR_CODES.INTERNAL_ERROR,
        phase: "EXECUTION",
        component: toolName,
        invariant: "TOOL_BOUNDARY",
      });

      try {
        await appendAuditEntry(state.workspaceRoot, {
          session_id: state.sessionId,
          role: state.role,
          tool: toolName,
          result: "error",
          error_code: failure.error_code,
          phase: err?.phase ?? "EXECUTION",
          component: err?.component ?? toolName,
          invariant: err?.invariant ?? null,
          message: failure.human_message,
        });
      } catch (auditErr) {
        console.error(`audit entry for ${toolName} lost: ${auditErr.message}`);
      }

      console.error(err instanceof KaizaError ? describeFailure(err) : `${toolName} failed: ${failure.message}`);
      throw failure;
    }
  };
}
