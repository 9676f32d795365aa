/** The JSON examples of specification 004, by section. */
export const examples = [
  {
    section: "1.4",
    json: {
      success: false,
      error: { code: "VALIDATION_MISSING_PARAM", message: "Missing required parameter 'owner'" },
    },
  },
  {
    section: "2.2",
    json: {
      success: false,
      error: { code: "VALIDATION_MISSING_PARAM", message: "Missing required parameter 'owner'" },
    },
  },
  {
    section: "2.2",
    json: {
      success: false,
      error: {
        code: "NOT_FOUND_RESOURCE",
        message: "Repository 'octocat/nonexistent' not found",
        details: { resource_type: "repository", resource_id: "octocat/nonexistent" },
      },
    },
  },
  {
    section: "4.3",
    json: {
      success: false,
      error: {
        code: "VALIDATION_MISSING_PARAM",
        message: "Missing required parameter 'owner'",
        details: { param_name: "owner", operation: "get_repo" },
      },
    },
  },
  {
    section: "4.4",
    json: {
      success: false,
      error: {
        code: "VALIDATION_INVALID_TYPE",
        message: "Parameter 'per_page' expected 'integer', got 'string'",
        details: { param_name: "per_page", expected_type: "integer", actual_type: "string", value: "fifty" },
      },
    },
  },
  {
    section: "4.5",
    json: {
      success: false,
      error: {
        code: "VALIDATION_UNKNOWN_PARAM",
        message: "Unknown parameter(s) for operation 'create_user': force_create, admin_override",
        details: {
          operation: "create_user",
          unknown_params: ["force_create", "admin_override"],
          valid_params: ["user_name", "password", "email"],
        },
      },
    },
  },
  {
    section: "4.5",
    json: {
      success: false,
      error: {
        code: "VALIDATION_UNKNOWN_PARAM",
        message: "Unknown parameter(s) for operation 'create_user': force_create",
        details: {
          operation: "create_user",
          unknown_params: ["force_create"],
          valid_params: ["user_name", "password", "email"],
        },
      },
    },
  },
  {
    section: "4.6",
    json: {
      success: false,
      error: {
        code: "VALIDATION_INVALID_ENCODING",
        message: "Invalid character encoding in request",
        details: { location: "params.description", byte_offset: 42 },
      },
    },
  },
  {
    section: "4.7",
    json: {
      success: false,
      error: {
        code: "VALIDATION_PAYLOAD_TOO_LARGE",
        message: "Payload exceeds request_size limit of 1048576",
        details: { limit_type: "request_size", limit_value: 1048576, actual_value: 2500000, unit: "bytes" },
      },
    },
  },
  {
    section: "4.8",
    json: {
      success: false,
      error: {
        code: "NOT_FOUND_OPERATION",
        message: "Unknown operation: 'get_users'",
        details: { operation: "get_users" },
      },
    },
  },
  {
    section: "4.9",
    json: {
      success: false,
      error: {
        code: "NOT_FOUND_RESOURCE",
        message: "Repository 'octocat/nonexistent' not found",
        details: { resource_type: "repository", resource_id: "octocat/nonexistent", http_status: 404 },
      },
    },
  },
  {
    section: "4.10",
    json: {
      success: false,
      error: {
        code: "PERMISSION_DENIED",
        message: "Permission denied: requires 'repo' scope",
        details: { http_status: 403, required_scope: "repo" },
      },
    },
  },
  {
    section: "4.11",
    json: {
      success: false,
      error: {
        code: "INTERNAL_ERROR",
        message: "Internal error: GitHub API unavailable",
        details: { http_status: 503, upstream_error: "Service temporarily unavailable" },
      },
    },
  },
  {
    section: "5.2",
    json: {
      success: false,
      error: {
        code: "PERMISSION_TRUST_LEVEL_INSUFFICIENT",
        message: "Operation 'delete_user' requires trust level 'community_reviewed', adapter has 'validated'",
        details: {
          operation: "delete_user",
          required_trust: "community_reviewed",
          actual_trust: "validated",
          danger_level: 2,
        },
      },
    },
  },
  {
    section: "5.3",
    json: {
      success: false,
      error: {
        code: "PERMISSION_DANGER_LEVEL_DENIED",
        message: "Operation 'bulk_delete' (danger: dangerous) denied for adapter trust level 'validated'",
        details: {
          operation: "bulk_delete",
          danger_level: "dangerous",
          adapter_trust: "validated",
          minimum_trust_required: "community_reviewed",
          reasons: ["Affects multiple resources", "Cannot be undone"],
        },
      },
    },
  },
  {
    section: "5.4",
    json: {
      success: false,
      error: {
        code: "CONFIRMATION_REQUIRED",
        message: "This operation requires confirmation",
        details: {
          operation: "delete_repo",
          danger_level: "destructive",
          reasons: ["Permanently removes repository and all contents", "Cannot be recovered after grace period"],
          confirmation_message: "Delete repository 'acme/widgets'? This cannot be undone.",
          confirmation_token: "conf_abc123xyz",
          expires_at: "2026-01-28T12:05:00Z",
        },
      },
    },
  },
  {
    section: "5.5",
    json: {
      success: false,
      error: {
        code: "RATE_LIMIT_EXCEEDED",
        message: "API rate limit exceeded",
        details: {
          limit: 5000,
          remaining: 0,
          window: "hour",
          resets_at: "2026-01-28T13:00:00Z",
          retry_after_seconds: 1847,
        },
      },
    },
  },
  {
    section: "5.6",
    json: {
      success: false,
      error: {
        code: "RATE_LIMIT_QUOTA_PAUSE",
        message: "Quota pause threshold reached",
        details: {
          metric: "requests_per_hour",
          current: 4850,
          pause_threshold: 4800,
          hard_stop_threshold: 5000,
          confirmation_token: "quota_continue_abc123",
          expires_at: "2026-01-28T12:05:00Z",
        },
      },
    },
  },
  {
    section: "5.7",
    json: {
      success: false,
      error: {
        code: "RATE_LIMIT_QUOTA_EXHAUSTED",
        message: "Quota exhausted",
        details: {
          metric: "requests_per_hour",
          current: 5000,
          hard_stop_threshold: 5000,
          resets_at: "2026-01-28T13:00:00Z",
        },
      },
    },
  },
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
  {
    section: "5.9",
    json: {
      success: false,
      error: {
        code: "TOKEN_INVALID",
        message: "Invalid confirmation token",
        details: { token: "conf_nonexistent123" },
      },
    },
  },
  {
    section: "5.10",
    json: {
      success: false,
      error: {
        code: "TOKEN_EXPIRED",
        message: "Confirmation token has expired",
        details: { token: "conf_abc123xyz", expired_at: "2026-01-28T12:05:00Z", current_time: "2026-01-28T12:07:30Z" },
      },
    },
  },
  {
    section: "5.11",
    json: {
      success: false,
      error: {
        code: "TOKEN_ALREADY_USED",
        message: "Confirmation token has already been used",
        details: { token: "conf_abc123xyz", consumed_at: "2026-01-28T12:04:15Z" },
      },
    },
  },
  {
    section: "5.12",
    json: {
      success: false,
      error: {
        code: "TOKEN_SCOPE_MISMATCH",
        message: "Confirmation token scope mismatch",
        details: { token: "conf_abc123xyz", token_operation: "delete_repo", requested_operation: "force_push" },
      },
    },
  },
  {
    section: "8.4",
    json: {
      success: false,
      error: {
        code: "BATCH_PARTIAL_FAILURE",
        message: "3 of 5 operations failed",
        details: {
          total: 5,
          succeeded: 2,
          failed: 3,
          errors: [
            { index: 1, code: "NOT_FOUND_RESOURCE", message: "..." },
            { index: 3, code: "PERMISSION_DENIED", message: "..." },
            { index: 4, code: "VALIDATION_MISSING_PARAM", message: "..." },
          ],
        },
      },
    },
  },
] as const;

