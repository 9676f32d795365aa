// What operators see of a failure: the listener, the span of the real SDK, the id that joins them, and the time limit.
import { context, SpanStatusCode, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { wrapServer, type ContractData } from "error-contract";
import { builtInContracts, detectError } from "error-contract/detect";
import { SystemError, wrapHandler as wrapKaiza } from "error-contract/kaiza";
import { ToolError, standard, toolError, wrapHandler } from "error-contract/standard";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { root } from "../kit/page.js";
import { connect, info, sdk1, sdks, type Any } from "../kit/sdks.js";
import { fail, MemorySink } from "./boundary-contracts.js";

const tracing = (await import(path.join(root, "docs/examples/boundary/tracing.js"))) as {
  session: () => { correlation_id: string | undefined };
  onFailure: (envelope: object, error: ToolError) => void;
};

const options = { tool_name: "read", deliver: "result", audit: "none" } as const;

describe("onFailure", () => {
  it("gets envelope and error, after the record and before the answer", async () => {
    const order: unknown[] = [];
    const audit = { writeSync: () => undefined, write: () => Promise.resolve(void order.push("record")) };
    const cause = new Error("ENOENT");
    const onFailure = (envelope: object, error: ToolError) => void order.push(envelope, error.code, error.cause);
    const read = wrapHandler(() => Promise.reject(cause), { ...options, audit, onFailure });
    await read();
    expect(order).toEqual(["record", expect.objectContaining({ error: expect.anything() }), "INTERNAL", cause]);
  });

  it("is called for a synchronous handler, and for a failing result that the handler returns", async () => {
    const codes: string[] = [];
    const onFailure = (_: object, { code }: ToolError) => void codes.push(code);
    wrapHandler(fail(toolError("NOT_FOUND", "None")), { ...options, onFailure })();
    await wrapHandler(() => Promise.resolve({ isError: true, content: [{ type: "text", text: "x" }] }), {
      ...options,
      onFailure,
    })();
    expect(codes).toEqual(["NOT_FOUND", "INTERNAL"]);
  });

  it("is called once for nested boundaries, and for none that succeeds", async () => {
    let count = 0;
    const onFailure = () => {
      count++;
    };
    const inner = wrapHandler(() => Promise.reject(toolError("NOT_FOUND", "None")), {
      tool_name: "read",
      audit: "none",
      onFailure,
    });
    await wrapHandler(() => inner(), { ...options, onFailure })();
    await wrapHandler(() => Promise.resolve("fine"), { ...options, onFailure })();
    expect(count).toBe(1);
  });

  test.each([
    ["throws", fail(new Error("x"))],
    ["rejects", () => Promise.reject(new Error("x"))],
    ["changes the envelope", (envelope: object) => Object.assign(envelope, { error: "gone" })],
  ])("changes nothing where it %s", async (_, onFailure) => {
    const answer = await wrapHandler(() => Promise.reject(toolError("NOT_FOUND", "None")), { ...options, onFailure })();
    expect(detectError(answer)).toMatchObject({ contract: "standard", code: "NOT_FOUND" });
  });
});

describe("with the SDK of OpenTelemetry", () => {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    trace.setGlobalTracerProvider(provider);
  });
  afterAll(() => {
    trace.disable();
    context.disable();
  });

  test.each<ContractData>([...builtInContracts])(
    "log, span and answer of $name have one id, and the span the failure",
    async (contract) => {
      exporter.reset();
      const audit = new MemorySink();
      const server = new sdk1.McpServer(info);
      wrapServer(server, { contract, audit, ...tracing } as never);
      server.registerTool("read_note", {}, () => Promise.reject(new Error("ENOENT")));
      await trace.getTracer("test").startActiveSpan("tools/call read_note", async (span) => {
        const client = await connect(sdk1, server);
        const answer = await client.callTool({ name: "read_note", arguments: {} });
        span.end();
        const { traceId } = span.spanContext();
        const failure = detectError(answer, { contracts: [contract] })!;
        expect(answer._meta).toMatchObject({ "error-contract/correlation-id": traceId });
        expect(audit.records).toMatchObject([{ contract: contract.name, correlation_id: traceId }]);
        if (contract.name === "standard")
          expect(failure.envelope).toMatchObject({ error: { correlation_id: traceId, tool: "read_note" } });
        expect(exporter.getFinishedSpans()).toMatchObject([
          {
            attributes: { "error.type": failure.code },
            status: { code: SpanStatusCode.ERROR },
            events: [{ name: "exception", attributes: { "exception.message": "ENOENT" } }],
          },
        ]);
      });
    },
  );

  it("a span made inside the handler is over by then, and one around the boundary is seen", async () => {
    exporter.reset();
    const audit = new MemorySink();
    const server = new sdk1.McpServer(info);
    wrapServer(server, { contract: standard, audit, ...tracing } as never);
    const tracer = trace.getTracer("test");
    server.registerTool("read_note", {}, () =>
      tracer.startActiveSpan("handler", async (span) => {
        await Promise.resolve();
        span.end();
        throw new Error("ENOENT");
      }),
    );
    const client = await connect(sdk1, server);
    const alone = await client.callTool({ name: "read_note", arguments: {} });
    expect(alone._meta).not.toHaveProperty("error-contract/correlation-id");
    expect(exporter.getFinishedSpans()).toMatchObject([{ attributes: {}, status: { code: SpanStatusCode.UNSET } }]);
    await tracer.startActiveSpan("request", async (span) => {
      await client.callTool({ name: "read_note", arguments: {} });
      span.end();
    });
    expect(exporter.getFinishedSpans().map(({ name, status }) => [name, status.code])).toEqual([
      ["handler", SpanStatusCode.UNSET],
      ["handler", SpanStatusCode.UNSET],
      ["request", SpanStatusCode.ERROR],
    ]);
  });

  it("a failure keeps an id of its own", async () => {
    const session = () => ({ correlation_id: "outer" });
    const reject = () => Promise.reject(toolError("NOT_FOUND", "None", { correlation_id: "own" }));
    const answer = await wrapHandler(reject, { ...options, session })();
    expect(detectError(answer)).toMatchObject({ envelope: { error: { correlation_id: "own" } } });
    expect(answer).toMatchObject({ _meta: { "error-contract/correlation-id": "own" } });
  });

  it.each([
    [200, ["error-contract/envelope", "error-contract/correlation-id"]],
    [201, ["error-contract/envelope"]],
  ])("an id of %i characters: the answer has %j", async (length, members) => {
    const session = () => ({ correlation_id: "x".repeat(length) });
    const answer: any = await wrapHandler(() => Promise.reject(new Error("x")), { ...options, session })();
    expect(Object.keys(answer._meta).sort()).toEqual(members.sort());
  });
});

