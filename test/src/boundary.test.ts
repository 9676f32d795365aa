import { describe, expect, expectTypeOf, it, vi } from "vitest";
import fc from "fast-check";
import { errorClass, extend, envelopeProblems, wrapHandler } from "error-contract";
import * as contextResolve from "error-contract/context-resolve";
import * as kaiza from "error-contract/kaiza";
import * as typedMcp from "error-contract/typed-mcp";
import { MemorySink, texts, thrownBy } from "./boundary-contracts.js";
import { anyValue, hostileValues } from "./hostile-values.js";
import { nested, numeric } from "./sample-contracts.js";

const { SystemError } = kaiza;
const fail =
  (value: unknown): ((...args: unknown[]) => any) =>
  () => {
    throw value;
  };
const read = (thrown: unknown): unknown => JSON.parse((thrown as Error).message);
const notFound = () => SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file" });
const session = { session_id: "s-1", role: "WINDSURF", workspace_root: "/work" } as const;
/** What SDK 1.x passes to a tool, as far as the boundary looks. */
const extra = { signal: new AbortController().signal, requestId: 7 };

describe("a success", () => {
  it("is the very value that the handler returned, at once", () => {
    const result = { content: [] };
    expect(kaiza.wrapHandler(() => result, "x")()).toBe(result);
    expect(kaiza.wrapHandler((value: number) => value + 1, "x")(1)).toBe(2);
  });

  it("keeps `this`, every argument, name, length and properties", () => {
    const handler = Object.assign(
      function named(this: unknown, first: unknown, ...rest: unknown[]) {
        return [this, first, rest];
      },
      { schema: { a: 1 } },
    );
    const wrapped = kaiza.wrapHandler(handler, "x");
    const self = {};
    expect(wrapped.call(self, 1, 2, 3)).toEqual([self, 1, [2, 3]]);
    expect(wrapped.call(self, 1)[0]).toBe(self);
    expect({ name: wrapped.name, length: wrapped.length, schema: wrapped.schema }).toEqual({
      name: "named",
      length: 1,
      schema: handler.schema,
    });
  });

  it("of a promise or any thenable resolves to the same value", async () => {
    const result = {};
    expect(await kaiza.wrapHandler(() => Promise.resolve(result), "x")()).toBe(result);
    const thenable = { then: (resolve: (value: unknown) => void) => resolve(result) };
    expect(await kaiza.wrapHandler(() => thenable, "x")()).toBe(result);
  });

  it("may be anything that can be awaited, also what cannot be looked at otherwise", () => {
    const odd = Object.defineProperty({}, "next", { get: fail(new Error("hostile")) });
    expect(kaiza.wrapHandler(() => odd, "x")()).toBe(odd);
  });

  it("writes nothing and asks nobody", async () => {
    const audit = new MemorySink();
    const options = { tool_name: "x", audit, session: vi.fn(), classify: vi.fn() };
    kaiza.wrapHandler(() => 1, options)();
    await kaiza.wrapHandler(() => Promise.resolve(1), options)();
    expect(audit.records).toEqual([]);
    expect(options.session).not.toHaveBeenCalled();
    expect(options.classify).not.toHaveBeenCalled();
  });

  it("has the handler's own type", () => {
    const generic = <T extends string>(value: T): Promise<T> => Promise.resolve(value);
    expectTypeOf(kaiza.wrapHandler(generic, "x")("a")).toEqualTypeOf<Promise<"a">>();
    expectTypeOf(wrapHandler(generic, { contract: nested, tool_name: "x" })("a")).toEqualTypeOf<Promise<"a">>();
    const method = function (this: { a: number }, b: string): number {
      return this.a + b.length;
    };
    expectTypeOf(kaiza.wrapHandler(method, { tool_name: "x", session })).toEqualTypeOf<typeof method>();
    wrapHandler(generic, { contract: kaiza.kaiza, tool_name: "x", session: () => ({ role: "WINDSURF" }) });
    // @ts-expect-error -- no role of the contract
    wrapHandler(generic, { contract: kaiza.kaiza, tool_name: "x", session: () => ({ role: "KING" }) });
    // @ts-expect-error -- no code of the contract
    kaiza.wrapHandler(generic, { tool_name: "x", classify: () => "NO_SUCH_CODE" });
    // @ts-expect-error -- no role of the contract
    kaiza.wrapHandler(generic, { tool_name: "x", session: { role: "KING" } });
    // @ts-expect-error -- the session is told what the handler is told
    kaiza.wrapHandler(generic, { tool_name: "x", session: (value: number) => ({ session_id: String(value) }) });
  });
});

