import fs from "node:fs/promises";
import { defineContract, createErrorClass, extend, type ContractData } from "error-contract";
import { contextResolveError, fromUnknown as toContextResolve } from "error-contract/context-resolve";
import { fromUnknown as toJsonRpc, jsonRpcError } from "error-contract/json-rpc";
import { kaiza, parseEnvelope, SystemError, type SystemErrorCode } from "error-contract/kaiza";
import { aqlError, fromUnknown as toAql } from "error-contract/mcp-aql";
import { fromUnknown as toTool, toolError, ToolError, type ToolErrorCode } from "error-contract/standard";
import { fromUnknown as toTyped, mcpError, TypedMcpError } from "error-contract/typed-mcp";
import { describe, expect, expectTypeOf, it, test, vi } from "vitest";
import { numeric } from "./sample-contracts.js";

const withErrno = (code: string, syscall?: string) => Object.assign(new Error("It failed"), { code, syscall });
const withStatus = (status: number) => Object.assign(new Error("It failed"), { status });
const getCodes = (thrown: unknown) => ({
  kaiza: SystemError.fromUnknown(thrown).error_code,
  standard: toTool(thrown).code,
  "json-rpc": toJsonRpc(thrown).code,
  "typed-mcp": toTyped(thrown).error,
  "mcp-aql": toAql(thrown).code,
});

describe("an errno settles the code", () => {
  test.each<[string, SystemErrorCode, ToolErrorCode, number, string, string]>([
    ["ENOENT", "FILE_NOT_FOUND", "NOT_FOUND", -32001, "not_found", "NOT_FOUND_RESOURCE"],
    ["EEXIST", "FILE_ALREADY_EXISTS", "ALREADY_EXISTS", -32002, "send_failed", "CONFLICT_ALREADY_EXISTS"],
    ["EACCES", "INSUFFICIENT_PERMISSIONS", "PERMISSION_DENIED", -32000, "permission_denied", "PERMISSION_DENIED"],
    ["EISDIR", "INVALID_PATH", "INVALID_INPUT", -32602, "parse_error", "VALIDATION_INVALID_TYPE"],
    ["ENOSPC", "FILE_WRITE_FAILED", "UNAVAILABLE", -32000, "mcp_unavailable", "INTERNAL_ERROR"],
    ["ECONNREFUSED", "INTERNAL_ERROR", "UNAVAILABLE", -32000, "mcp_unavailable", "INTERNAL_ERROR"],
    ["ECONNABORTED", "INTERNAL_ERROR", "TIMEOUT", -32000, "mcp_unavailable", "INTERNAL_ERROR"],
    ["EWHATEVER", "INTERNAL_ERROR", "INTERNAL", -32603, "internal_error", "INTERNAL_ERROR"],
  ])("%s", (errno, inKaiza, inStandard, inJsonRpc, inTyped, inAql) => {
    expect(getCodes(withErrno(errno))).toEqual({
      kaiza: inKaiza,
      standard: inStandard,
      "json-rpc": inJsonRpc,
      "typed-mcp": inTyped,
      "mcp-aql": inAql,
    });
  });

  it("with its system call, where kaiza tells the two apart", async () => {
    const codeOf = async (failing: Promise<unknown>) =>
      failing.then(
        () => expect.unreachable(),
        (thrown: unknown) => SystemError.fromUnknown(thrown).error_code,
      );
    expect(await codeOf(fs.readFile("/no/such/file"))).toBe("FILE_NOT_FOUND");
    expect(await codeOf(fs.readdir("/no/such/folder"))).toBe("PATH_NOT_FOUND");
    expect(await codeOf(fs.mkdir("/no/such/folder"))).toBe("PATH_NOT_FOUND");
    expect(SystemError.fromUnknown(withErrno("ENOENT", "spawn git")).error_code).toBe("INTERNAL_ERROR");
  });
});