describe("a time limit", () => {
  const never = () => new Promise<never>(() => undefined);

  it("delivers the condition, under the code of each contract", async () => {
    expect(detectError(await wrapHandler(never, { ...options, timeout: 5 })())).toMatchObject({ code: "TIMEOUT" });
    const late = await wrapKaiza(never, { ...options, timeout: 5 })();
    expect(detectError(late)?.contract).toBe("kaiza");
    expect(SystemError).toBeDefined();
  });

  it("aborts the signal of the handler, and not that of the caller", async () => {
    const { signal } = new AbortController();
    const seen: AbortSignal[] = [];
    const handler = (_: object, extra: { signal: AbortSignal; sessionId: string }) => {
      seen.push(extra.signal);
      expect(extra.sessionId).toBe("s-1");
      return never();
    };
    await wrapHandler(handler, { ...options, timeout: 5 })({}, { signal, sessionId: "s-1" });
    expect([seen[0]!.aborted, (seen[0]!.reason as Error).name, signal.aborted]).toEqual([true, "TimeoutError", false]);
  });

  it("leaves what is in time, and a signal that the caller aborts reaches the handler", async () => {
    const controller = new AbortController();
    const handler = async (_: object, { signal }: { signal: AbortSignal }) => setTimeout(1, "fine", { signal });
    const wrapped = wrapHandler(handler, { ...options, timeout: 60_000 });
    expect(await wrapped({}, { signal: controller.signal })).toBe("fine");
    controller.abort();
    expect(detectError(await wrapped({}, { signal: controller.signal }))).toMatchObject({ condition: "cancelled" });
  });

  it("ignores a failure that comes too late", async () => {
    const handler = () => setTimeout(20).then(() => Promise.reject(new Error("late")));
    expect(detectError(await wrapHandler(handler, { ...options, timeout: 5 })())).toMatchObject({ code: "TIMEOUT" });
    await setTimeout(40);
  });

  describe("is recorded, and told of, once: what an inner boundary does later adds nothing", () => {
    const audit = new MemorySink();
    const onFailure = vi.fn();
    const tell = { audit, onFailure, deliver: "result" as const };
    const late = () => setTimeout(20).then(() => Promise.reject(toolError("NOT_FOUND", "late")));
    const onAbort = (_: object, { signal }: { signal: AbortSignal }) => setTimeout(1000, undefined, { signal });
    beforeEach(() => {
      audit.records.length = 0;
      onFailure.mockClear();
    });
    afterEach(async () => {
      await setTimeout(40);
      expect(audit.records).toMatchObject([{ envelope: { error: { code: "TIMEOUT" } } }]);
      expect(onFailure).toHaveBeenCalledOnce();
    });

    it.each([
      ["that ends late", late],
      ["that ends when it is aborted", onAbort],
    ])("a handler %s", async (_, handler) => {
      const inner = wrapHandler(handler, { ...tell, tool_name: "inner" });
      const outer = wrapHandler(inner, { ...tell, tool_name: "outer", timeout: 5 });
      await outer({}, { signal: new AbortController().signal });
    });

    it("a handler without a signal, which the outer one calls at once", async () => {
      const inner = wrapHandler(late, { ...tell, tool_name: "inner" });
      await wrapHandler(inner, { ...tell, tool_name: "outer", timeout: 5 })();
    });

    it("a handler that is called after the limit", async () => {
      const inner = wrapHandler(onAbort, { ...tell, tool_name: "inner" });
      const outer = async (input: object, extra: { signal: AbortSignal }) => {
        await setTimeout(15);
        return inner(input, extra);
      };
      const { signal } = new AbortController();
      await wrapHandler(outer, { ...tell, tool_name: "outer", timeout: 5 })({}, { signal });
    });

    it.each(sdks)("a tool of a server of SDK $version", async (sdk) => {
      const server = wrapServer(new sdk.McpServer(info), { contract: standard, audit, onFailure, timeout: 10 });
      server.registerTool("read_note", {}, wrapHandler(late, { ...tell, tool_name: "read_note" }));
      const client = await connect(sdk, server);
      await client.callTool({ name: "read_note", arguments: {} });
    });
  });

  it("leaves to another log, and to another listener, what the inner boundary tells them", async () => {
    const [own, other] = [new MemorySink(), new MemorySink()];
    const [onFailure, onOther] = [vi.fn(), vi.fn()];
    const late = () => setTimeout(20).then(() => Promise.reject(toolError("NOT_FOUND", "late")));
    const inner = wrapHandler(late, { tool_name: "inner", audit: other, onFailure: onOther });
    await wrapHandler(inner, { ...options, audit: own, onFailure, timeout: 5 })();
    await setTimeout(40);
    expect([own.records.length, other.records.length]).toEqual([1, 1]);
    expect([onFailure.mock.calls.length, onOther.mock.calls.length]).toEqual([1, 1]);
  });

  it.each(sdks)("holds for a server of SDK $version", async (sdk) => {
    const server = wrapServer(new sdk.McpServer(info), { contract: standard, audit: "none", timeout: 20 });
    let seen: AbortSignal | undefined;
    server.registerTool("read_note", {}, (extra: Any) => {
      seen = (extra.mcpReq ?? extra).signal;
      return never();
    });
    const client = await connect(sdk, server);
    const failure = detectError(await client.callTool({ name: "read_note", arguments: {} }));
    expect(failure).toMatchObject({ code: "TIMEOUT", envelope: { error: { tool: "read_note" } } });
    expect(seen?.aborted).toBe(true);
  });

  test.each([0, -1, "5", 2 ** 31])("is refused where it is %j", (timeout) => {
    expect(() => wrapHandler(never, { tool_name: "x", timeout: timeout as number })).toThrow(
      "wrapHandler: timeout: expected milliseconds, or Infinity",
    );
  });
});
