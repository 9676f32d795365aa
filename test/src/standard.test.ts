import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { conditions, getHttpStatus, parseEnvelope as parseAny } from "error-contract";
import { getRecovery } from "error-contract/detect";
import {
  fromUnknown,
  parseEnvelope,
  serialize,
  standard,
  TOOL_ERROR_CODES,
  ToolError,
  toolError,
  type ToolErrorCode,
} from "error-contract/standard";
import { describe, expect, expectTypeOf, it, test } from "vitest";

describe("the codes", () => {
  it("are the conditions in upper case", () => {
    expect(Object.keys(TOOL_ERROR_CODES)).toEqual(Object.keys(conditions).map((name) => name.toUpperCase()));
    expectTypeOf<ToolErrorCode>().toEqualTypeOf<Uppercase<keyof typeof conditions>>();
  });

  test.each(Object.entries(standard.codes))("%s says what its condition says", (code, { condition }) => {
    const { retryable, recovery, http, meaning } = conditions[condition];
    expect(getRecovery(standard, code)).toEqual({ condition, retryable, recovery });
    expect(getHttpStatus(standard, code)).toBe(http);
    expect(toolError(code as ToolErrorCode, meaning).toEnvelope()).toEqual({
      error: { code, message: meaning, tool: null, details: null },
    });
  });
});

describe("toolError", () => {
  it("makes a ToolError with what is known", () => {
    const cause = new Error("EACCES");
    const error = toolError(TOOL_ERROR_CODES.NOT_FOUND, "No such note", { details: { id: 7 }, tool: "read", cause });
    expect(error).toBeInstanceOf(ToolError);
    expect(error).toMatchObject({ name: "ToolError", message: "No such note", code: "NOT_FOUND" });
    expect(error.cause).toBe(cause);
    expect(serialize(error)).toBe(
      '{"error":{"code":"NOT_FOUND","message":"No such note","tool":"read","details":{"id":7}}}',
    );
    expect(parseEnvelope(error.toEnvelope())).toEqual(parseAny(standard, error.toEnvelope()));
  });

  it("refuses what the envelope cannot hold", () => {
    // @ts-expect-error no such code
    expect(() => toolError("TEAPOT", "x")).toThrow(/INVALID_ERROR_CODE/);
    // @ts-expect-error a message is needed
    expect(() => toolError("INTERNAL")).toThrow(TypeError);
    expect(toolError("INTERNAL", "").message).toBe(standard.codes.INTERNAL.meaning);
    // @ts-expect-error details are an object
    expect(() => toolError("INTERNAL", "x", { details: "y" })).toThrow(TypeError);
  });
});

test.each([
  [ErrorCode.InvalidParams, "INVALID_INPUT"],
  [ErrorCode.InvalidRequest, "INVALID_INPUT"],
  [ErrorCode.MethodNotFound, "UNKNOWN_OPERATION"],
  // Servers give these different meanings.
  [ErrorCode.InternalError, "INTERNAL"],
  [ErrorCode.RequestTimeout, "INTERNAL"],
])("fromUnknown knows the JSON-RPC code %i of the MCP SDK", (jsonRpc, code) => {
  expect(fromUnknown(new McpError(jsonRpc, "Refused")).code).toBe(code);
});
