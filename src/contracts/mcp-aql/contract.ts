import { describeObject, trustContract, withFacts, type Category, type Entries } from "../../contract/contract-data.js";

const describeText = (description: string) => ({ type: "string", description }) as const;
const describeNumber = (description: string) => ({ type: "number", description }) as const;
const describeTexts = (description: string) => ({ type: "array", items: { type: "string" }, description }) as const;

const makeOptional = <const S extends object>(schema: S) => ({ ...schema, optional: true }) as const;

const upstreamStatus = makeOptional({ type: "integer", description: "HTTP status of the target API" });
const safeValue = makeOptional({ description: "The value, where it is safe to show" });
const resource = {
  resource_type: makeOptional(describeText("The type of the resource")),
  resource_id: makeOptional(describeText("What identifies it")),
} as const;
const quota = {
  metric: describeText("What the quota counts"),
  current: describeNumber("How much is used"),
} as const;
const token = describeText("The token that was sent");
const expiry = describeText("When the confirmation token expires, ISO 8601");

const batchDetails = {
  total: { type: "integer", minimum: 1, description: "How many operations the batch has" },
  succeeded: { type: "integer", minimum: 0, description: "How many succeeded" },
  failed: { type: "integer", minimum: 1, description: "How many failed" },
  errors: {
    type: "array",
    minItems: 1,
    description: "The failures, by the index of their operation",
    items: describeObject(["index", "code", "message"], {
      index: { type: "integer", minimum: 0 },
      code: { type: "string" },
      message: { type: "string", minLength: 1 },
      details: { type: "object" },
    }),
  },
} as const;

const anyDetails = { type: "object", description: "What is known of the circumstances" } as const;

const categories = {
  // A wrong input may have either status (004 section 3.2).
  VALIDATION: { meaning: "An input is not valid", condition: "invalid_input", http: [400, 422] },
  NOT_FOUND: { meaning: "What the request names does not exist", condition: "not_found", http: [404] },
  PERMISSION: {
    meaning: "The caller is not known, or may not do this",
    condition: "permission_denied",
    http: [403, 401],
  },
  CONFLICT: { meaning: "The request does not fit the state of a resource", condition: "conflict", http: [409] },
  RATE_LIMIT: { meaning: "Too many requests, or a quota is spent", condition: "rate_limited", http: [429] },
  TOKEN: {
    meaning: "A confirmation token cannot be redeemed",
    condition: "permission_denied",
    http: [400, 403],
  },
  // Errors of code generation, which no request meets.
  SCHEMA: { meaning: "An adapter's schema is not valid", condition: "invalid_input", http: [] },
  INTERNAL: { meaning: "The server, or the target API, failed", condition: "internal", http: [[500, 599]] },
  // Ours: section 8.4 names the code and no category.
  BATCH: { meaning: "Operations of a batch failed", condition: "internal", http: [207] },
} as const satisfies Record<string, Category>;

type Several = "VALIDATION" | "NOT_FOUND" | "PERMISSION" | "CONFLICT" | "RATE_LIMIT" | "TOKEN";

function inCategory<Name extends Several, const Codes extends Entries>(category: Name, codes: Codes) {
  const { condition, http }: (typeof categories)[Name] = categories[category];
  return withFacts({ category, condition, http }, codes);
}

