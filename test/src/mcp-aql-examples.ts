import { outdent } from "outdent";
/** An example of specification 004: its section, and the JSON. */
interface Example {
  readonly section: string;
  readonly json: object;
}

const fail = (section: string, code: string, message: string, details?: object): Example => ({
  section,
  json: { success: false, error: { code, message, ...(details && { details }) } },
});

/** The JSON examples of specification 004, by section. */
export const examples: readonly Example[] = [
  fail("1.4", "VALIDATION_MISSING_PARAM", "Missing required parameter 'owner'"),
  fail("2.2", "VALIDATION_MISSING_PARAM", "Missing required parameter 'owner'"),
  fail("2.2", "NOT_FOUND_RESOURCE", "Repository 'octocat/nonexistent' not found", {
    resource_type: "repository",
    resource_id: "octocat/nonexistent",
  }),
  fail("4.3", "VALIDATION_MISSING_PARAM", "Missing required parameter 'owner'", {
    param_name: "owner",
    operation: "get_repo",
  }),
  fail("4.4", "VALIDATION_INVALID_TYPE", "Parameter 'per_page' expected 'integer', got 'string'", {
    param_name: "per_page",
    expected_type: "integer",
    actual_type: "string",
    value: "fifty",
  }),
  fail(
    "4.5",
    "VALIDATION_UNKNOWN_PARAM",
    "Unknown parameter(s) for operation 'create_user': force_create, admin_override",
    {
      operation: "create_user",
      unknown_params: ["force_create", "admin_override"],
      valid_params: ["user_name", "password", "email"],
    },
  ),
  fail("4.5", "VALIDATION_UNKNOWN_PARAM", "Unknown parameter(s) for operation 'create_user': force_create", {
    operation: "create_user",
    unknown_params: ["force_create"],
    valid_params: ["user_name", "password", "email"],
  }),
  fail("4.6", "VALIDATION_INVALID_ENCODING", "Invalid character encoding in request", {
    location: "params.description",
    byte_offset: 42,
  }),
  fail("4.7", "VALIDATION_PAYLOAD_TOO_LARGE", "Payload exceeds request_size limit of 1048576", {
    limit_type: "request_size",
    limit_value: 1048576,
    actual_value: 2500000,
    unit: "bytes",
  }),
  fail("4.8", "NOT_FOUND_OPERATION", "Unknown operation: 'get_users'", { operation: "get_users" }),
  fail("4.9", "NOT_FOUND_RESOURCE", "Repository 'octocat/nonexistent' not found", {
    resource_type: "repository",
    resource_id: "octocat/nonexistent",
    http_status: 404,
  }),
  fail("4.10", "PERMISSION_DENIED", "Permission denied: requires 'repo' scope", {
    http_status: 403,
    required_scope: "repo",
  }),
  fail("4.11", "INTERNAL_ERROR", "Internal error: GitHub API unavailable", {
    http_status: 503,
    upstream_error: "Service temporarily unavailable",
  }),
  fail(
    "5.2",
    "PERMISSION_TRUST_LEVEL_INSUFFICIENT",
    "Operation 'delete_user' requires trust level 'community_reviewed', adapter has 'validated'",
    { operation: "delete_user", required_trust: "community_reviewed", actual_trust: "validated", danger_level: 2 },
  ),
  fail(
    "5.3",
    "PERMISSION_DANGER_LEVEL_DENIED",
    "Operation 'bulk_delete' (danger: dangerous) denied for adapter trust level 'validated'",
    {
      operation: "bulk_delete",
      danger_level: "dangerous",
      adapter_trust: "validated",
      minimum_trust_required: "community_reviewed",
      reasons: ["Affects multiple resources", "Cannot be undone"],
    },
  ),
  fail("5.4", "CONFIRMATION_REQUIRED", "This operation requires confirmation", {
    operation: "delete_repo",
    danger_level: "destructive",
    reasons: ["Permanently removes repository and all contents", "Cannot be recovered after grace period"],
    confirmation_message: "Delete repository 'acme/widgets'? This cannot be undone.",
    confirmation_token: "conf_abc123xyz",
    expires_at: "2026-01-28T12:05:00Z",
  }),
  fail("5.5", "RATE_LIMIT_EXCEEDED", "API rate limit exceeded", {
    limit: 5000,
    remaining: 0,
    window: "hour",
    resets_at: "2026-01-28T13:00:00Z",
    retry_after_seconds: 1847,
  }),
  fail("5.6", "RATE_LIMIT_QUOTA_PAUSE", "Quota pause threshold reached", {
    metric: "requests_per_hour",
    current: 4850,
    pause_threshold: 4800,
    hard_stop_threshold: 5000,
    confirmation_token: "quota_continue_abc123",
    expires_at: "2026-01-28T12:05:00Z",
  }),
  fail("5.7", "RATE_LIMIT_QUOTA_EXHAUSTED", "Quota exhausted", {
    metric: "requests_per_hour",
    current: 5000,
    hard_stop_threshold: 5000,
    resets_at: "2026-01-28T13:00:00Z",
  }),
  {
    section: "5.8",
    json: {
      success: true,
      data: { "...": "..." },
      warnings: [
        {
          code: "RATE_LIMIT_QUOTA_WARNING",
          message: "Approaching quota limit",
          details: { metric: "requests_per_hour", current: 4100, warn_threshold: 4000, pause_threshold: 4800 },
        },
      ],
    },
  },
  fail("5.9", "TOKEN_INVALID", "Invalid confirmation token", { token: "conf_nonexistent123" }),
  fail("5.10", "TOKEN_EXPIRED", "Confirmation token has expired", {
    token: "conf_abc123xyz",
    expired_at: "2026-01-28T12:05:00Z",
    current_time: "2026-01-28T12:07:30Z",
  }),
  fail("5.11", "TOKEN_ALREADY_USED", "Confirmation token has already been used", {
    token: "conf_abc123xyz",
    consumed_at: "2026-01-28T12:04:15Z",
  }),
  fail("5.12", "TOKEN_SCOPE_MISMATCH", "Confirmation token scope mismatch", {
    token: "conf_abc123xyz",
    token_operation: "delete_repo",
    requested_operation: "force_push",
  }),
  fail("8.4", "BATCH_PARTIAL_FAILURE", "3 of 5 operations failed", {
    total: 5,
    succeeded: 2,
    failed: 3,
    errors: [
      { index: 1, code: "NOT_FOUND_RESOURCE", message: "..." },
      { index: 3, code: "PERMISSION_DENIED", message: "..." },
      { index: 4, code: "VALIDATION_MISSING_PARAM", message: "..." },
    ],
  }),
];

