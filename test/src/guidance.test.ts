import { createErrorClass, wrapHandler as wrapAny, type ContractData } from "error-contract";
import { detectError } from "error-contract/detect";
import { jsonRpc } from "error-contract/json-rpc";
import { aqlError, mcpAql } from "error-contract/mcp-aql";
import { fromUnknown, standard, toolError, wrapHandler, type ToolError } from "error-contract/standard";
import { mcpError, typedMcp } from "error-contract/typed-mcp";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import fc from "../kit/property.js";

const key = "error-contract/envelope";
const inFull = (error: unknown): any => (error as ToolError).toEnvelope();

interface Result {
  readonly content: readonly [{ readonly text: string }];
  readonly _meta: Readonly<Record<string, any>>;
}
const deliver = (error: unknown): Result => {
  const fail = (): unknown => {
    throw error;
  };
  return wrapHandler(fail, { tool_name: "save", deliver: "result", audit: "none" })() as Result;
};

const text = fc.string({ minLength: 1 });
const guidance = fc.record(
  {
    retryable: fc.boolean(),
    retry_after: fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
    next: text,
    fields: fc.array(fc.record({ name: fc.string(), problem: text }), { minLength: 1 }),
    correlation_id: text,
    details: fc.option(fc.dictionary(fc.string(), fc.jsonValue()), { nil: null }),
  },
  { requiredKeys: [] },
);
const codes = fc.constantFrom(...(Object.keys(standard.codes) as (keyof typeof standard.codes)[]));

describe("what an envelope of `standard` says beside its code", () => {
  test("reaches a client with all that the failure states, in `_meta` and in the text", () =>
    fc.assert(
      fc.property(codes, text, guidance, (code, message, given) => {
        const error = toolError(code, message, given);
        const stated = { error: { ...inFull(error).error, tool: "save" } };
        const result = deliver(error);
        expect(result._meta[key]).toEqual(stated);
        expect(JSON.parse(result.content[0].text)).toMatchObject(stated);
        const failure = detectError(result);
        expect(failure).toMatchObject({ contract: "standard", code, source: "_meta", certainty: "envelope" });
        expect(failure?.envelope).toEqual(stated);
        expect(failure?.retry_after).toBe(stated.error.retry_after);
      }),
    ));

  test("reaches a client in `data` and in HTTP bodies", async () => {
    const given = { retry_after: 30, fields: [{ name: "path", problem: "missing" }], correlation_id: "7f" };
    const error = toolError("RATE_LIMITED", "Busy", { ...given, details: { limit: 5 } });
    const stated = { error: { ...inFull(error).error, tool: "save" } };
    const fail = (): never => {
      throw error;
    };
    const deliverAs = (form: "protocol" | "throw" | "response"): any =>
      wrapHandler(fail, { tool_name: "save", deliver: form, audit: "none" });
    const response: Response = deliverAs("response")();
    const answers: any[] = [await response.json()];
    for (const form of ["protocol", "throw"] as const) {
      expect(deliverAs(form)).toThrow(
        expect.toSatisfy((thrown: any) => {
          answers.push(thrown.data);
          return inFull(thrown).error.retry_after === inFull(error).error.retry_after;
        }),
      );
    }
    for (const answer of answers) {
      expect(answer).toEqual(stated);
      const failure = detectError(answer, { isFailed: true });
      expect(failure).toMatchObject({ contract: "standard", code: "RATE_LIMITED", certainty: "envelope" });
      expect(failure?.envelope).toEqual(stated);
    }
  });

  test("stands after the fields that are always there, in one order", () => {
    const error = toolError("INVALID_INPUT", "x", {
      correlation_id: "7f",
      fields: [{ name: "items[0].name", problem: "expected a string" }],
      next: "Pass a name",
      retry_after: 1,
      retryable: false,
    });
    expect(Object.keys(inFull(error).error)).toEqual([
      ...["code", "message", "tool", "details"],
      ...["retryable", "retry_after", "next", "fields", "correlation_id"],
    ]);
    expect(error.fields?.[0]?.name).toBe("items[0].name");
  });

  test.each([
    ["no fields", { fields: [] }],
    ["a field without its problem", { fields: [{ name: "x" }] }],
    ["an empty sentence", { next: "" }],
    ["a time before now", { retry_after: -1 }],
  ])("refuses %s", (_, given) => {
    expect(() => toolError("INTERNAL", "x", given as never)).toThrow(TypeError);
  });
});