describe("an HTTP status settles the code", () => {
  test.each<[number, SystemErrorCode, ToolErrorCode, number]>([
    [400, "INVALID_INPUT_VALUE", "INVALID_INPUT", -32602],
    [401, "INSUFFICIENT_PERMISSIONS", "UNAUTHENTICATED", -32600],
    [403, "INSUFFICIENT_PERMISSIONS", "PERMISSION_DENIED", -32600],
    [404, "PATH_NOT_FOUND", "NOT_FOUND", -32001],
    [409, "INTERNAL_ERROR", "CONFLICT", -32002],
    [429, "INTERNAL_ERROR", "RATE_LIMITED", -32600],
    [500, "INTERNAL_ERROR", "UPSTREAM_FAILED", -32603],
    [503, "INTERNAL_ERROR", "UNAVAILABLE", -32603],
  ])("%i", (status, inKaiza, inStandard, inJsonRpc) => {
    const forms = [
      new Response(null, { status }),
      withStatus(status),
      { statusCode: status },
      { response: { status } },
      { response: { statusCode: status } },
      { code: status },
      new Error("It failed", { cause: new Response(null, { status }) }),
    ];
    for (const form of forms) {
      expect(getCodes(form)).toMatchObject({ kaiza: inKaiza, standard: inStandard, "json-rpc": inJsonRpc });
    }
  });

  it("is none where it reports no failure", () => {
    for (const status of [0, 200, 302, 600, NaN, "404"]) {
      expect(getCodes({ status })).toMatchObject({ kaiza: "INTERNAL_ERROR", standard: "INTERNAL", "json-rpc": -32603 });
    }
  });

  it("and the response says in the envelope what it was, without its address", () => {
    const response = new Response("secret", { status: 404, statusText: "Not Found" });
    const error = SystemError.fromUnknown(response);
    expect(error.cause).toBe(response);
    expect(error.toEnvelope().cause).toEqual({ status: 404, statusText: "Not Found" });
  });
});

describe("the nearest cause that knows settles the code", () => {
  const wrap = (cause: unknown, depth: number): unknown =>
    depth === 0 ? cause : wrap(new Error(`level ${depth}`, { cause }), depth - 1);

  it("by errno and status, some levels down", () => {
    expect(getCodes(wrap(withErrno("ENOENT"), 5))).toMatchObject({ kaiza: "FILE_NOT_FOUND", standard: "NOT_FOUND" });
    expect(getCodes(wrap(withStatus(404), 3))).toMatchObject({ "json-rpc": -32001, "typed-mcp": "not_found" });
    const both = Object.assign(new Error("outer", { cause: withErrno("ENOENT") }), { code: "EACCES" });
    expect(getCodes(both)).toMatchObject({ standard: "PERMISSION_DENIED" });
  });

  it("as an error of the contract, or of another", () => {
    const locked = SystemError.toolFailure("SESSION_LOCKED");
    expect(SystemError.fromUnknown(wrap(locked, 2)).error_code).toBe("SESSION_LOCKED");
    expect(toTool(wrap(locked, 2)).code).toBe("CONFLICT");
    // What an error of a contract says is not searched any further.
    expect(toTool(wrap(toolError("INTERNAL", "x", { cause: withErrno("ENOENT") }), 1)).code).toBe("INTERNAL");
  });

  it("with its details", () => {
    const headers = { "retry-after": "7" };
    const error = toTyped(wrap(new Response(null, { status: 429, headers }), 2));
    expect(error).toMatchObject({ error: "rate_limited", details: { retry_after: 7 } });
  });

  it("and the chain of causes is kept", () => {
    const thrown = wrap(withErrno("ENOENT"), 3);
    expect(SystemError.fromUnknown(thrown).cause).toBe(thrown);
  });

  it("unless the causes are a circle", () => {
    const circle = new Error("x");
    circle.cause = circle;
    expect(getCodes(circle)).toMatchObject({ kaiza: "INTERNAL_ERROR" });
  });
});

