import { describeObject, trustContract, withFacts, type Entries } from "../../contract/contract-data.js";

const envelopeFields = [
  "human_message",
  "role",
  "session_id",
  "workspace_root",
  "tool_name",
  "invariant_id",
  "phase_id",
  "plan_hash",
  "cause",
  "timestamp",
] as const;

const inCategory = <const Name extends string, const Codes extends Entries>(category: Name, codes: Codes) =>
  withFacts({ category, section: "001 section 2" }, codes);

/** A fault that may pass, such as a full disk. */
const transient = { retryable: true, recovery: "Repeat the call later; report it if it keeps failing." } as const;

const mapTo = (code: string, ...errors: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(errors.map((error) => [error, code]));

const describeOptional = (description: string) => ({ type: ["string", "null"], description }) as const;

const data = /* @__PURE__ */ trustContract({
  name: "kaiza",
  version: "1.0.0",
  schemaId: "urn:error-contract:kaiza:1.0.0",
  registry: "open",
  codePattern: "^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$",
  codes: {
    ...inCategory("Session", {
      SESSION_NOT_INITIALIZED: {
        meaning: "No session was created by begin_session",
        condition: "unauthenticated",
        recovery: "Call begin_session.",
      },
      SESSION_LOCKED: {
        meaning: "The session is locked after an earlier failure",
        condition: "conflict",
        recovery: "Write a failure report to docs/reports/.",
      },
      SESSION_INITIALIZATION_FAILED: { meaning: "The session could not be initialized", condition: "unavailable" },
    }),
    ...inCategory("Input Validation", {
      INVALID_INPUT_TYPE: {
        meaning: "An input has the wrong data type, such as a string where an object is needed",
        condition: "invalid_input",
      },
      INVALID_INPUT_FORMAT: { meaning: "An input is malformed, such as invalid JSON", condition: "invalid_input" },
      INVALID_INPUT_VALUE: {
        meaning: "An input has an invalid value, such as an empty string where one is required",
        condition: "invalid_input",
      },
      MISSING_REQUIRED_FIELD: { meaning: "A required field is absent", condition: "missing_input" },
    }),
    ...inCategory("Authorization", {
      UNAUTHORIZED_ACTION: {
        meaning: "The action is not allowed for the current role",
        condition: "permission_denied",
        recovery: "Check the role and its permissions.",
      },
      INSUFFICIENT_PERMISSIONS: { meaning: "The caller lacks required permissions", condition: "permission_denied" },
      ROLE_MISMATCH: { meaning: "The role conflicts with the expected role", condition: "permission_denied" },
    }),
    ...inCategory("Path", {
      INVALID_PATH: { meaning: "The path is malformed or invalid", condition: "invalid_input" },
      PATH_NOT_FOUND: { meaning: "The path does not exist", condition: "not_found" },
      PATH_TRAVERSAL_BLOCKED: {
        meaning: "An attempt at path traversal (..) was blocked",
        condition: "permission_denied",
      },
      OUTSIDE_WORKSPACE: { meaning: "The path is outside the workspace root", condition: "permission_denied" },
    }),
    ...inCategory("File Operation", {
      FILE_NOT_FOUND: { meaning: "The file does not exist", condition: "not_found" },
      FILE_ALREADY_EXISTS: { meaning: "The file already exists where it may not", condition: "already_exists" },
      FILE_READ_FAILED: { meaning: "The file could not be read", condition: "internal", ...transient },
      FILE_WRITE_FAILED: { meaning: "The file could not be written", condition: "internal", ...transient },
    }),
    ...inCategory("Patch", {
      PATCH_INVALID: { meaning: "The patch is malformed", condition: "invalid_input" },
      PATCH_APPLY_FAILED: { meaning: "The patch could not be applied", condition: "conflict" },
      HASH_MISMATCH: {
        meaning: "The file's hash does not match: it was modified concurrently",
        condition: "conflict",
      },
    }),
    ...inCategory("Plan", {
      PLAN_NOT_FOUND: { meaning: "The plan file was not found", condition: "not_found" },
      PLAN_NOT_APPROVED: {
        meaning: "The plan is not marked APPROVED",
        condition: "permission_denied",
        recovery: "Verify that the plan is approved.",
      },
      PLAN_ENFORCEMENT_FAILED: { meaning: "The plan did not pass validation", condition: "conflict" },
      PLAN_SCOPE_VIOLATION: {
        meaning: "The operation is outside the scope of the plan",
        condition: "permission_denied",
      },
    }),
    ...inCategory("Policy Enforcement", {
      POLICY_VIOLATION: { meaning: "Code violates a policy", condition: "permission_denied" },
      RUST_POLICY_VIOLATION: { meaning: "Code violates a policy for Rust", condition: "permission_denied" },
      PREFLIGHT_FAILED: { meaning: "Preflight checks (tests, lint) failed", condition: "conflict" },
    }),
    ...inCategory("Governance", {
      INVARIANT_VIOLATION: { meaning: "A system invariant was violated", condition: "internal" },
      BOOTSTRAP_FAILURE: { meaning: "The bootstrap could not be completed", condition: "unavailable" },
      SELF_AUDIT_FAILURE: { meaning: "The server's self-audit failed at startup", condition: "unavailable" },
    }),
    ...inCategory("Audit/Logging", {
      AUDIT_LOG_FAILED: { meaning: "The audit log could not be written", condition: "internal" },
      AUDIT_LOCK_FAILED: { meaning: "The lock of the audit log could not be acquired", condition: "unavailable" },
    }),
    ...inCategory("Generic", {
      INTERNAL_ERROR: { meaning: "Unexpected server error", condition: "internal" },
      UNKNOWN_TOOL_FAILURE: { meaning: "Fallback for errors that map to no other code", condition: "internal" },
    }),
  },
  fallback: { construct: "UNKNOWN_TOOL_FAILURE", unknown: "INTERNAL_ERROR" },
  byCondition: {
    unknown_operation: "INVALID_INPUT_VALUE",
    conflict: "HASH_MISMATCH",
    // The codes of this condition are about the server's start.
    unavailable: "INTERNAL_ERROR",
    internal: "INTERNAL_ERROR",
  },
  foreign: {
    codes: {
      ...mapTo("FILE_NOT_FOUND", "ENOENT"),
      ...mapTo("PATH_NOT_FOUND", "ENOENT scandir", "ENOENT opendir", "ENOENT mkdir", "ENOENT rmdir", "ENOENT chdir"),
      ...mapTo("PATH_NOT_FOUND", "404", "410"),
      // A program or a socket of the server's own is missing.
      ...mapTo("INTERNAL_ERROR", "ENOENT spawn", "ENOENT connect"),
      ...mapTo("FILE_ALREADY_EXISTS", "EEXIST"),
      ...mapTo("INSUFFICIENT_PERMISSIONS", "EACCES", "EPERM", "EROFS", "401", "403"),
      ...mapTo("INVALID_PATH", "ENOTDIR", "EISDIR", "ENAMETOOLONG", "ELOOP"),
      ...mapTo("FILE_WRITE_FAILED", "ENOSPC", "EDQUOT", "EFBIG"),
      ...mapTo("INVALID_INPUT_VALUE", "400", "422"),
    },
  },
  fields: {
    code: "error_code",
    message: "human_message",
    cause: "cause",
    tool: "tool_name",
    invariant: "invariant_id",
    timestamp: "timestamp",
    stack: "stack_trace",
  },
  envelopes: {
    failure: {
      title: "KAIZA canonical error envelope",
      ...describeObject(["error_code", ...envelopeFields], {
        error_code: { type: "string", description: "Stable upper-case code of the failure" },
        human_message: { type: "string", description: "Plain English message for people, never for logic" },
        role: { type: ["string", "null"], enum: ["ANTIGRAVITY", "WINDSURF", null], description: "Role of the session" },
        session_id: describeOptional("UUID of the active session, null before a session"),
        workspace_root: describeOptional("Canonical workspace folder, null before a session"),
        tool_name: { type: "string", description: "Name of the tool that failed" },
        invariant_id: describeOptional("The invariant that was violated, null for other failures"),
        phase_id: describeOptional("Execution phase, from the caller"),
        plan_hash: describeOptional("SHA-256 of the approved plan"),
        cause: {
          anyOf: [{ type: "string" }, { type: "object" }, { type: "null" }],
          description: "The original thrown value, normalised for JSON",
        },
        timestamp: {
          type: "string",
          pattern:
            "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d" +
            "(\\.\\d+)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$",
          description: "ISO 8601 time of the failure, from the server's clock",
        },
        stack_trace: { type: "string", description: "The whole stack, only under DEBUG_STACK=true" },
      }),
    },
  },
  context: {
    role: { meaning: "Role of the current session", default: null },
    session_id: { meaning: "UUID of the active session", default: null },
    workspace_root: { meaning: "Canonical workspace folder", default: null },
    tool_name: { meaning: "Name of the tool being executed", default: "unknown" },
    invariant_id: { meaning: "The violated invariant", default: null },
    phase_id: { meaning: "Execution phase from the caller", default: null },
    plan_hash: { meaning: "SHA-256 of the approved plan", default: null },
  },
  message: "free",
  delivery: "throw",
  // Section 7: clients read the code in the body of the response.
  resultEnvelope: "text",
  vocabulary: {
    module: "error-contract/kaiza",
    errorClass: "SystemError",
    codes: "SYSTEM_ERROR_CODES",
    factories: [
      {
        name: "SystemError.toolFailure",
        purpose: "failure",
        positional: ["error_code"],
        reads: envelopeFields,
        defaults: { human_message: "Tool execution failed" },
      },
      {
        name: "SystemError.invariantViolation",
        purpose: "invariant",
        positional: ["invariant_id"],
        reads: envelopeFields,
        fixed: { error_code: "INVARIANT_VIOLATION" },
        defaults: { human_message: "Invariant {invariant_id} was violated" },
      },
      {
        name: "SystemError.startupFailure",
        purpose: "startup",
        positional: ["error_code"],
        reads: envelopeFields,
        defaults: { human_message: "Startup failed", tool_name: "startup" },
      },
      {
        name: "SystemError.fromUnknown",
        purpose: "unknown",
        positional: ["cause"],
        reads: ["error_code", ...envelopeFields],
        defaults: { human_message: "An unexpected error occurred" },
      },
      {
        name: "SystemError",
        purpose: "construct",
        positional: [],
        reads: ["error_code", ...envelopeFields],
        defaults: { human_message: "An error occurred" },
      },
    ],
    boundary: "wrapHandler",
  },
  // The fields and codes of the deprecated KaizaError class.
  legacy: {
    classes: ["KaizaError"],
    fields: {
      tool_name: { from: "component", lowerCase: true },
      invariant_id: { from: "invariant" },
      phase_id: { from: "phase" },
    },
    codes: { WRITE_REJECTED: "POLICY_VIOLATION", BYPASS_ATTEMPT: "UNAUTHORIZED_ACTION" },
  },
});

type Data = typeof data;

/** The type of {@link kaiza}. */
export interface KaizaContract extends Data {}

/** Specification 001, version 1.0.0: the error envelope of the KAIZA MCP server, its codes and factories. */
export const kaiza: KaizaContract = data;
