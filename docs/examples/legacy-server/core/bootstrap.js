import fs from "node:fs";
import path from "node:path";
import { verifyAuditChain } from "./audit.js";
import { loadConfig } from "./config.js";
import * as errors from "./error.js";

/**
 * Checks the workspace before the server accepts a call.
 *
 * @param {string} workspaceRoot
 */
export function bootstrap(workspaceRoot) {
  if (!workspaceRoot) {
    throw new errors.KaizaError({
      error_code: errors.ERROR_CODES.BOOTSTRAP_FAILURE,
      phase: "BOOTSTRAP",
      component: "STARTUP",
      invariant: "WORKSPACE_DECLARED",
      human_message: "No workspace was given. Set WORKSPACE_ROOT or pass the folder as the first argument.",
    });
  }

  let root;
  try {
    root = fs.realpathSync(path.resolve(workspaceRoot));
  } catch (err) {
    throw new errors.KaizaError({
      error_code: errors.ERROR_CODES.BOOTSTRAP_FAILURE,
      phase: "BOOTSTRAP",
      component: "STARTUP",
      invariant: "WORKSPACE_EXISTS",
      human_message: `The workspace ${workspaceRoot} does not exist`,
      cause: err,
    });
  }
  if (!fs.statSync(root).isDirectory()) {
    throw new Error(`BOOTSTRAP_FAILURE: ${workspaceRoot} is not a folder`);
  }

  try {
    return { root, config: loadConfig(root) };
  } catch (err) {
    throw errors.ensureKaizaError(err, {
      error_code: errors.ERROR_CODES.BOOTSTRAP_FAILURE,
      phase: "BOOTSTRAP",
      component: "CONFIG",
      invariant: "CONFIG_READABLE",
    });
  }
}

/**
 * A server does not start on a log that somebody has edited.
 *
 * @param {string} root
 */
export function auditAtStartup(root) {
  let chain;
  try {
    chain = verifyAuditChain(root);
  } catch (err) {
    throw new errors.KaizaError({
      error_code: errors.ERROR_CODES.SELF_AUDIT_FAILURE,
      phase: "SELF_AUDIT",
      component: "STARTUP",
      invariant: "AUDIT_LOG_READABLE",
      human_message: `The audit log cannot be read: ${err.message ?? err}`,
      cause: err,
    });
  }
  if (chain.ok === false) {
    throw new errors.KaizaError({
      error_code: errors.ERROR_CODES.SELF_AUDIT_FAILURE,
      phase: "SELF_AUDIT",
      component: "STARTUP",
      invariant: "AUDIT_LOG_APPEND_ONLY",
      human_message: `The audit log was changed before line ${chain.line}`,
    });
  }
}