describe("a failure under kaiza", () => {
  it("is thrown as a SystemError that carries the envelope in its message and data", async () => {
    const thrown = await thrownBy(kaiza.wrapHandler(fail(new TypeError("boom")), "read_file"));
    expect(thrown).toBeInstanceOf(SystemError);
    expect(thrown).toBeInstanceOf(Error);
    expect(thrown).toMatchObject({ name: "SystemError", error_code: "INTERNAL_ERROR", tool_name: "read_file" });
    expect(kaiza.parseEnvelope(read(thrown))).toEqual(thrown.toEnvelope());
    expect(thrown.data).toEqual(thrown.toEnvelope());
    expect(thrown.message).toBe(kaiza.serialize(thrown));
  });

  it("keeps cause, stack and fields of the error, and leaves the error alone", async () => {
    const cause = new Error("ENOENT");
    const error = SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file", cause });
    const before = { ...error.toDiagnostic(), message: error.message };
    const thrown = await thrownBy(kaiza.wrapHandler(fail(error), { tool_name: "read_file", session }));
    expect({ ...error.toDiagnostic(), message: error.message }).toEqual(before);
    expect(thrown.cause).toBe(cause);
    expect(thrown.stack).toBe(error.stack);
    expect(thrown).toMatchObject({ error_code: "FILE_NOT_FOUND", human_message: "No such file", ...session });
    expect(read(thrown)).toEqual({ ...error.toEnvelope(), ...session, tool_name: "read_file" });
  });

  it("is an instance of the project's own class", async () => {
    class FileError extends errorClass(kaiza.kaiza) {}
    const thrown = await thrownBy(kaiza.wrapHandler(fail(new FileError({ error_code: "FILE_NOT_FOUND" })), "x"));
    expect(thrown).toBeInstanceOf(FileError);
  });

  it("of a contract that extends kaiza keeps its code", async () => {
    const acme = extend(kaiza.kaiza, {
      name: "acme",
      codes: { QUOTA_SPENT: { meaning: "The quota is spent", section: "acme", condition: "rate_limited" } },
    });
    const AcmeError = errorClass(acme);
    const audit = new MemorySink();
    const thrown = await thrownBy(
      kaiza.wrapHandler(fail(AcmeError.toolFailure("QUOTA_SPENT")), { tool_name: "x", audit }),
    );
    expect(envelopeProblems(acme, read(thrown))).toEqual([]);
    expect(read(thrown)).toMatchObject({ error_code: "QUOTA_SPENT", tool_name: "x" });
    expect(audit.records).toMatchObject([{ contract: "acme" }]);

    const foreign = await thrownBy(wrapHandler(fail("?"), { contract: AcmeError, tool_name: "x" }));
    expect(foreign).toBeInstanceOf(AcmeError);
  });

  it("whose own envelope does not conform is repaired", async () => {
    class Broken extends errorClass(kaiza.kaiza) {
      override toEnvelope(): never {
        return { nonsense: 1n } as never;
      }
    }
    const thrown = await thrownBy(kaiza.wrapHandler(fail(new Broken({ error_code: "FILE_NOT_FOUND" })), "x"));
    expect(kaiza.parseEnvelope(read(thrown))).toMatchObject({ error_code: "FILE_NOT_FOUND" });
  });

  it("survives a class that cannot convert", async () => {
    class Stubborn extends errorClass(kaiza.kaiza) {
      static override fromUnknown = (): never => {
        throw new Error("no");
      };
    }
    const thrown = await thrownBy(wrapHandler(fail(new Error("x")), { contract: Stubborn, tool_name: "x" }));
    expect(kaiza.parseEnvelope(read(thrown))).toMatchObject({ error_code: "INTERNAL_ERROR", human_message: "x" });
  });

  it("takes its code from classify", async () => {
    const classify = (thrown: unknown) => (thrown === 7 ? "PLAN_NOT_FOUND" : undefined);
    const wrapped = kaiza.wrapHandler(fail(7), { tool_name: "x", classify });
    expect(await thrownBy(wrapped)).toMatchObject({ error_code: "PLAN_NOT_FOUND" });
  });

  it("of a result with isError becomes the envelope", async () => {
    const isError = (text: string) => () => ({ content: [{ type: "text", text }], isError: true });
    expect(await thrownBy(kaiza.wrapHandler(isError("no such file"), "x"))).toMatchObject({
      error_code: "INTERNAL_ERROR",
      human_message: "no such file",
    });
    const own = await thrownBy(kaiza.wrapHandler(isError(kaiza.serialize(notFound())), "x"));
    expect(own).toMatchObject({ error_code: "FILE_NOT_FOUND", tool_name: "x" });
  });
});

