import type { Condition } from "../../contract/condition-statuses.js";
import { conditions } from "../../contract/conditions.js";
import { describeObject, trustContract } from "../../contract/contract-data.js";

type StandardCodes = {
  readonly [Name in Condition as Uppercase<Name>]: {
    readonly meaning: (typeof conditions)[Name]["meaning"];
    readonly section: "standard";
    readonly condition: Name;
  };
};

const createStandardCodes = () =>
  Object.fromEntries(
    Object.entries(conditions).map(([condition, { meaning }]) => [
      condition.toUpperCase(),
      { meaning, section: "standard", condition },
    ]),
  ) as StandardCodes;

/** What helps the caller to go on. */
const guidance = ["retryable", "retry_after", "next", "fields", "correlation_id"] as const;

const data = /* @__PURE__ */ trustContract({
  name: "standard",
  version: "1.0.0",
  schemaId: "urn:error-contract:standard:1.0.0",
  registry: "open",
  codePattern: "^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$",
  codes: /* @__PURE__ */ createStandardCodes(),
  fallback: { construct: "INTERNAL", unknown: "INTERNAL" },
  foreign: { isClassified: true },
  fields: {
    code: "error.code",
    message: "error.message",
    tool: "error.tool",
    details: "error.details",
    retryable: "error.retryable",
    retryAfter: "error.retry_after",
    next: "error.next",
    refused: "error.fields",
  },
  envelopes: {
    failure: {
      title: "Tool error",
      ...describeObject(["error"], {
        error: describeObject(["code", "message", "tool", "details"], {
          code: { type: "string", description: "Stable upper-case code of the failure" },
          message: { type: "string", minLength: 1, description: "What went wrong, for people, never for logic" },
          tool: { type: ["string", "null"], description: "Name of the tool that failed" },
          details: {
            anyOf: [{ type: "object" }, { type: "null" }],
            description: "What else the caller should know, null if nothing",
          },
          retryable: { type: "boolean", description: "Whether the same call may succeed when it is repeated" },
          retry_after: { type: "number", minimum: 0, description: "Seconds to wait before the call is repeated" },
          next: { type: "string", minLength: 1, description: "What to do now, as a sentence" },
          fields: {
            type: "array",
            minItems: 1,
            items: describeObject(["name", "problem"], {
              name: {
                type: "string",
                description: "Path of the field, `items[0].name`; empty for the input as a whole",
              },
              problem: { type: "string", minLength: 1, description: "What is wrong with its value" },
            }),
            description: "The fields of the input that were refused",
          },
          correlation_id: {
            type: "string",
            minLength: 1,
            description: "Id under which the server's log has the failure",
          },
        }),
      }),
    },
  },
  context: {
    tool: { meaning: "Name of the tool being executed", default: null },
    correlation_id: { meaning: "Id under which the server's log has the failure", default: null },
  },
  message: "free",
  delivery: "throw",
  vocabulary: {
    module: "error-contract/standard",
    errorClass: "ToolError",
    codes: "TOOL_ERROR_CODES",
    factories: [
      {
        name: "toolError",
        purpose: "failure",
        positional: ["code", "message"],
        reads: ["details", "tool", ...guidance, "cause"],
      },
      {
        name: "fromUnknown",
        purpose: "unknown",
        positional: ["cause"],
        reads: ["code", "message", "details", "tool", ...guidance],
      },
      {
        name: "ToolError",
        purpose: "construct",
        positional: [],
        reads: ["code", "message", "details", "tool", ...guidance, "cause"],
      },
    ],
    boundary: "wrapHandler",
  },
});

type Data = typeof data;

/** The type of {@link standard}. */
export interface StandardContract extends Data {}

/** The neutral contract: the conditions as codes. */
export const standard: StandardContract = data;