describe("the text for a model", () => {
  const told = (error: unknown): any => JSON.parse(deliver(error).content[0].text).error;

  it("has the advice of the code, which programs read in the table", () => {
    const error = toolError("TIMEOUT", "Too slow");
    expect(told(error)).toMatchObject({ retryable: true, next: "Repeat the call, with more time or less work." });
    expect(inFull(error).error).not.toHaveProperty("next");
    expect(deliver(error)._meta[key].error).not.toHaveProperty("next");
  });

  it("has the author's own in its place, and no sentence that contradicts it", () => {
    expect(told(toolError("TIMEOUT", "x", { next: "Ask for less" }))).toMatchObject({ next: "Ask for less" });
    expect(told(toolError("TIMEOUT", "x", { retryable: false }))).not.toHaveProperty("next");
  });

  it("has no prefix that an SDK has put before a message", () => {
    for (const message of ["MCP error -32600: It failed", "MCP error -32603: MCP error -32600: It failed"]) {
      expect(told(Object.assign(new Error(message), { code: -32600 })).message).toBe("It failed");
    }
    expect(told(new Error("MCP error -32600: ")).message).toBe("A fault in the server itself");
  });
});

afterEach(() => vi.restoreAllMocks());

const now = Date.now();
const soon = (seconds: number) => new Date(now + seconds * 1000);
const headers = (value: string) => ({ headers: new Headers({ "Retry-After": value }) });

describe("the time to wait", () => {
  test.each<readonly [string, unknown, number]>([
    ["a header of the error", headers("7"), 7],
    ["a header of its response", { response: headers("7") }, 7],
    ["a header with a date", { response: headers(soon(60).toUTCString()) }, 60],
    ["a header of its cause", { cause: { response: headers("7") } }, 7],
    ["retryAfter", { retryAfter: 7 }, 7],
    ["retryAfter as a text", { retryAfter: "7" }, 7],
    ["retryAfter as a date", { retryAfter: soon(60) }, 60],
    ["retry_after in the data", { data: { retry_after: 6.2 } }, 7],
    ["resets_at as ISO 8601", { resets_at: soon(60).toISOString() }, 60],
    ["resets_at in seconds since 1970", { details: { resets_at: Math.ceil(now / 1000) + 60 } }, 60],
  ])("comes from %s", (_, members, seconds) => {
    vi.spyOn(Date, "now").mockReturnValue(now);
    const thrown = Object.assign(new Error("slow down"), members);
    for (const error of [fromUnknown(thrown), toolError("RATE_LIMITED", "x", { cause: thrown })]) {
      expect(Math.abs(error.retry_after! - seconds)).toBeLessThan(3);
      expect(inFull(error).error.retry_after).toBe(error.retry_after);
    }
  });

  test.each([{ retryAfter: "soon" }, { retryAfter: -1 }, { retryAfter: Number.NaN }, { resets_at: "?" }, {}])(
    "is absent from %o",
    (members) => {
      expect(inFull(fromUnknown(Object.assign(new Error("x"), members))).error).not.toHaveProperty("retry_after");
    },
  );

  it("is that of the author where there is one", () =>
    expect(toolError("RATE_LIMITED", "x", { retry_after: 1, cause: { retryAfter: 7 } }).retry_after).toBe(1));

  const JsonRpcError = createErrorClass(jsonRpc);
  const limits = { limit: 1, remaining: 0, window: "minute", resets_at: soon(60).toISOString() } as const;
  test.each<readonly [ContractData, unknown]>([
    [standard, toolError("RATE_LIMITED", "x", { retry_after: 7 })],
    [typedMcp, mcpError("rate_limited", undefined, { retry_after: 7 })],
    [mcpAql, aqlError("RATE_LIMIT_EXCEEDED", { ...limits, retry_after_seconds: 7 })],
    [jsonRpc, new JsonRpcError({ code: -32000, message: "x", data: { retry_after: 7 } })],
  ])("is found by a client under every contract that has one ($name)", (contract, error) => {
    const fail = (): unknown => {
      throw error;
    };
    const result = wrapAny(fail, { contract, tool_name: "x", deliver: "result", audit: "none" })();
    expect(detectError(result, { contracts: [contract] })).toMatchObject({ contract: contract.name, retry_after: 7 });
  });

  test("is found in what follows no contract", () => {
    const thrown = Object.assign(new Error("x"), { code: -32603, data: { retryAfter: 7 } });
    expect(detectError(thrown)).toMatchObject({ contract: undefined, retry_after: 7 });
    expect(detectError(toolError("INTERNAL", "x"))).not.toHaveProperty("retry_after");
  });
});
