import { readFile, readdir } from "node:fs/promises";
import { extend, createContractParts, getHttpStatus, type FactoryArguments } from "error-contract";
import { detectError, getRecovery } from "error-contract/detect";
import { SystemError } from "error-contract/kaiza";
import {
  listEnvelopeProblems,
  fromUnknown,
  MCP_ERROR_CODES,
  mcpError,
  parseEnvelope,
  serialize,
  typedMcp,
  TypedMcpError,
  wrapHandler,
  type McpErrorCode,
} from "error-contract/typed-mcp";
import { describe, expect, expectTypeOf, it, test, vi } from "vitest";
import { connect, info, sdk1 } from "../kit/sdks.js";
import { fail, thrownBy } from "../kit/thrown.js";

const reauth_command = "gmail-mcp login";
const codes = Object.keys(typedMcp.codes) as McpErrorCode[];

/** Details with which every code can be made. */
const details = { reauth_command, retry_after: 30 };

describe("the codes of 003", () => {
  it("are these, each mapped to itself", () => {
    expect(codes).toEqual([
      "auth_required",
      "not_found",
      "rate_limited",
      "send_failed",
      "permission_denied",
      "parse_error",
      "mcp_unavailable",
      "internal_error",
    ]);
    expect(MCP_ERROR_CODES).toEqual(Object.fromEntries(codes.map((code) => [code, code])));
    expectTypeOf(MCP_ERROR_CODES.not_found).toEqualTypeOf<"not_found">();
  });

  it.each(codes)("%s makes the shape { error, message, details }, with its prescribed message", (code) => {
    const error = mcpError(code, undefined, details);
    expect(error).toBeInstanceOf(TypedMcpError);
    expect(Object.keys(error.toEnvelope())).toEqual(["error", "message", "details"]);
    expect(error.toEnvelope()).toEqual({ error: code, message: error.message, details });
    expect(error.message).not.toMatch(/[{}]/);
    expect(parseEnvelope(JSON.parse(serialize(error)))).toEqual(error.toEnvelope());
    expect(getRecovery(typedMcp, code)?.recovery).toMatch(/\.$/);
    expect(detectError(serialize(error), { contracts: [typedMcp] })).toMatchObject({
      contract: "typed-mcp",
      code,
      certainty: "envelope",
    });
  });

  it("may not be sent twice without a look, nor called again before the time", () => {
    expect(getRecovery(typedMcp, "send_failed")).toMatchObject({ retryable: false });
    expect(getRecovery(typedMcp, "rate_limited")).toMatchObject({ retryable: true });
    expect(codes.map((code) => getHttpStatus(typedMcp, code))).toEqual([401, 404, 429, 502, 403, 400, 503, 500]);
  });
});

describe("mcpError", () => {
  it("has details null where there are none", () => {
    expect(mcpError("not_found", "No such note").toEnvelope()).toEqual({
      error: "not_found",
      message: "No such note",
      details: null,
    });
    expect(mcpError("not_found", "No such note", null, { cause: 1 }).cause).toBe(1);
  });

  it("types the details by their code", () => {
    type Arguments<Code> = FactoryArguments<typeof typedMcp, "mcpError", Code>;
    expectTypeOf<["rate_limited", string, { retry_after: number }]>().toExtend<Arguments<"rate_limited">>();
    expectTypeOf<["rate_limited", undefined, { retry_after: number }, { cause: unknown }]>().toExtend<
      Arguments<"rate_limited">
    >();
    expectTypeOf<["not_found", string, { id: number } | null, { cause: unknown }]>().toExtend<Arguments<"not_found">>();
    expectTypeOf<["rate_limited", string]>().not.toExtend<Arguments<"rate_limited">>();
    expectTypeOf<["not_found", string, Error]>().not.toExtend<Arguments<"not_found">>();
    // @ts-expect-error how long to wait is missing
    expect(() => mcpError("rate_limited", "Slow down")).toThrow(TypeError);
    // @ts-expect-error seconds are a number
    expect(() => mcpError("rate_limited", "Slow down", { retry_after: "30" })).toThrow(TypeError);
    // @ts-expect-error a name that the code does not have
    expect(() => mcpError("rate_limited", "Slow down", { retryAfter: 30 })).toThrow(TypeError);
    // @ts-expect-error no code of the contract
    expect(() => mcpError("timeout", "Too slow")).toThrow(/INVALID_ERROR_CODE/);
    expect(() => mcpError("rate_limited", "Slow down", { retry_after: -1 })).toThrow(TypeError);
  });

  it("has the re-auth command in every message of auth_required", () => {
    expect(mcpError("auth_required", undefined, { reauth_command }).message).toContain(reauth_command);
    const own = `Sign in with ${reauth_command}.`;
    expect(mcpError("auth_required", own, { reauth_command }).message).toBe(own);

    const cause = new Error("401");
    const make = () => mcpError("auth_required", "Sign in.", { reauth_command }, { cause });
    expect(make).toThrow(TypeError);
    expect(make).toThrow(expect.objectContaining({ cause }));
    expect(
      () => new TypedMcpError({ error: "auth_required", message: "Sign in.", details: { reauth_command } }),
    ).toThrow(TypeError);
  });

  it("has the canonical message where nobody knows the command", () => {
    const { meaning } = typedMcp.codes.auth_required;
    expect(new TypedMcpError({ error: "auth_required" } as never).message).toBe(meaning);
    expect(new TypedMcpError({ error: "auth_required", message: meaning } as never).message).toBe(meaning);
    expect(() => new TypedMcpError({ error: "auth_required", message: "Sign in." } as never)).toThrow(/reauth_command/);
    expect(fromUnknown(new Error("x"), { error: "auth_required", message: "Sign in." }).message).toBe(meaning);
  });
});

