/** The codes of KaizaError. */
export const ERROR_CODES = {
  UNAUTHORIZED_ACTION: "UNAUTHORIZED_ACTION",
  INVARIANT_VIOLATION: "INVARIANT_VIOLATION",
  SESSION_LOCKED: "SESSION_LOCKED",
  BOOTSTRAP_FAILURE: "BOOTSTRAP_FAILURE",
  WRITE_REJECTED: "WRITE_REJECTED",
  PREFLIGHT_FAILED: "PREFLIGHT_FAILED",
  POLICY_VIOLATION: "POLICY_VIOLATION",
  INTERNAL_ERROR: "INTERNAL_ERROR",
  SELF_AUDIT_FAILURE: "SELF_AUDIT_FAILURE",
  BYPASS_ATTEMPT: "BYPASS_ATTEMPT",
};

/**
 * @typedef {object} KaizaErrorDetails
 * @property {string} error_code
 * @property {string} [phase] what the server was doing
 * @property {string} [component] which part failed, in capitals
 * @property {string} [invariant]
 * @property {string} [human_message]
 * @property {unknown} [cause]
 */

/** A failure with the facts that governance asks for. */
export class KaizaError extends Error {
  /** @param {KaizaErrorDetails} details */
  constructor({ error_code, phase, component, invariant, human_message, cause = null }) {
    super(`[${error_code}] ${human_message}`);
    this.name = "KaizaError";
    this.error_code = error_code;
    this.phase = phase;
    this.component = component;
    this.invariant = invariant;
    this.human_message = human_message;
    this.cause = cause;
    this.timestamp = new Date().toISOString();
  }

  toDiagnostic() {
    return {
      error_code: this.error_code,
      phase: this.phase,
      component: this.component,
      invariant: this.invariant,
      human_message: this.human_message,
      cause: this.cause instanceof Error ? this.cause.message : this.cause,
      timestamp: this.timestamp,
      stack: this.stack,
    };
  }
}

/**
 * Returns a KaizaError as it is and wraps everything else.
 *
 * @param {any} err
 * @param {Omit<KaizaErrorDetails, "human_message" | "cause">} fallback
 */
export function ensureKaizaError(err, { error_code, phase, component, invariant }) {
  if (err instanceof KaizaError) return err;

  return new KaizaError({
    error_code,
    phase,
    component,
    invariant,
    human_message: err?.message ?? String(err),
    cause: err,
  });
}