/** What sections 4 and 5 print for each code: its template, and the members of its details with their types. */
export const printed = readPrinted(outdent`
  VALIDATION_MISSING_PARAM: Missing required parameter '{param_name}'
    param_name: string; operation?: string
  VALIDATION_INVALID_TYPE: Parameter '{param_name}' expected '{expected_type}', got '{actual_type}'
    param_name: string; expected_type: string; actual_type: string; value?: unknown
  VALIDATION_UNKNOWN_PARAM: Unknown parameter(s) for operation '{operation}': {param_list}
    operation: string; unknown_params: string[]; valid_params: string[]
  VALIDATION_INVALID_ENCODING: Invalid character encoding in request
    location?: string; byte_offset?: number
  VALIDATION_PAYLOAD_TOO_LARGE: Payload exceeds {limit_type} limit of {limit_value}
    limit_type: 'request_size' | 'response_size' | 'string_length' | 'array_elements' | 'nesting_depth'
    limit_value: number; actual_value: number; unit: 'bytes' | 'elements' | 'levels'
  NOT_FOUND_OPERATION: Unknown operation: '{operation_name}'
    operation: string; available?: string[]
  NOT_FOUND_RESOURCE: Resource '{resource_type}' not found: '{resource_id}'
    resource_type?: string; resource_id?: string; http_status?: number
  PERMISSION_DENIED: Permission denied: '{reason}'
    reason?: string; http_status?: number; required_scope?: string
  INTERNAL_ERROR: Internal error: '{description}'
    http_status?: number; upstream_error?: string
  PERMISSION_TRUST_LEVEL_INSUFFICIENT: Operation '{operation}' requires trust level '{required_trust}', adapter has '{actual_trust}'
    operation: string
    required_trust: 'untested' | 'generated' | 'validated' | 'community_reviewed' | 'certified'
    actual_trust: string; danger_level?: number
  PERMISSION_DANGER_LEVEL_DENIED: Operation '{operation}' (danger: {danger_level}) denied for adapter trust level '{adapter_trust}'
    operation: string; danger_level: 'safe' | 'reversible' | 'destructive' | 'dangerous' | 'forbidden'
    adapter_trust: string; minimum_trust_required: string; reasons?: string[]
  CONFIRMATION_REQUIRED: This operation requires confirmation
    operation: string; danger_level: string; reasons?: string[]; confirmation_message?: string
    confirmation_token: string; expires_at: string
  RATE_LIMIT_EXCEEDED: API rate limit exceeded
    limit: number; remaining: number; window: 'second' | 'minute' | 'hour' | 'day'; resets_at: string
    retry_after_seconds: number
  RATE_LIMIT_QUOTA_PAUSE: Quota pause threshold reached
    metric: string; current: number; pause_threshold: number; hard_stop_threshold?: number
    confirmation_token: string; expires_at: string
  RATE_LIMIT_QUOTA_EXHAUSTED: Quota exhausted
    metric: string; current: number; hard_stop_threshold: number; resets_at: string
  RATE_LIMIT_QUOTA_WARNING: Approaching quota limit
    metric: string; current: number; warn_threshold: number; pause_threshold?: number
  TOKEN_INVALID: Invalid confirmation token
    token: string
  TOKEN_EXPIRED: Confirmation token has expired
    token: string; expired_at: string; current_time: string
  TOKEN_ALREADY_USED: Confirmation token has already been used
    token: string; consumed_at?: string
  TOKEN_SCOPE_MISMATCH: Confirmation token scope mismatch
    token: string; token_operation: string; requested_operation: string
`);

/** Reads the code and the template in a line, and the details in the lines that are indented below it. */
function readPrinted(text: string): readonly (readonly [code: string, template: string, details: string])[] {
  return text.split(/\n(?! )/).map((entry) => {
    const [head = "", ...details] = entry.split(/\n +/);
    const [code = "", template = ""] = head.split(/: (.*)/);
    return [code, template, details.join("; ")];
  });
}