describe("a handler that waits", () => {
  it("rejects", async () => {
    const wrapped = kaiza.wrapHandler(async () => Promise.reject(notFound()), "x");
    expect(await thrownBy(wrapped)).toMatchObject({ error_code: "FILE_NOT_FOUND", tool_name: "x" });
  });

  it("has a thenable that fails in any way", async () => {
    const thenable = { then: fail(notFound()) };
    expect(await thrownBy(kaiza.wrapHandler(() => thenable, "x"))).toMatchObject({ error_code: "FILE_NOT_FOUND" });
  });

  it("is an async generator: values pass in and out, a failure is thrown", async () => {
    const returned = vi.fn();
    const wrapped = kaiza.wrapHandler(async function* (first: number) {
      try {
        await Promise.resolve();
        const second: number = yield first;
        yield first + second;
        throw notFound();
      } finally {
        returned();
      }
    }, "x");
    const generator = wrapped(1);
    expect(await generator.next(0)).toEqual({ value: 1, done: false });
    expect(await generator.next(2)).toEqual({ value: 3, done: false });
    expect(await thrownBy(() => generator.next(0))).toMatchObject({ error_code: "FILE_NOT_FOUND", tool_name: "x" });
    expect(returned).toHaveBeenCalledOnce();

    const abandoned = wrapped(1);
    await abandoned.next(0);
    expect(await abandoned.return(undefined as never)).toEqual({ value: undefined, done: true });
    expect(returned).toHaveBeenCalledTimes(2);
  });

  it("is a generator: a failure is thrown, or the last value under a contract that returns", () => {
    const values = function* () {
      yield 1;
      throw new Error("x");
    };
    expect(() => [...kaiza.wrapHandler(values, "x")()]).toThrow(SystemError);
    const [first, last] = [...wrapHandler(values, { contract: nested, tool_name: "x" })()];
    expect(first).toBe(1);
    expect(envelopeProblems(nested, last)).toEqual([]);
  });

  it("was cancelled or timed out: the code of that condition, where the contract has one", async () => {
    const code = (thrown: unknown, given: object = extra) =>
      JSON.parse(wrapHandler(fail(thrown), { contract: texts, tool_name: "x", deliver: "json" })({}, given)).error;
    const controller = new AbortController();
    controller.abort("the user left");
    expect(code(new DOMException("aborted", "AbortError"))).toBe("stopped");
    expect(code(new DOMException("late", "TimeoutError"))).toBe("too_slow");
    expect(code("the user left", { signal: controller.signal, requestId: 1 })).toBe("stopped");
    expect(code("the user left", { mcpReq: { signal: controller.signal, method: "tools/call" } })).toBe("stopped");
    expect(code("something else", { signal: controller.signal, requestId: 1 })).toBe("internal_error");
    const kaizaError = await thrownBy(kaiza.wrapHandler(fail(new DOMException("aborted", "AbortError")), "x"));
    expect(kaizaError).toMatchObject({ error_code: "INTERNAL_ERROR" });
  });
});

