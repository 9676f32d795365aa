import type { LegacySettings } from "./settings.js";

/** The deprecated class of the servers that specification 001 section 10 migrates, and what its parts become. */
export const kaizaLegacy = [
  {
    class: { from: "file", name: "KaizaError" },
    codes: { from: "file", name: "ERROR_CODES" },
    converter: { from: "file", name: "ensureKaizaError" },
    fields: {
      error_code: "error_code",
      human_message: "human_message",
      phase: "phase_id",
      invariant: "invariant_id",
      component: { field: "tool_name", lowerCase: true },
      cause: "cause",
    },
    codeMap: { WRITE_REJECTED: "POLICY_VIOLATION", BYPASS_ATTEMPT: "UNAUTHORIZED_ACTION" },
  },
] as const satisfies readonly LegacySettings[];

const SESSION_FIELDS = ["human_message", "role", "session_id", "workspace_root", "tool_name", "phase_id", "plan_hash"];

/**
 * What the factories of a project's own `SystemError` read, where `runtime.module` names one: they are older than the
 * contract's and drop every other field without a word.
 */
export const existingKaizaFactories: Readonly<Record<string, readonly string[]>> = {
  "SystemError.toolFailure": [...SESSION_FIELDS, "cause"],
  "SystemError.invariantViolation": SESSION_FIELDS,
  "SystemError.startupFailure": ["human_message", "cause"],
  "SystemError.fromUnknown": ["error_code", ...SESSION_FIELDS.filter((field) => field !== "human_message")],
};
