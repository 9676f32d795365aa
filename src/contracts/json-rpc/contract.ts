import { conditionStatuses } from "../../contract/condition-statuses.js";
import { describeObject, trustContract, withFacts, type JSONSchema } from "../../contract/contract-data.js";
import { withKnowledge } from "../../contract/features.js";
import { readSdkFailure } from "./sdk-error.js";

const predefined = { category: "pre-defined", section: "002 pre-defined codes" } as const;
const server = { category: "server", section: "002 server codes" } as const;

const codes = {
  ...withFacts(predefined, {
    ParseError: {
      value: -32700,
      meaning: "The text received is not valid JSON",
      section: "JSON-RPC 2.0 section 5.1",
      condition: "invalid_input",
      recovery: "Send valid JSON.",
      http: [400],
    },
    InvalidRequest: {
      value: -32600,
      meaning: "The JSON sent is not a valid Request object",
      condition: "invalid_input",
      recovery: "Send a Request object as JSON-RPC 2.0 describes it.",
      http: [400],
    },
    MethodNotFound: {
      value: -32601,
      meaning: "The method does not exist or is not available",
      condition: "unknown_operation",
      http: [404],
    },
    InvalidParams: {
      value: -32602,
      meaning: "A parameter of the method is invalid",
      condition: "invalid_input",
      http: [400],
    },
    InternalError: { value: -32603, meaning: "Internal JSON-RPC error", condition: "internal", http: [500] },
  }),
  ...withFacts(server, {
    ServerError: { value: -32000, meaning: "Server error", condition: "internal", http: [500] },
    NotFound: { value: -32001, meaning: "The requested resource does not exist", condition: "not_found", http: [404] },
    Conflict: {
      value: -32002,
      meaning: "The request conflicts with the current state, such as a duplicate id",
      condition: "conflict",
      http: [409],
    },
  }),
} as const;

const failure = {
  title: "JSON-RPC error object",
  ...describeObject(["code", "message"], {
    code: { type: "integer", description: "Number of the failure" },
    message: { type: "string", minLength: 1, description: "What went wrong, for people, never for logic" },
    data: { description: "What else the caller should know" },
  }),
} as const satisfies JSONSchema;

/** By the number in `condition-statuses.ts`; several codes may stand for one condition. */
const listCodesByCondition = () =>
  Object.fromEntries(
    Object.entries(conditionStatuses).map(([condition, { jsonRpc: number }]) => [
      condition,
      Object.entries(codes).find(([, { value }]) => value === number)![0],
    ]),
  );

const data = /* @__PURE__ */ trustContract({
  name: "json-rpc",
  version: "2.0",
  schemaId: "urn:error-contract:json-rpc:2.0",
  registry: "open",
  codePattern: "^[A-Z][A-Za-z0-9]*$",
  codes,
  fallback: { construct: "InternalError", unknown: "InternalError" },
  byCondition: /* @__PURE__ */ listCodesByCondition(),
  foreign: {
    isClassified: true,
    // Mapping to HTTP status codes, the other way round.
    codes: { 400: "InvalidParams", 404: "NotFound", 409: "Conflict", "4xx": "InvalidRequest", "5xx": "InternalError" },
  },
  fields: { code: "code", message: "message", details: "data" },
  envelopes: {
    failure,
    response: {
      title: "JSON-RPC error response",
      ...describeObject(["jsonrpc", "id", "error"], {
        jsonrpc: { const: "2.0" },
        id: { type: ["string", "number", "null"], description: "That of the request; null where none could be read" },
        error: failure,
      }),
    },
    http: {
      title: "HTTP API error",
      ...describeObject(["error"], {
        error: describeObject(["type", "message"], {
          type: { type: "string", minLength: 1, description: "Reason phrase of the HTTP status" },
          message: { type: "string", minLength: 1, description: "What went wrong, for people, never for logic" },
        }),
      }),
    },
  },
  context: {},
  message: "free",
  delivery: "protocol",
  vocabulary: {
    module: "error-contract/json-rpc",
    errorClass: "JsonRpcError",
    codes: "JSON_RPC_CODES",
    factories: [
      {
        name: "jsonRpcError",
        purpose: "failure",
        positional: ["code", "message", "data"],
        optional: ["message", "data"],
        reads: ["cause"],
      },
      { name: "fromUnknown", purpose: "unknown", positional: ["cause"], reads: ["code", "message", "data"] },
      { name: "JsonRpcError", purpose: "construct", positional: [], reads: ["code", "message", "data", "cause"] },
    ],
    boundary: "wrapHandler",
  },
});

type Data = typeof data;

/** The type of {@link jsonRpc}. */
export interface JsonRpcContract extends Data {}

/**
 * Specification 002: the error codes of JSON-RPC 2.0 and of MCP servers. For an error of an MCP SDK its class decides.
 */
export const jsonRpc: JsonRpcContract = /* @__PURE__ */ withKnowledge(data, {
  recognise: (thrown, _, contract) => readSdkFailure(contract, thrown),
});
