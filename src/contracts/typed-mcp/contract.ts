import { describeObject, trustContract, withFacts } from "../../contract/contract-data.js";

const defined = { section: "003 Decision" } as const;

const data = /* @__PURE__ */ trustContract({
  name: "typed-mcp",
  version: "1.0.0",
  schemaId: "urn:error-contract:typed-mcp:1.0.0",
  registry: "open",
  codePattern: "^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$",
  codes: withFacts(defined, {
    auth_required: {
      meaning: "The caller has to authenticate, or to do so again",
      section: "003 Consequences",
      condition: "unauthenticated",
      // The message comes from the server, so nobody is told to run what stands in it.
      recovery: "Have the user authenticate again, then call again.",
      message: "Authentication is required. Run `{reauth_command}` and try again.",
      details: {
        reauth_command: { type: "string", minLength: 1, description: "The command that authenticates again" },
      },
      shows: ["reauth_command"],
    },
    not_found: {
      meaning: "What the request names does not exist",
      condition: "not_found",
      message: "The requested item does not exist.",
    },
    rate_limited: {
      meaning: "Too many requests in too short a time",
      condition: "rate_limited",
      message: "Too many requests. Try again in {retry_after} seconds.",
      details: { retry_after: { type: "number", minimum: 0, description: "Seconds to wait before the next call" } },
    },
    send_failed: {
      meaning: "What was to be sent or written was not accepted",
      condition: "upstream_failed",
      // A message may have left in spite of the failure.
      retryable: false,
      recovery: "Check whether it was sent, and only then try again.",
      message: "It could not be sent.",
    },
    permission_denied: {
      meaning: "The caller may not do this",
      condition: "permission_denied",
      message: "Permission denied.",
    },
    parse_error: {
      meaning: "An input or a document could not be parsed",
      condition: "invalid_input",
      recovery: "Correct the input or the document and call again.",
      message: "The content could not be parsed.",
    },
    mcp_unavailable: {
      meaning: "The server, or the service behind it, cannot be reached",
      condition: "unavailable",
      recovery: "Use the fallback, or repeat the call later.",
      message: "The service is not available at the moment.",
    },
    internal_error: {
      meaning: "An unexpected failure; the server's log has the original",
      section: "003 Consequences",
      condition: "internal",
      message: "An internal error occurred.",
    },
  }),
  fallback: { construct: "internal_error", unknown: "internal_error" },
  byCondition: {
    missing_input: "parse_error",
    unknown_operation: "not_found",
    already_exists: "send_failed",
    conflict: "send_failed",
    timeout: "mcp_unavailable",
    cancelled: "mcp_unavailable",
    // The failed request may have been one to read.
    upstream_failed: "mcp_unavailable",
    data_corrupt: "parse_error",
  },
  // 003, Consequences: the original is logged before the error is returned.
  foreign: { message: "hidden", isLogged: true, isClassified: true },
  fields: { code: "error", message: "message", details: "details" },
  envelopes: {
    failure: {
      title: "Typed MCP error",
      ...describeObject(["error", "message", "details"], {
        error: { type: "string", description: "Stable code of the failure; no success has this key" },
        message: { type: "string", description: "What went wrong and what to do, for people, never for logic" },
        details: {
          anyOf: [{ type: "object" }, { type: "null" }],
          description: "What else the code has to say, null if nothing",
        },
      }),
    },
  },
  context: {},
  message: "free",
  delivery: "return-json",
  // The answer of a tool is a JSON text; its first one is what clients parse.
  resultEnvelope: "text",
  vocabulary: {
    module: "error-contract/typed-mcp",
    errorClass: "TypedMcpError",
    codes: "MCP_ERROR_CODES",
    factories: [
      {
        name: "mcpError",
        purpose: "failure",
        positional: ["error", "message", "details"],
        optional: ["message", "details"],
        reads: ["cause"],
      },
      { name: "fromUnknown", purpose: "unknown", positional: ["cause"], reads: ["error", "message", "details"] },
      { name: "TypedMcpError", purpose: "construct", positional: [], reads: ["error", "message", "details", "cause"] },
    ],
    boundary: "wrapHandler",
  },
});

type Data = typeof data;

/** The type of {@link typedMcp}. */
export interface TypedMcpContract extends Data {}

/** Specification 003 (ADR-0008), version 1.0.0: `{ error, message, details }`, returned as a JSON string. */
export const typedMcp: TypedMcpContract = data;