describe("the context and the value itself come first", () => {
  const thrown = Object.assign(withErrno("ENOENT"), { error_code: "FILE_READ_FAILED" });

  it("over errno and status", () => {
    expect(SystemError.fromUnknown(thrown).error_code).toBe("FILE_READ_FAILED");
    expect(SystemError.fromUnknown(thrown, { error_code: "PATCH_INVALID" }).error_code).toBe("PATCH_INVALID");
    expect(toTool(withErrno("ENOENT"), { classify: () => "CONFLICT" }).code).toBe("CONFLICT");
  });
});

describe("an error of the contract with a message in the context", () => {
  it("becomes the cause of another, which has its code and its fields", () => {
    const error = SystemError.toolFailure("FILE_NOT_FOUND", {
      human_message: "There is no a.md",
      session_id: "s-1",
      invariant_id: "I-1",
      timestamp: "2026-01-19T15:32:10.123Z",
    });
    const reworded = SystemError.fromUnknown(error, {
      human_message: "The plan could not be loaded",
      error_code: "INTERNAL_ERROR",
      session_id: "other",
      tool_name: "load_plan",
    });
    expect(reworded).not.toBe(error);
    expect(reworded.cause).toBe(error);
    const { cause, ...fields } = reworded.toEnvelope();
    const { cause: _, ...own } = error.toEnvelope();
    expect(fields).toEqual({ ...own, human_message: "The plan could not be loaded", tool_name: "load_plan" });
    expect(cause).toEqual({ message: error.message, code: "FILE_NOT_FOUND", name: "SystemError" });
    expectTypeOf(reworded).toExtend<SystemError>();
    expectTypeOf<SystemError>().toExtend<typeof reworded>();
  });

  it("does so under every contract", () => {
    for (const [reworded, cause, envelope] of [
      reword(toTool, toolError("NOT_FOUND", "x", { details: { id: 7 } })),
      reword(toJsonRpc, jsonRpcError(-32001, "x", { id: 7 })),
      reword(toTyped, mcpError("not_found", "x")),
      reword(toAql, aqlError("NOT_FOUND_RESOURCE", { resource_type: "repo", resource_id: "a/b" })),
      reword(toContextResolve, contextResolveError("cache_invalid")),
    ]) {
      expect(reworded).not.toBe(cause);
      expect((reworded as Error).cause).toBe(cause);
      const told = JSON.stringify(reworded);
      expect(told).toBe(JSON.stringify(envelope).replace(/"message":"[^"]*"/, '"message":"It could not be loaded"'));
    }
  });

  it("keeps the contract where that extends the one asked for", () => {
    const acme = extend(kaiza, {
      name: "acme",
      codes: { QUOTA_SPENT: { meaning: "The quota is spent", section: "acme", condition: "rate_limited" } },
    });
    const error = createErrorClass(acme).toolFailure("QUOTA_SPENT");
    const reworded = SystemError.fromUnknown(error, { human_message: "No more today" });
    expect(reworded).toMatchObject({ error_code: "QUOTA_SPENT", human_message: "No more today", cause: error });
    expect(createErrorClass(acme).is(reworded)).toBe(true);
  });

  it("stays the same where the envelope cannot hold the message", () => {
    const [auth, cache] = [
      mcpError("auth_required", "Run x", { reauth_command: "x" }),
      contextResolveError("io_error"),
    ];
    expect(toTyped(auth, { message: "Sign in" })).toBe(auth);
    expect(toTyped(auth, { message: "Sign in with x" })).toMatchObject({ message: "Sign in with x", cause: auth });
    expect(toContextResolve(cache, { message: "/etc/cache is gone" })).toBe(cache);
    for (const message of ["", undefined, null, 7]) {
      const error = toolError("NOT_FOUND", "x");
      expect(toTool(error, { message: message as never })).toBe(error);
    }
  });

  it("never throws, however it was changed", () => {
    const context = { human_message: "The plan could not be loaded" };
    for (const [name, value] of [
      ["role", "KING"],
      ["timestamp", "yesterday"],
      ["tool_name", Symbol("x")],
      ["error_code", "NO_SUCH_CODE"],
      ["constructor", null],
      ["constructor", new Proxy(SystemError, { getPrototypeOf: () => expect.unreachable() })],
    ] as const) {
      const error = Object.defineProperty(SystemError.toolFailure("FILE_NOT_FOUND"), name, { value });
      const reworded = SystemError.fromUnknown(error, context);
      expect(SystemError.is(reworded)).toBe(true);
      expect(parseEnvelope(reworded.toEnvelope())).toBeDefined();
    }
  });

  it("tells the server's own log of the original", () => {
    const [cause, onInternalError] = [new Error("disk"), vi.fn()];
    const error = mcpError("internal_error", "x", null, { cause });
    toTyped(error, { message: "It could not be loaded", onInternalError });
    expect(onInternalError).toHaveBeenCalledWith(cause, expect.any(TypedMcpError));
  });

  it("is hidden from nobody: an error of another contract gives its code", () => {
    const error = SystemError.fromUnknown(toolError("NOT_FOUND", "x"), { human_message: "y" });
    expect(error).toMatchObject({ error_code: "PATH_NOT_FOUND", human_message: "y" });
    expect(error.cause).toBeInstanceOf(ToolError);
  });
});

/** What `fromUnknown` makes of an error of its contract and a message, the error, and the envelope of the error. */
function reword(
  convert: (thrown: unknown, context: never) => unknown,
  error: { toEnvelope(): object },
): readonly [unknown, unknown, object] {
  return [convert(error, { message: "It could not be loaded" } as never), error, error.toEnvelope()];
}

describe("the codes of a contract for foreign errors", () => {
  const coded = {
    ...numeric,
    name: "coded",
    foreign: { codes: { "4xx": "InvalidParams", "EIO read": "InvalidParams" } },
  };

  it("are data: an errno, an errno of a system call, a status, a class of statuses", () => {
    const Coded = createErrorClass(defineContract(coded as ContractData));
    const codeOf = (thrown: unknown) => Coded.fromUnknown(thrown).code;
    expect([codeOf({ status: 418 }), codeOf(withErrno("EIO", "read"))]).toEqual([-32602, -32602]);
    expect([codeOf({ status: 500 }), codeOf(withErrno("EIO", "write")), codeOf(withErrno("EIO"))]).toEqual([
      -32603, -32603, -32603,
    ]);
  });

  it("have to be codes of the contract", () => {
    const wrong = { ...coded, foreign: { codes: { ENOENT: "Gone" } } };
    expect(() => defineContract(wrong as ContractData)).toThrow('contract.foreign.codes.ENOENT: "Gone"');
  });
});

describe("what failed first stands for a failure of its disposal after it", () => {
  const suppress = (suppressed: unknown, closing: unknown = new Error("It cannot be closed")) =>
    Object.assign(new Error("An error was suppressed"), { name: "SuppressedError", error: closing, suppressed });

  test.each<[string, unknown, string, string]>([
    ["an error with a status", withStatus(404), "NOT_FOUND", "It failed"],
    ["an error of the contract", toolError("CONFLICT", "It has changed."), "CONFLICT", "It has changed."],
    ["one that two disposals follow", suppress(withErrno("ECONNREFUSED")), "UNAVAILABLE", "It failed"],
    ["an error without a code", new Error("It is odd"), "INTERNAL", "It is odd"],
  ])("%s", (_, thrown, code, message) => {
    const both = suppress(thrown, withStatus(503));
    expect(toTool(both)).toMatchObject({ code, message });
  });

  it("is told with its wait, and keeps both", () => {
    const both = suppress(Object.assign(withStatus(429), { headers: { "retry-after": "7" } }));
    expect(toTool(both)).toMatchObject({ code: "RATE_LIMITED", retry_after: 7, cause: both });
  });
});