describe("fromUnknown", () => {
  const codeOf = (thrown: unknown) => fromUnknown(thrown).error;

  test.each<[number, McpErrorCode]>([
    [400, "parse_error"],
    [401, "auth_required"],
    [403, "permission_denied"],
    [404, "not_found"],
    [408, "mcp_unavailable"],
    [409, "send_failed"],
    [422, "parse_error"],
    [429, "rate_limited"],
    [500, "mcp_unavailable"],
    [502, "mcp_unavailable"],
    [503, "mcp_unavailable"],
    [504, "mcp_unavailable"],
  ])("takes the HTTP status %i for %s, wherever clients put it", (status, code) => {
    for (const known of [{ status }, { statusCode: status }, { response: { status } }, { code: status }]) {
      const error = fromUnknown(Object.assign(new Error("token=secret"), known));
      expect(error.error).toBe(code);
      expect(serialize(error)).not.toContain("secret");
      expect(listEnvelopeProblems(error.toEnvelope())).toEqual([]);
    }
  });

  test.each<[string, McpErrorCode]>([
    ["ENOENT", "not_found"],
    ["EACCES", "permission_denied"],
    ["EPERM", "permission_denied"],
    ["EEXIST", "send_failed"],
    ["ETIMEDOUT", "mcp_unavailable"],
    ["ECONNREFUSED", "mcp_unavailable"],
    ["ENOTFOUND", "mcp_unavailable"],
    ["EBUSY", "mcp_unavailable"],
    ["EISDIR", "parse_error"],
    ["EXDEV", "parse_error"],
    ["EBADF", "internal_error"],
    ["constructor", "internal_error"],
  ])("takes the errno %s for %s", (code, expected) => {
    expect(codeOf(Object.assign(new Error("x"), { code }))).toBe(expected);
    expect(codeOf(new TypeError("fetch failed", { cause: { code } }))).toBe(expected);
  });

  it("knows the errors of Node itself", async () => {
    const caught = async (run: () => unknown) => codeOf(await thrownBy(run));
    expect(await caught(() => readFile("/no/such/file"))).toBe("not_found");
    expect(await caught(() => readFile("/"))).toBe("parse_error");
    expect(await caught(() => readdir(import.meta.filename))).toBe("parse_error");
    expect(await caught(() => JSON.parse("{"))).toBe("parse_error");
    expect(await caught(() => fetch("http://127.0.0.1:59999"))).toBe("mcp_unavailable");
    expect(await caught(() => AbortSignal.abort().throwIfAborted())).toBe("mcp_unavailable");
    expect(await caught(() => (undefined as any).x)).toBe("internal_error");
  });

  it("takes the time to wait from Retry-After", () => {
    const after = (headers: unknown) => fromUnknown({ status: 429, headers }).details;
    expect(after({ "Retry-After": "120" })).toEqual({ retry_after: 120 });
    expect(after({ "retry-after": 5 })).toEqual({ retry_after: 5 });
    expect(after(new Headers({ "Retry-After": "7" }))).toEqual({ retry_after: 7 });
    expect(after({ "retry-after": new Date(Date.now() - 5000).toUTCString() })).toEqual({ retry_after: 0 });
    const soon = after({ "retry-after": new Date(Date.now() + 60_000).toUTCString() }) as { retry_after: number };
    expect(Math.abs(soon.retry_after - 60)).toBeLessThan(3);
    for (const nothing of [undefined, {}, { "retry-after": "soon" }, { "retry-after": {} }]) {
      expect(fromUnknown({ status: 429, headers: nothing })).toMatchObject({ error: "rate_limited", details: null });
    }
    expect(fromUnknown({ response: { status: 429, headers: { "retry-after": "3" } } }).details).toEqual({
      retry_after: 3,
    });
    expect(fromUnknown({ status: 404, headers: { "retry-after": "3" } }).details).toBeNull();
  });

  it("shows the re-auth command where it knows one, also over the message of another contract", () => {
    expect(fromUnknown({ status: 401 }, { reauth_command }).message).toContain(reauth_command);
    expect(fromUnknown({ status: 401 }).message).toBe(typedMcp.codes.auth_required.meaning);
    const session = SystemError.toolFailure("SESSION_NOT_INITIALIZED", { human_message: "No session" });
    expect(fromUnknown(session, { reauth_command }).message).toContain(reauth_command);
    expect(fromUnknown(SystemError.toolFailure("PLAN_NOT_FOUND", { human_message: "No plan" })).message).toBe(
      "No plan",
    );
  });

  it("asks the project first", () => {
    const classify = (thrown: unknown) => (thrown instanceof RangeError ? "send_failed" : undefined);
    expect(fromUnknown(new RangeError("x"), { classify }).error).toBe("send_failed");
    expect(fromUnknown(Object.assign(new RangeError("x"), { code: "ENOENT" }), { classify }).error).toBe("send_failed");
    expect(fromUnknown(new Error("x"), { classify }).error).toBe("internal_error");
  });

  it("tells the original of an internal error before it hides it, and of no other", () => {
    const onInternalError = vi.fn();
    const original = new Error("Cannot read properties of undefined (reading 'token')");
    const error = fromUnknown(original, { onInternalError });
    expect(onInternalError.mock.calls).toEqual([[original, error]]);
    expect(error.cause).toBe(original);
    expect(serialize(error)).not.toContain("token");

    fromUnknown({ status: 404 }, { onInternalError });
    expect(onInternalError).toHaveBeenCalledTimes(1);
    const broken = fail(new Error("the log is full"));
    expect(fromUnknown(original, { onInternalError: broken }).error).toBe("internal_error");
  });
});