const data = /* @__PURE__ */ trustContract({
  name: "mcp-aql",
  version: "1.0.0-draft",
  schemaId: "urn:error-contract:mcp-aql:1.0.0-draft",
  registry: "open",
  codePattern: "^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$",
  categories,
  codes: {
    ...inCategory("VALIDATION", {
      VALIDATION_MISSING_PARAM: {
        meaning: "A required parameter is missing",
        section: "004 section 4.3",
        condition: "missing_input",
        message: "Missing required parameter '{param_name}'",
        details: {
          param_name: describeText("The missing parameter"),
          operation: makeOptional(describeText("The operation that requires it")),
        },
      },
      VALIDATION_INVALID_TYPE: {
        meaning: "A parameter has the wrong type",
        section: "004 section 4.4",
        message: "Parameter '{param_name}' expected '{expected_type}', got '{actual_type}'",
        details: {
          param_name: describeText("The parameter"),
          expected_type: describeText("The type that the operation takes"),
          actual_type: describeText("The type that was received"),
          value: safeValue,
        },
      },
      VALIDATION_UNKNOWN_PARAM: {
        meaning: "The request has a parameter that the operation does not define",
        section: "004 section 4.5",
        message: "Unknown parameter(s) for operation '{operation}': {param_list}",
        wordings: { counted: "Unknown parameter '{first_param}' for operation '{operation}' (and {other_params})" },
        placeholders: {
          param_list: "unknown_params",
          first_param: "unknown_params.first",
          other_params: "unknown_params.others",
        },
        details: {
          operation: describeText("The operation that was called"),
          unknown_params: describeTexts("The parameters that it does not define"),
          valid_params: describeTexts("The parameters that it defines"),
        },
      },
      VALIDATION_UNKNOWN_FIELD: {
        meaning: "The input object of an update has a field that the operation does not define",
        section: "004 section 4.5",
        message: "Unknown field(s) for operation '{operation}': '{field_list}'",
        wordings: { counted: "Unknown field '{first_field}' for operation '{operation}' (and {other_fields})" },
        placeholders: {
          field_list: "unknown_fields",
          first_field: "unknown_fields.first",
          other_fields: "unknown_fields.others",
        },
        details: {
          operation: describeText("The operation that was called"),
          unknown_fields: describeTexts("The fields that it does not define"),
          valid_fields: describeTexts("The fields that it defines"),
        },
      },
      VALIDATION_INVALID_ENCODING: {
        meaning: "The request is not valid UTF-8",
        section: "004 section 4.6",
        message: "Invalid character encoding in request",
        details: {
          location: makeOptional(describeText("Where the invalid sequence stands")),
          byte_offset: makeOptional(describeNumber("Its offset in bytes")),
        },
      },
      VALIDATION_PAYLOAD_TOO_LARGE: {
        meaning: "A request or response exceeds a size limit",
        section: "004 section 4.7",
        message: "Payload exceeds {limit_type} limit of {limit_value}",
        details: {
          limit_type: {
            enum: ["request_size", "response_size", "string_length", "array_elements", "nesting_depth"],
            description: "Which limit was exceeded",
          },
          limit_value: describeNumber("The limit"),
          actual_value: describeNumber("The size or count that was found"),
          unit: { enum: ["bytes", "elements", "levels"], description: "What both numbers count" },
        },
      },
      VALIDATION_INVALID_ENUM: {
        meaning: "A value is not one of those allowed",
        section: "004 section 8.1",
        message: "Parameter '{param_name}' expected one of '{allowed_list}', got '{value}'",
        placeholders: { allowed_list: "allowed_values" },
        details: {
          param_name: describeText("The parameter"),
          allowed_values: { type: "array", description: "The values that it takes" },
          value: safeValue,
        },
      },
      VALIDATION_OUT_OF_RANGE: {
        meaning: "A value is outside the allowed range",
        section: "004 section 8.1",
        message: "Parameter '{param_name}' out of range, minimum '{minimum}', maximum '{maximum}', got '{value}'",
        details: {
          param_name: describeText("The parameter"),
          minimum: makeOptional(describeNumber("The least value that it takes")),
          maximum: makeOptional(describeNumber("The greatest value that it takes")),
          value: safeValue,
        },
      },
      VALIDATION_PATTERN_MISMATCH: {
        meaning: "A string does not match its pattern",
        section: "004 section 8.1",
        message: "Parameter '{param_name}' does not match its pattern, expected '{pattern}', got '{value}'",
        details: {
          param_name: describeText("The parameter"),
          pattern: makeOptional(describeText("The regular expression, or the name of the format")),
          value: safeValue,
        },
      },
    }),
    ...inCategory("NOT_FOUND", {
      NOT_FOUND_OPERATION: {
        meaning: "The adapter has no such operation",
        section: "004 section 4.8",
        condition: "unknown_operation",
        recovery: "Find the valid operations by introspection and call one of them.",
        message: "Unknown operation: '{operation_name}'",
        placeholders: { operation_name: "operation" },
        details: {
          operation: describeText("The operation that was requested"),
          available: makeOptional(describeTexts("Operations that exist")),
        },
      },
      NOT_FOUND_RESOURCE: {
        meaning: "The requested resource does not exist",
        section: "004 section 4.9",
        message: "Resource '{resource_type}' not found: '{resource_id}'",
        details: {
          resource_type: makeOptional(describeText("The type of the resource, such as repository")),
          resource_id: makeOptional(describeText("What identifies it")),
          http_status: upstreamStatus,
        },
      },
    }),
    ...inCategory("PERMISSION", {
      PERMISSION_DENIED: {
        meaning: "The target API denied access",
        section: "004 section 4.10",
        message: "Permission denied: '{reason}'",
        details: {
          reason: makeOptional(describeText("Why, for people")),
          http_status: upstreamStatus,
          required_scope: makeOptional(describeText("The OAuth scope that the operation requires")),
        },
        foreign: "reason",
      },
      PERMISSION_TRUST_LEVEL_INSUFFICIENT: {
        meaning: "The adapter's trust level is too low for the operation",
        section: "004 section 5.2",
        http: [403],
        message: "Operation '{operation}' requires trust level '{required_trust}', adapter has '{actual_trust}'",
        details: {
          operation: describeText("The operation that was attempted"),
          required_trust: {
            enum: ["untested", "generated", "validated", "community_reviewed", "certified"],
            description: "The trust level that it requires",
          },
          actual_trust: describeText("The adapter's trust level"),
          danger_level: makeOptional(describeNumber("How dangerous the operation is")),
        },
      },
      PERMISSION_DANGER_LEVEL_DENIED: {
        meaning: "The operation is too dangerous for the adapter's trust level",
        section: "004 section 5.3",
        http: [403],
        message: "Operation '{operation}' (danger: {danger_level}) denied for adapter trust level '{adapter_trust}'",
        details: {
          operation: describeText("The operation that was attempted"),
          danger_level: {
            enum: ["safe", "reversible", "destructive", "dangerous", "forbidden"],
            description: "How dangerous it is",
          },
          adapter_trust: describeText("The adapter's trust level"),
          minimum_trust_required: describeText("The least trust level that would do"),
          reasons: makeOptional(describeTexts("Why the operation is dangerous")),
        },
      },
      CONFIRMATION_REQUIRED: {
        meaning: "A dangerous operation waits for the user's confirmation",
        section: "004 section 5.4",
        http: [403],
        recovery: "Ask the user, then call again with the confirmation token.",
        message: "This operation requires confirmation",
        details: {
          operation: describeText("The operation that requires confirmation"),
          danger_level: describeText("How dangerous it is"),
          reasons: makeOptional(describeTexts("Why confirmation is required, for people")),
          confirmation_message: makeOptional(describeText("The question to ask the user")),
          confirmation_token: describeText("What to send with the repeated request"),
          expires_at: expiry,
        },
      },
    }),
    ...inCategory("CONFLICT", {
      CONFLICT_ALREADY_EXISTS: {
        meaning: "The resource exists already",
        section: "004 section 8.1",
        condition: "already_exists",
        message: "Resource '{resource_type}' already exists: '{resource_id}'",
        details: { ...resource, http_status: upstreamStatus },
      },
      CONFLICT_VERSION_MISMATCH: {
        meaning: "The resource was changed by someone else in the meantime",
        section: "004 section 8.1",
        message: "Resource '{resource_id}' was changed, expected version '{expected_version}', got '{actual_version}'",
        details: {
          ...resource,
          expected_version: makeOptional(describeText("The version that the request was made for")),
          actual_version: makeOptional(describeText("The version that the resource has")),
          http_status: upstreamStatus,
        },
      },
    }),
    ...inCategory("RATE_LIMIT", {
      RATE_LIMIT_EXCEEDED: {
        meaning: "The rate limit of the target API is reached",
        section: "004 section 5.5",
        message: "API rate limit exceeded",
        details: {
          limit: describeNumber("How many requests the window allows"),
          remaining: describeNumber("How many are left, usually none"),
          window: { enum: ["second", "minute", "hour", "day"], description: "The time that the limit counts" },
          resets_at: describeText("When the window ends, ISO 8601"),
          retry_after_seconds: describeNumber("Seconds until a retry is allowed"),
        },
      },
      RATE_LIMIT_QUOTA_PAUSE: {
        meaning: "The user's quota has reached the threshold for a pause",
        section: "004 section 5.6",
        retryable: false,
        recovery: "Ask the user whether to continue, then call again with the confirmation token.",
        message: "Quota pause threshold reached",
        details: {
          ...quota,
          pause_threshold: describeNumber("Where the pause begins"),
          hard_stop_threshold: makeOptional(describeNumber("Where everything stops")),
          confirmation_token: describeText("What to send to continue"),
          expires_at: expiry,
        },
      },
      RATE_LIMIT_QUOTA_EXHAUSTED: {
        meaning: "The user's quota is spent",
        section: "004 section 5.7",
        message: "Quota exhausted",
        details: {
          ...quota,
          hard_stop_threshold: describeNumber("Where everything stops"),
          resets_at: describeText("When the quota is reset, ISO 8601"),
        },
      },
    }),
    RATE_LIMIT_QUOTA_WARNING: {
      meaning: "The user's quota is nearly spent",
      category: "RATE_LIMIT",
      kind: "warning",
      section: "004 section 5.8",
      condition: "rate_limited",
      recovery: "Make fewer calls before the quota is spent.",
      message: "Approaching quota limit",
      details: {
        ...quota,
        warn_threshold: describeNumber("Where warnings begin"),
        pause_threshold: makeOptional(describeNumber("Where the pause begins")),
      },
    },
    ...inCategory("TOKEN", {
      TOKEN_INVALID: {
        meaning: "The confirmation token is not known, or malformed",
        section: "004 section 5.9",
        condition: "invalid_input",
        http: [400],
        recovery: "Call without a token to get a new one.",
        message: "Invalid confirmation token",
        details: { token },
      },
      TOKEN_EXPIRED: {
        meaning: "The confirmation token has expired",
        section: "004 section 5.10",
        http: [403],
        recovery: "Call without a token to get a new one.",
        message: "Confirmation token has expired",
        details: {
          token,
          expired_at: describeText("When it expired, ISO 8601"),
          current_time: describeText("The server's time, ISO 8601"),
        },
      },
      TOKEN_ALREADY_USED: {
        meaning: "The confirmation token was redeemed before",
        section: "004 section 5.11",
        http: [403],
        recovery: "Call without a token to get a new one.",
        message: "Confirmation token has already been used",
        details: {
          token,
          consumed_at: makeOptional(describeText("When it was redeemed, ISO 8601")),
        },
      },
      TOKEN_SCOPE_MISMATCH: {
        meaning: "The confirmation token was issued for another operation or other parameters",
        section: "004 section 5.12",
        http: [403],
        recovery: "Call without a token to get one for this operation.",
        message: "Confirmation token scope mismatch",
        details: {
          token,
          token_operation: describeText("The operation that it was issued for"),
          requested_operation: describeText("The operation that was attempted"),
        },
      },
    }),
    INTERNAL_ERROR: {
      meaning: "The target API or the server failed",
      category: "INTERNAL",
      section: "004 section 4.11",
      condition: "internal",
      http: [500, 502, 503, 504],
      message: "Internal error: '{description}'",
      placeholders: { description: "upstream_error" },
      details: {
        http_status: upstreamStatus,
        upstream_error: makeOptional(describeText("What the target API said")),
      },
      foreign: "upstream_error",
    },
    BATCH_PARTIAL_FAILURE: {
      meaning: "Some operations of a batch failed",
      category: "BATCH",
      section: "004 section 8.4",
      condition: "internal",
      http: [207],
      recovery: "Read the code of each failed operation and repeat those alone.",
      message: "{failed} of {total} operations failed",
      details: batchDetails,
    },
  },
  fallback: { construct: "INTERNAL_ERROR", unknown: "INTERNAL_ERROR" },
  // An error of an HTTP client has the status of the target API (section 6.1).
  foreign: { isClassified: true },
  byCondition: {
    unauthenticated: "PERMISSION_DENIED",
    invalid_input: "VALIDATION_INVALID_TYPE",
    rate_limited: "RATE_LIMIT_EXCEEDED",
    conflict: "CONFLICT_VERSION_MISMATCH",
    timeout: "INTERNAL_ERROR",
    cancelled: "INTERNAL_ERROR",
    upstream_failed: "INTERNAL_ERROR",
    unavailable: "INTERNAL_ERROR",
    data_corrupt: "INTERNAL_ERROR",
  },
  fields: {
    code: "error.code",
    message: "error.message",
    details: "error.details",
    discriminant: { path: "success", value: false },
  },
  envelopes: {
    failure: {
      title: "MCP-AQL failure",
      ...describeObject(["success", "error"], {
        success: { const: false },
        error: describeObject(["code", "message"], {
          code: { type: "string", description: "Upper-case code: category and condition" },
          message: { type: "string", minLength: 1, description: "What happened, for people" },
          details: anyDetails,
        }),
      }),
    },
    success: {
      title: "MCP-AQL success",
      type: "object",
      required: ["success", "data"],
      properties: {
        success: { const: true },
        data: { description: "What the operation answers" },
        warnings: {
          type: "array",
          description: "What the caller should know although the operation succeeded",
          items: describeObject(["code", "message"], {
            code: { type: "string", description: "A code that is a warning" },
            message: { type: "string", minLength: 1 },
            details: anyDetails,
          }),
        },
      },
    },
    batch: {
      title: "MCP-AQL failure of a batch",
      ...describeObject(["success", "error"], {
        success: { const: false },
        error: describeObject(["code", "message", "details"], {
          code: { const: "BATCH_PARTIAL_FAILURE" },
          message: { type: "string", minLength: 1 },
          details: {
            type: "object",
            required: ["total", "succeeded", "failed", "errors"],
            properties: batchDetails,
          },
        }),
      }),
    },
  },
  context: {},
  message: "template",
  delivery: "return",
  // Section 7.2: clients check the member `success` first.
  resultEnvelope: "text",
  vocabulary: {
    module: "error-contract/mcp-aql",
    errorClass: "AqlError",
    codes: "AQL_CODES",
    factories: [
      {
        name: "aqlError",
        purpose: "failure",
        positional: ["code", "details"],
        optional: ["details"],
        reads: ["message", "cause"],
      },
      { name: "aqlWarning", purpose: "warning", positional: ["code", "details"], reads: ["message"] },
      { name: "fromUnknown", purpose: "unknown", positional: ["cause"], reads: ["code", "message", "details"] },
      { name: "AqlError", purpose: "construct", positional: [], reads: ["code", "message", "details", "cause"] },
    ],
    boundary: "wrapHandler",
  },
});

type Data = typeof data;

/** The type of {@link mcpAql}. */
export interface McpAqlContract extends Data {}

/** Specification 004, version 1.0.0-draft: the codes of MCP-AQL, each with its template and its details. */
export const mcpAql: McpAqlContract = data;