describe("the context", () => {
  it("fills only what the error left empty", async () => {
    const error = SystemError.toolFailure("SESSION_LOCKED", { session_id: "own", tool_name: "own_tool" });
    const thrown = await thrownBy(kaiza.wrapHandler(fail(error), { tool_name: "x", session }));
    expect(read(thrown)).toMatchObject({
      session_id: "own",
      tool_name: "own_tool",
      role: "WINDSURF",
      workspace_root: "/work",
    });
  });

  it("comes from a function at the time of the failure, called with the arguments", async () => {
    let current = "before";
    const wrapped = kaiza.wrapHandler((path: string) => fail(path)(), {
      tool_name: "x",
      session: (path) => ({ session_id: current, workspace_root: path }),
    });
    current = "after";
    expect(await thrownBy(() => wrapped("/here"))).toMatchObject({ session_id: "after", workspace_root: "/here" });
  });

  it("ignores what the envelope cannot hold, null, promises, and a function that throws", async () => {
    const sessions: unknown[] = [
      { session_id: 7, role: "KING", workspace_root: null },
      () => Promise.resolve(session),
      fail(new Error("no session")),
      Object.defineProperty({}, "session_id", { get: fail(new Error("hostile")) }),
      () => undefined,
    ];
    for (const given of sessions) {
      const thrown = await thrownBy(kaiza.wrapHandler(fail("x"), { tool_name: "x", session: given as never }));
      expect(read(thrown)).toMatchObject({ session_id: null, role: null, workspace_root: null, tool_name: "x" });
    }
  });

  it("keeps the order of the keys when an optional field comes in", () => {
    const wrapped = wrapHandler(fail("x"), { contract: texts, tool_name: "x", session: { user: "ann" } });
    const text = wrapped();
    expect(Object.keys(JSON.parse(text))).toEqual(["error", "user", "tool", "message", "details"]);
  });
});

describe("the audit", () => {
  it("has exactly what is delivered, before it is delivered", async () => {
    const audit = new MemorySink();
    const options = { tool_name: "x", audit, session };
    const sync = await thrownBy(kaiza.wrapHandler(fail(notFound()), options));
    const waiting = kaiza.wrapHandler(() => Promise.reject(new Error("later")), options)();
    let delivered = false;
    waiting.catch(() => (delivered = true));
    await Promise.resolve();
    await Promise.resolve();
    expect(delivered).toBe(false);
    const later = await thrownBy(() => waiting);
    expect(audit.records.map(({ contract }) => contract)).toEqual(["kaiza", "kaiza"]);
    expect(audit.envelopes).toEqual([read(sync), read(later)]);
  });

  it("has one record for nested boundaries, unless the outer one knew more", async () => {
    const audit = new MemorySink();
    const inner = kaiza.wrapHandler(fail(notFound()), { tool_name: "inner", audit });
    await thrownBy(kaiza.wrapHandler(inner, { tool_name: "outer", audit }));
    expect(audit.records).toHaveLength(1);
    const thrown = await thrownBy(kaiza.wrapHandler(inner, { tool_name: "outer", audit, session }));
    expect(audit.records).toHaveLength(3);
    expect(read(thrown)).toMatchObject({ tool_name: "inner", ...session });
  });

  it("has one record for nested boundaries that return", () => {
    const audit = new MemorySink();
    const inner = wrapHandler(fail(new Error("x")), { contract: nested, tool_name: "x", audit });
    const outer = wrapHandler(inner, { contract: nested, tool_name: "x", audit });
    expect(outer()).toEqual(inner());
    expect(audit.records).toHaveLength(2);
  });

  it("that failed in nested boundaries is told once, and tried again", async () => {
    const audit = new MemorySink();
    audit.failure = new Error("disk full");
    const inner = kaiza.wrapHandler(fail(notFound()), { tool_name: "x", audit });
    const told = await thrownBy(kaiza.wrapHandler(inner, { tool_name: "x", audit }));
    expect(read(told)).toMatchObject({
      error_code: "AUDIT_LOG_FAILED",
      cause: { failure: { error_code: "FILE_NOT_FOUND" } },
    });
    const recovering = () => {
      try {
        inner();
      } finally {
        audit.failure = undefined;
      }
    };
    const thrown = await thrownBy(kaiza.wrapHandler(recovering, { tool_name: "x", audit }));
    expect(read(thrown)).toMatchObject({ error_code: "AUDIT_LOG_FAILED" });
    expect(audit.envelopes).toEqual([read(thrown)]);
  });

  it.each(["sync", "async"])(
    "that cannot be written becomes AUDIT_LOG_FAILED with both failures (%s)",
    async (kind) => {
      const audit = new MemorySink();
      audit.failure = Object.assign(new Error("disk full"), { code: "ENOSPC" });
      const handler = kind === "sync" ? fail(notFound()) : () => Promise.reject(notFound());
      const thrown = await thrownBy(kaiza.wrapHandler(handler, { tool_name: "x", audit, session }));
      expect(thrown).toBeInstanceOf(SystemError);
      expect(thrown.cause).toMatchObject({ audit: audit.failure });
      const envelope = kaiza.parseEnvelope(read(thrown));
      expect(envelope).toMatchObject({
        error_code: "AUDIT_LOG_FAILED",
        tool_name: "x",
        ...session,
        cause: { failure: { error_code: "FILE_NOT_FOUND", tool_name: "x" }, audit: { message: "disk full" } },
      });
    },
  );

  it("that cannot be written becomes another contract's fallback, which tells no path or message", () => {
    const audit = new MemorySink();
    audit.failure = Object.assign(new Error("/var/log: disk full"), { code: "ENOSPC" });
    const wrapped = wrapHandler(fail(new Error("x")), { contract: texts, tool_name: "x", audit });
    const envelope = JSON.parse(wrapped());
    expect(envelopeProblems(texts, envelope)).toEqual([]);
    expect(envelope).toMatchObject({
      error: "internal_error",
      details: { failure: { message: "x" }, audit: "ENOSPC" },
    });
  });

  it("takes a sink that promises where it should write for one that failed", async () => {
    const audit = { writeSync: () => Promise.reject(new Error("late")) as never, write: () => Promise.resolve() };
    expect(await thrownBy(kaiza.wrapHandler(fail("x"), { tool_name: "x", audit }))).toMatchObject({
      error_code: "AUDIT_LOG_FAILED",
    });
  });
});