describe("the boundary", () => {
  const answering = (value: unknown) => wrapHandler(() => value, "search_mail");

  it("returns the JSON string, and no exception", async () => {
    const failing = wrapHandler(async () => Promise.reject(mcpError("not_found", "No such mail")), "search_mail");
    expect(await failing()).toBe('{"error":"not_found","message":"No such mail","details":null}');
    const broken = wrapHandler((text: string): string => JSON.parse(text) as string, "search_mail");
    expect(JSON.parse(broken("{"))).toMatchObject({ error: "parse_error" });
  });

  it("lets successes pass, and returned envelopes", () => {
    for (const success of ['{"mails":[]}', { mails: [] }, "plain text with an error in it", null, undefined, 7]) {
      expect(answering(success)()).toBe(success);
    }
    const envelope = mcpError("not_found", "No such mail").toEnvelope();
    expect(answering(envelope)()).toBe(JSON.stringify(envelope));
    expect(answering(JSON.stringify(envelope))()).toBe(JSON.stringify(envelope));
  });

  test.each<[string, unknown]>([
    ["an object", { mails: [], error: "none" }],
    ["an object whose error is null", { mails: [], error: null }],
    ["a JSON string", '{"mails":[],"error":{"text":"x"}}'],
    ["the text of a tool result", { content: [{ type: "text", text: '{"mails":[],"error":"x"}' }] }],
    ["the structured content of a tool result", { content: [], structuredContent: { error: "x" } }],
  ])("refuses a success with an error key: %s", (_, success) => {
    const answer = answering(success)();
    expect(JSON.parse(answer as string)).toMatchObject({ error: "internal_error" });
    expect(parseEnvelope(JSON.parse(answer as string))).toBeDefined();
  });

  test.each<[string, object | null]>([
    ["with the command in its details alone", { reauth_command: "other login" }],
    ["without a command", null],
  ])("holds a returned auth_required to the message of a thrown one: %s", (_, details) => {
    const stated = { error: "auth_required", message: "Sign in.", details };
    for (const answer of [stated, JSON.stringify(stated), { content: [], structuredContent: stated }]) {
      const delivered = wrapHandler(() => answer as unknown, { tool_name: "x", reauth_command: "gmail-mcp login" })();
      expect(JSON.parse(delivered as string)).toMatchObject({
        error: "auth_required",
        message: "Authentication is required. Run `gmail-mcp login` and try again.",
      });
    }
    const shown = mcpError("auth_required", "Run login.", { reauth_command: "login" }).toEnvelope();
    expect(answering(shown)()).toBe(JSON.stringify(shown));
  });

  it("tells each original once, and shows the command", async () => {
    const onInternalError = vi.fn();
    let thrown: unknown = new Error("secret");
    const tool = wrapHandler(
      async () => {
        await Promise.resolve();
        throw thrown;
      },
      { tool_name: "search_mail", reauth_command, onInternalError },
    );
    expect(await tool()).not.toContain("secret");
    expect(onInternalError).toHaveBeenCalledExactlyOnceWith(thrown, expect.any(TypedMcpError));

    const cause = new Error("deeper");
    thrown = mcpError("internal_error", "Out of luck", null, { cause });
    await tool();
    expect(onInternalError).toHaveBeenLastCalledWith(cause, thrown);

    thrown = { status: 401 };
    expect(JSON.parse(await tool())).toMatchObject({ message: expect.stringContaining(reauth_command) });
    expect(onInternalError).toHaveBeenCalledTimes(2);
  });

  test.each<[string, unknown]>([
    ["no options", undefined],
    ["no name", {}],
    ["a listener that is none", { tool_name: "x", onInternalError: "log" }],
    ["a command that is none", { tool_name: "x", reauth_command: ["login"] }],
  ])("refuses %s", (_, options) => {
    expect(() => wrapHandler(() => "", options as never)).toThrow(TypeError);
  });

  it("reaches an MCP client as a result with the JSON text", async () => {
    const server = new sdk1.McpServer(info);
    const tool = wrapHandler(fail(mcpError("rate_limited", undefined, { retry_after: 30 })), "search_mail");
    server.registerTool("search_mail", {}, tool);
    const client = await connect(sdk1, server);
    const result: unknown = await client.callTool({ name: "search_mail", arguments: {} });
    expect(detectError(result)?.envelope).toEqual({
      error: "rate_limited",
      message: "Too many requests. Try again in 30 seconds.",
      details: { retry_after: 30 },
    });
    expect(detectError(result)).toMatchObject({ contract: "typed-mcp", code: "rate_limited", retryable: true });
  });
});

