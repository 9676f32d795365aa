// What a wrapped handler is told and answers has its types; `tsc` holds this file.
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Server as Server1 } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { McpServer as McpServer2, Server as Server2, type ServerContext } from "@modelcontextprotocol/server";
import { wrapHandler } from "error-contract/standard";
import { describe, expectTypeOf, it } from "vitest";
import { z } from "zod";

const info = { name: "test", version: "1.0.0" };
const numbers = { size: z.number() };

describe("a handler that is written in place has its types from the registration", () => {
  it("in `tool` and `registerTool` of SDK 1.x, with a schema and without", () => {
    const server = new McpServer1(info);
    const done = async () => Promise.resolve({ content: [{ type: "text" as const, text: "done" }] });
    server.tool("t1", wrapHandler(done, "x"));
    server.tool(
      "t2",
      wrapHandler(async (extra) => {
        expectTypeOf(extra.signal).toEqualTypeOf<AbortSignal>();
        return Promise.resolve({ content: [{ type: "text", text: "done" }] });
      }, "x"),
    );
    server.tool(
      "t3",
      "with a description",
      numbers,
      wrapHandler(({ size }, extra) => {
        expectTypeOf(size).toEqualTypeOf<number>();
        expectTypeOf(extra.signal).toEqualTypeOf<AbortSignal>();
        return { content: [{ type: "text", text: "done" }] };
      }, "x"),
    );
    server.registerTool("r1", {}, wrapHandler(done, "x"));
    server.registerTool("r2", { inputSchema: numbers }, wrapHandler(done, "x"));
    server.registerTool(
      "r3",
      { inputSchema: numbers },
      wrapHandler(async ({ size }) => {
        await Promise.resolve();
        if (size > 1) return { isError: true, content: [{ type: "text", text: "too large" }] };
        return { content: [{ type: "image", data: "", mimeType: "image/png" }] };
      }, "x"),
    );
    server.registerTool(
      "r4",
      { inputSchema: z.object(numbers), outputSchema: numbers },
      wrapHandler(
        async ({ size }, extra) =>
          Promise.resolve({ content: [], structuredContent: { size: size + Number(extra.requestId) } }),
        { tool_name: "x", session: ({ size }, { requestId }) => ({ tool: `${size} ${requestId}` }) },
      ),
    );
    server.registerPrompt(
      "p1",
      { argsSchema: { topic: z.string() } },
      wrapHandler(
        ({ topic }) => ({ messages: [{ role: "user", content: { type: "text", text: topic.trim() } }] }),
        "x",
      ),
    );
    server.registerResource(
      "f1",
      "file:///x",
      {},
      wrapHandler(async (uri) => Promise.resolve({ contents: [{ uri: uri.href, text: "x" }] }), "x"),
    );
    new Server1(info, { capabilities: { tools: {} } }).setRequestHandler(
      CallToolRequestSchema,
      wrapHandler(async ({ params }) => Promise.resolve({ content: [{ type: "text", text: params.name }] }), "x"),
    );
  });

  it("in SDK 2.x, with a schema and without", () => {
    const server = new McpServer2(info);
    server.registerTool(
      "r1",
      {},
      wrapHandler(async () => Promise.resolve({ content: [] }), "x"),
    );
    server.registerTool(
      "r2",
      {},
      wrapHandler((context: ServerContext) => {
        expectTypeOf(context.mcpReq.signal).toEqualTypeOf<AbortSignal>();
        return { content: [{ type: "text", text: "done" }] };
      }, "x"),
    );
    server.registerTool(
      "r3",
      { inputSchema: z.object(numbers), outputSchema: z.object(numbers) },
      wrapHandler(async ({ size }, context) => {
        expectTypeOf(size).toEqualTypeOf<number>();
        await Promise.resolve(context.mcpReq.method);
        return { content: [{ type: "text", text: "done" }], structuredContent: { size } };
      }, "x"),
    );
    server.registerTool(
      "r4",
      { inputSchema: numbers },
      wrapHandler(async ({ size }) => Promise.resolve({ content: [{ type: "text", text: size.toFixed() }] }), "x"),
    );
    new Server2(info, { capabilities: { tools: {} } }).setRequestHandler(
      "tools/call",
      wrapHandler(async ({ params }) => Promise.resolve({ content: [{ type: "text", text: params.name }] }), "x"),
    );
  });

  it("but for the context of a tool that has no schema: while that is inferred, nothing is known of it", () => {
    const [one, two] = [new McpServer1(info), new McpServer2(info)];
    one.registerTool(
      "none",
      {},
      wrapHandler((context) => (expectTypeOf(context).toBeAny(), { content: [] }), "x"),
    );
    two.registerTool(
      "none",
      {},
      wrapHandler((context) => (expectTypeOf(context).toBeAny(), { content: [] }), "x"),
    );
  });
});

const say = async (size: number) => Promise.resolve(size.toFixed());

describe("a wrapped handler has the type of the handler", () => {
  it("with its arguments, its result and its `this`", () => {
    const method = function (this: { base: number }, text: string, ...rest: boolean[]): number {
      return this.base + text.length + rest.length;
    };
    expectTypeOf(wrapHandler(method, "x")).toEqualTypeOf<typeof method>();
    expectTypeOf(wrapHandler((size: number, unit?: string) => `${size}${unit}`, "x")).returns.toEqualTypeOf<string>();
    expectTypeOf(wrapHandler(async (size: number) => say(size), "x")).returns.toEqualTypeOf<Promise<string>>();
    expectTypeOf(wrapHandler((size: number) => (size > 1 ? say(size) : size), "x")).returns.toEqualTypeOf<
      number | Promise<string>
    >();
    expectTypeOf(wrapHandler((): void => undefined, "x")).returns.toBeVoid();
    expectTypeOf(
      wrapHandler(function* () {
        yield 1;
      }, "x"),
    ).returns.toEqualTypeOf<Generator<number, void, unknown>>();
  });

  it("when it is generic", async () => {
    const readAll = async <T>(value: T, all: readonly T[]): Promise<readonly T[]> => {
      const read = wrapHandler(async (each: T) => Promise.resolve(each), "x");
      const copy: (each: T) => T = wrapHandler((each: T) => each, "x");
      return [await read(value), ...all.map(wrapHandler((each) => copy(each), "x"))];
    };
    expectTypeOf(await readAll(1, [2])).toEqualTypeOf<readonly number[]>();
    const retry = <A extends unknown[], R>(run: (...args: A) => Promise<R>): ((...args: A) => Promise<R>) =>
      wrapHandler(run, "x");
    expectTypeOf(retry(say)).toEqualTypeOf<(size: number) => Promise<string>>();
  });

  it("and its session is told what it is told, as far as it asks", () => {
    const handler = (size: number, unit: string) => `${size}${unit}`;
    wrapHandler(handler, { tool_name: "x", session: (size, unit) => ({ tool: size.toFixed() + unit.trim() }) });
    wrapHandler(handler, { tool_name: "x", session: (size) => ({ tool: size.toFixed() }) });
    wrapHandler(handler, { tool_name: "x", session: () => ({ tool: "x" }) });
    // @ts-expect-error -- the handler is told a number
    wrapHandler(handler, { tool_name: "x", session: (size: string) => ({ tool: size }) });
    // @ts-expect-error -- the handler is told nothing
    wrapHandler(() => 1, { tool_name: "x", session: (size: string) => ({ tool: size }) });
  });
});