describe("each delivery", () => {
  it("return: the envelope, or a tool result for an MCP server", () => {
    const wrapped = wrapHandler(fail(new Error("x")), {
      contract: nested,
      tool_name: "x",
    });
    const envelope = { success: false, error: { code: "NOT_THERE", message: "x" } };
    expect(wrapped()).toEqual(envelope);
    const result = { content: [{ type: "text", text: JSON.stringify(envelope) }], isError: true };
    expect(wrapped({}, extra)).toEqual(result);
    expect(wrapped(extra)).toEqual(result);
    expect(wrapped({}, { mcpReq: { method: "tools/call" } })).toEqual(result);
    expect(wrapped({ method: "tools/call", params: { name: "x" } }, extra)).toEqual(result);
    // A tool with a parameter called `method` is no request handler.
    expect(wrapped({ method: "resources/read", url: "x" }, extra)).toEqual(result);
    expect(() => wrapped({ method: "resources/read", params: { uri: "x:y" } }, extra)).toThrow(
      JSON.stringify(envelope),
    );
  });

  it("return-json: the canonical string", () => {
    const text = wrapHandler(fail(new Error("x")), { contract: texts, tool_name: "x" })();
    expect(text).toBe('{"error":"internal_error","tool":"x","message":"x","details":null}');
  });

  it("protocol: code, message and data of a JSON-RPC error, or an isError text for a tool", async () => {
    const NumericError = errorClass(numeric);
    const error = new NumericError({ code: -32602, message: "bad", data: { field: "path" } } as never);
    const wrapped = wrapHandler(fail(error), { contract: NumericError, tool_name: "x" });
    const expected = { code: -32602, message: "bad", data: { field: "path" } };
    for (const args of [[], [{ method: "tools/call", params: {} }, extra]]) {
      const { code, message, data } = await thrownBy(() => wrapped(...args));
      expect({ code, message, data }).toEqual(expected);
    }
    expect(read(await thrownBy(() => wrapped({}, extra)))).toEqual(expected);
  });

  it("protocol for a contract that is not JSON-RPC: the code of its condition and the envelope as data", async () => {
    const wrapped = kaiza.wrapHandler(fail(notFound()), { tool_name: "x", deliver: "protocol" });
    const thrown = await thrownBy(wrapped);
    expect(thrown).toMatchObject({ code: -32001, message: "No such file" });
    expect(kaiza.parseEnvelope(thrown.data)).toEqual(thrown.toEnvelope());
    const twice = wrapHandler(fail(new Error("x")), { contract: nested, tool_name: "x", deliver: "protocol" });
    expect(await thrownBy(twice)).toMatchObject({ code: -32001, message: "x", data: { success: false } });
  });

  it("response: a Response with status and envelope", async () => {
    const wrapped = kaiza.wrapHandler(fail(notFound()), { tool_name: "x", deliver: "response" });
    const response = wrapped();
    expect(response.status).toBe(404);
    expect(kaiza.parseEnvelope(await response.json())).toMatchObject({ error_code: "FILE_NOT_FOUND" });
  });

  it("envelope, json and result are the user's to choose", () => {
    const wrap = (deliver: "envelope" | "json" | "result") =>
      kaiza.wrapHandler(fail("x"), { tool_name: "x", deliver })();
    expect(kaiza.parseEnvelope(wrap("envelope"))).toBeDefined();
    expect(kaiza.parseEnvelope(JSON.parse(wrap("json")))).toBeDefined();
    expect(wrap("result")).toMatchObject({ isError: true });
  });
});

