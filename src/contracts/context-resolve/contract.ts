import { describeObject, trustContract, withFacts } from "../../contract/contract-data.js";
import { withKnowledge } from "../../contract/features.js";
import { readMember } from "../../json/read.js";
import { findThrownCode } from "./thrown-code.js";

const defined = { section: "000 canonical error codes" } as const;

const data = /* @__PURE__ */ trustContract({
  name: "context-resolve",
  version: "0",
  schemaId: "https://context.dev/schemas/mcp/error-v0.json",
  registry: "closed",
  codes: withFacts(defined, {
    cache_missing: {
      meaning: "Cache path does not exist or is not accessible",
      condition: "not_found",
      recovery: "Create the cache, then call again.",
      message: "Cache does not exist",
    },
    cache_invalid: {
      meaning: "Cache exists but violates cache invariants",
      condition: "data_corrupt",
      recovery: "Rebuild the cache; repeating the call will not help.",
      message: "Cache exists but is invalid",
    },
    invalid_query: {
      meaning: "Query is malformed or invalid",
      condition: "invalid_input",
      recovery: "Correct the query and call again.",
      message: "Query is invalid",
    },
    invalid_budget: {
      meaning: "Budget value is invalid",
      condition: "invalid_input",
      recovery: "Correct the budget and call again.",
      message: "Budget is invalid",
    },
    io_error: { meaning: "Filesystem or OS-level failure", condition: "unavailable", message: "I/O error occurred" },
    internal_error: {
      meaning: "Implementation bug or invariant violation",
      condition: "internal",
      message: "Internal error",
    },
  }),
  fallback: { construct: "internal_error", unknown: "internal_error" },
  fields: { code: "error.code", message: "error.message" },
  envelopes: {
    failure: {
      title: "MCP Error Response v0",
      ...describeObject(["error"], {
        error: describeObject(["code", "message"], {
          code: { type: "string" },
          message: { type: "string", minLength: 1 },
        }),
      }),
    },
  },
  context: {},
  message: "literal",
  delivery: "return",
  // An error response has one key and no diagnostics, and is exclusive.
  resultEnvelope: "alone",
  vocabulary: {
    module: "error-contract/context-resolve",
    errorClass: "ContextResolveError",
    codes: "CONTEXT_RESOLVE_CODES",
    factories: [
      {
        name: "contextResolveError",
        purpose: "failure",
        positional: ["code", "message"],
        optional: ["message"],
        reads: ["cause"],
      },
      { name: "fromUnknown", purpose: "unknown", positional: ["cause"], reads: ["code", "message"] },
      { name: "ContextResolveError", purpose: "construct", positional: [], reads: ["code", "message", "cause"] },
    ],
    boundary: "wrapHandler",
  },
});

type Data = typeof data;

/** The type of {@link contextResolve}. */
export interface ContextResolveContract extends Data {}

/** Specification 000, Context Resolve v0: two fields, six codes, frozen. A change needs a contract of its own. */
export const contextResolve: ContextResolveContract = /* @__PURE__ */ withKnowledge(data, {
  code: (thrown, context, condition) => findThrownCode(data, thrown, readMember(context, "cachePath"), condition),
});