describe("a client", () => {
  const find = (answer: unknown) => detectError(answer, { contracts: [typedMcp] });
  const envelope = { error: "auth_required", message: "Run x", details: null };
  const content = [{ type: "text", text: JSON.stringify(envelope) }];

  test.each(
    Object.entries({
      "the object": envelope,
      "the JSON text": JSON.stringify(envelope),
      "a result with the text": { content },
      "a result with isError": { content, isError: true },
      "structured content": { content: [], structuredContent: envelope },
    }),
  )("finds the failure by its key in %s", (_, answer) =>
    expect(find(answer)).toMatchObject({ contract: "typed-mcp", code: "auth_required" }),
  );

  it("finds codes that nobody registered", () => {
    const text = JSON.stringify({ error: "quota_spent", message: "Spent", details: null });
    expect(find({ content: [{ type: "text", text }] })).toMatchObject({
      contract: undefined,
      foreignCode: "quota_spent",
    });
  });

  it("finds nothing in a success", () => {
    const successes = [null, undefined, "", "error", { mails: [] }, { error: null }, { content: [{ text: "ok" }] }, 7];
    expect(successes.map(find)).toEqual(successes.map(() => undefined));
  });
});

test("an extension registers codes in lower snake case", () => {
  const QUOTA = { meaning: "Spent", section: "ours", condition: "rate_limited" } as const;
  const { factories } = createContractParts(extend(typedMcp, { name: "mail", codes: { quota_spent: QUOTA } }));
  expect(factories.mcpError("quota_spent", "Spent").error).toBe("quota_spent");
  expect(TypedMcpError.is(factories.mcpError("quota_spent", "Spent"))).toBe(true);
  expect(() => extend(typedMcp, { codes: { QUOTA_SPENT: QUOTA } })).toThrow(/codePattern/);
});