describe("a contract that returns", () => {
  it("takes a returned envelope for the failure that it is", () => {
    const audit = new MemorySink();
    const envelope = { success: false, error: { code: "MISSING_PARAM", message: "path" } };
    expect(wrapHandler(() => envelope, { contract: nested, tool_name: "x", audit })()).toEqual(envelope);
    expect(audit.envelopes).toEqual([envelope]);
    const text = JSON.stringify({ error: "not_found", message: "gone", details: null });
    const told = wrapHandler(() => text, { contract: texts, tool_name: "x", audit, session: { user: "ann" } })();
    expect(JSON.parse(told)).toEqual({ error: "not_found", user: "ann", tool: "x", message: "gone", details: null });
  });

  it("refuses what claims to be a failure and is none", async () => {
    const odd = { success: false, error: "?" };
    expect(wrapHandler(() => odd, { contract: nested, tool_name: "x" })()).toMatchObject({
      error: { code: "NOT_THERE" },
    });
    const mixed = wrapHandler(() => Promise.resolve({ error: "not_found", documents: [] }), {
      contract: texts,
      tool_name: "x",
    });
    const delivered = await (mixed() as Promise<unknown>);
    expect(envelopeProblems(texts, JSON.parse(delivered as string))).toEqual([]);
  });

  it("leaves successes alone", () => {
    const values = [{ success: true, error: null }, "plain", '{"error', '["error"]', [], null, 7];
    for (const value of values) {
      expect(wrapHandler(() => value, { contract: nested, tool_name: "x" })()).toBe(value);
      if (typeof value !== "object")
        expect(wrapHandler(() => value, { contract: texts, tool_name: "x" })()).toBe(value);
    }
  });
});

describe("what is no failure", () => {
  it("lets an SDK ask for a visit to an address", async () => {
    const asked = Object.assign(new Error("visit"), { code: -32042, data: { elicitations: [{ url: "https://x" }] } });
    expect(await thrownBy(kaiza.wrapHandler(fail(asked), "x"))).toBe(asked);
    expect(await thrownBy(kaiza.wrapHandler(() => Promise.reject(asked), "x"))).toBe(asked);
    const false_ = Object.assign(new Error("visit"), { code: -32042 });
    expect(await thrownBy(kaiza.wrapHandler(fail(false_), "x"))).toBeInstanceOf(SystemError);
  });
});