/** What sections 4 and 5 print for each code: its template, and the members of its details with their types. */
export const printed = [
  {
    code: "VALIDATION_MISSING_PARAM",
    template: "Missing required parameter '{param_name}'",
    details: "param_name: string; operation?: string",
  },
  {
    code: "VALIDATION_INVALID_TYPE",
    template: "Parameter '{param_name}' expected '{expected_type}', got '{actual_type}'",
    details: "param_name: string; expected_type: string; actual_type: string; value?: unknown",
  },
  {
    code: "VALIDATION_UNKNOWN_PARAM",
    template: "Unknown parameter(s) for operation '{operation}': {param_list}",
    details: "operation: string; unknown_params: string[]; valid_params: string[]",
  },
  {
    code: "VALIDATION_INVALID_ENCODING",
    template: "Invalid character encoding in request",
    details: "location?: string; byte_offset?: number",
  },
  {
    code: "VALIDATION_PAYLOAD_TOO_LARGE",
    template: "Payload exceeds {limit_type} limit of {limit_value}",
    details: [
      "limit_type: 'request_size' | 'response_size' | 'string_length' | 'array_elements' | 'nesting_depth'",
      "limit_value: number",
      "actual_value: number",
      "unit: 'bytes' | 'elements' | 'levels'",
    ].join("; "),
  },
  {
    code: "NOT_FOUND_OPERATION",
    template: "Unknown operation: '{operation_name}'",
    details: "operation: string; available?: string[]",
  },
  {
    code: "NOT_FOUND_RESOURCE",
    template: "Resource '{resource_type}' not found: '{resource_id}'",
    details: "resource_type?: string; resource_id?: string; http_status?: number",
  },
  {
    code: "PERMISSION_DENIED",
    template: "Permission denied: '{reason}'",
    details: "reason?: string; http_status?: number; required_scope?: string",
  },
  {
    code: "INTERNAL_ERROR",
    template: "Internal error: '{description}'",
    details: "http_status?: number; upstream_error?: string",
  },
  {
    code: "PERMISSION_TRUST_LEVEL_INSUFFICIENT",
    template: "Operation '{operation}' requires trust level '{required_trust}', adapter has '{actual_trust}'",
    details: [
      "operation: string",
      "required_trust: 'untested' | 'generated' | 'validated' | 'community_reviewed' | 'certified'",
      "actual_trust: string",
      "danger_level?: number",
    ].join("; "),
  },
  {
    code: "PERMISSION_DANGER_LEVEL_DENIED",
    template: "Operation '{operation}' (danger: {danger_level}) denied for adapter trust level '{adapter_trust}'",
    details: [
      "operation: string",
      "danger_level: 'safe' | 'reversible' | 'destructive' | 'dangerous' | 'forbidden'",
      "adapter_trust: string",
      "minimum_trust_required: string",
      "reasons?: string[]",
    ].join("; "),
  },
  {
    code: "CONFIRMATION_REQUIRED",
    template: "This operation requires confirmation",
    details: [
      "operation: string",
      "danger_level: string",
      "reasons?: string[]",
      "confirmation_message?: string",
      "confirmation_token: string",
      "expires_at: string",
    ].join("; "),
  },
  {
    code: "RATE_LIMIT_EXCEEDED",
    template: "API rate limit exceeded",
    details: [
      "limit: number",
      "remaining: number",
      "window: 'second' | 'minute' | 'hour' | 'day'",
      "resets_at: string",
      "retry_after_seconds: number",
    ].join("; "),
  },
  {
    code: "RATE_LIMIT_QUOTA_PAUSE",
    template: "Quota pause threshold reached",
    details: [
      "metric: string",
      "current: number",
      "pause_threshold: number",
      "hard_stop_threshold?: number",
      "confirmation_token: string",
      "expires_at: string",
    ].join("; "),
  },
  {
    code: "RATE_LIMIT_QUOTA_EXHAUSTED",
    template: "Quota exhausted",
    details: "metric: string; current: number; hard_stop_threshold: number; resets_at: string",
  },
  {
    code: "RATE_LIMIT_QUOTA_WARNING",
    template: "Approaching quota limit",
    details: "metric: string; current: number; warn_threshold: number; pause_threshold?: number",
  },
  { code: "TOKEN_INVALID", template: "Invalid confirmation token", details: "token: string" },
  {
    code: "TOKEN_EXPIRED",
    template: "Confirmation token has expired",
    details: "token: string; expired_at: string; current_time: string",
  },
  {
    code: "TOKEN_ALREADY_USED",
    template: "Confirmation token has already been used",
    details: "token: string; consumed_at?: string",
  },
  {
    code: "TOKEN_SCOPE_MISMATCH",
    template: "Confirmation token scope mismatch",
    details: "token: string; token_operation: string; requested_operation: string",
  },
] as const;