describe("bad input", () => {
  const contract = kaiza.kaiza;
  const cases: readonly [string, unknown, unknown][] = [
    ["handler", undefined, { contract, tool_name: "x" }],
    ["handler", {}, { contract, tool_name: "x" }],
    ["options", fail("x"), undefined],
    ["contract", fail("x"), { tool_name: "x" }],
    ["contract", fail("x"), { contract: () => 1, tool_name: "x" }],
    ["tool_name", fail("x"), { contract }],
    ["tool_name", fail("x"), { contract, tool_name: "" }],
    ["tool_name", fail("x"), { contract, tool_name: 7 }],
    ["session", fail("x"), { contract, tool_name: "x", session: "s-1" }],
    ["audit", fail("x"), { contract, tool_name: "x", audit: {} }],
    ["audit", fail("x"), { contract, tool_name: "x", audit: "audit.jsonl" }],
    ["auditTimeout", fail("x"), { contract, tool_name: "x", auditTimeout: 0 }],
    ["auditTimeout", fail("x"), { contract, tool_name: "x", auditTimeout: 2 ** 31 }],
    ["auditTimeout", fail("x"), { contract, tool_name: "x", auditTimeout: "1s" }],
    ["classify", fail("x"), { contract, tool_name: "x", classify: {} }],
    ["deliver", fail("x"), { contract, tool_name: "x", deliver: "email" }],
  ];
  it.each(cases)("names the option: %s", (option, handler, options) => {
    const call = () => wrapHandler(handler as never, options as never);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(`wrapHandler: ${option}: expected `);
  });

  it("names what the shorthand misses", () => {
    expect(() => kaiza.wrapHandler(fail("x"), undefined as never)).toThrow("wrapHandler: tool_name: expected ");
    expect(() => kaiza.wrapHandler("x" as never, "x")).toThrow("wrapHandler: handler: expected ");
  });

  const unreadable = (name: string): object =>
    Object.defineProperty({ contract, tool_name: "x" }, name, { get: fail(new Error("no options")) });
  const unreadableOnes: readonly [string, unknown, unknown][] = [
    ["handler", hostileValues["revoked function proxy"], { contract, tool_name: "x" }],
    ["tool_name", fail("x"), hostileValues["revoked proxy"]],
    ...["tool_name", "session", "audit", "auditTimeout", "classify", "deliver"].map(
      (name): [string, unknown, unknown] => [name, fail("x"), unreadable(name)],
    ),
  ];
  const shorthands: readonly [string, (handler: any, options: any) => unknown][] = [
    ["the root's", wrapHandler],
    ["kaiza's", kaiza.wrapHandler],
    ["Context Resolve's", contextResolve.wrapHandler],
    ["typed MCP's", typedMcp.wrapHandler],
  ];
  it.each(shorthands)("refuses by name what cannot be read: %s", async (_, wrap) => {
    for (const [option, handler, options] of unreadableOnes) {
      const refusal: any = await thrownBy(() => wrap(handler, options));
      expect(refusal).toBeInstanceOf(TypeError);
      expect(refusal.message).toBe(`wrapHandler: ${option}: cannot be read`);
      expect(refusal.cause).toBeInstanceOf(Error);
    }
    const audit = hostileValues["revoked proxy"];
    expect(() => wrap(fail("x"), { contract, tool_name: "x", audit })).toThrow("wrapHandler: audit: expected ");
  });

  it("refuses a contract that cannot be read", () => {
    const options = [
      unreadable("contract"),
      hostileValues["revoked proxy"],
      hostileValues["revoked function proxy"],
    ].map((contract, index) => (index === 0 ? contract : { contract, tool_name: "x" }));
    for (const each of options) expect(() => wrapHandler(fail("x"), each as never)).toThrow(/\bcontract: /);
  });

  it("refuses a contract that contradicts itself", () => {
    expect(() => wrapHandler(fail("x"), { contract: {} as never, tool_name: "x" })).toThrow(TypeError);
  });
});

describe("whatever a handler throws", () => {
  const hostileOptions = {
    classify: fail(new Error("classify")),
    session: fail(new Error("session")),
  };

  it("leaves as a conforming envelope, from sync and async handlers alike", async () => {
    const audit = new MemorySink();
    const options = { tool_name: "x", audit, ...hostileOptions };
    await fc.assert(
      fc.asyncProperty(anyValue, async (recipe) => {
        const value = recipe.make();
        const thrown = [
          await thrownBy(kaiza.wrapHandler(fail(value), options)),
          await thrownBy(kaiza.wrapHandler(() => Promise.reject(value), options)),
        ];
        for (const error of thrown) {
          expect(error).toBeInstanceOf(SystemError);
          expect(kaiza.envelopeProblems(read(error))).toEqual([]);
          expect(audit.envelopes).toContainEqual(read(error));
        }
        audit.records.length = 0;
      }),
    );
  });

  it("leaves as a conforming envelope under each way to deliver", async () => {
    await fc.assert(
      fc.asyncProperty(anyValue, async (recipe) => {
        const value = recipe.make();
        const returned = wrapHandler(fail(value), { contract: nested, tool_name: "x" })();
        expect(envelopeProblems(nested, returned)).toEqual([]);
        const text = wrapHandler(fail(value), { contract: texts, tool_name: "x" })();
        expect(envelopeProblems(texts, JSON.parse(text))).toEqual([]);
        const { code, message, data } = await thrownBy(wrapHandler(fail(value), { contract: numeric, tool_name: "x" }));
        const error = JSON.parse(JSON.stringify({ code, message, data }));
        expect(envelopeProblems(numeric, error)).toEqual([]);
      }),
    );
  });

  it("or writes to a sink that fails with it", async () => {
    const audit = new MemorySink();
    await fc.assert(
      fc.asyncProperty(anyValue, async (recipe) => {
        audit.failure = recipe.make() ?? "nothing";
        const error = await thrownBy(kaiza.wrapHandler(fail(notFound()), { tool_name: "x", audit }));
        expect(kaiza.parseEnvelope(read(error))).toMatchObject({ error_code: "AUDIT_LOG_FAILED" });
      }),
    );
  });
});
