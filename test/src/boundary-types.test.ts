// What a wrapped handler is told and answers has its types; `tsc` holds this file.
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Server as Server1 } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { McpServer as McpServer2, Server as Server2, type ServerContext } from "@modelcontextprotocol/server";
import http from "node:http";
import { createContractParts, wrapHandler as wrapWith, wrapHttpHandler } from "error-contract";
import { wrapHandler as wrapContextResolve } from "error-contract/context-resolve";
import { wrapHandler as wrapJsonRpc } from "error-contract/json-rpc";
import { wrapHandler as wrapKaiza } from "error-contract/kaiza";
import { wrapHandler as wrapAql } from "error-contract/mcp-aql";
import { standard, ToolError, wrapHandler } from "error-contract/standard";
import { wrapHandler as wrapTyped } from "error-contract/typed-mcp";
import { describe, expectTypeOf, it } from "vitest";
import { z } from "zod";

const info = { name: "test", version: "1.0.0" };
const numbers = { size: z.number() };

/** A schema as libraries share it, and a server whose `addTool` infers the handler's arguments from it. */
interface Schema<Output = unknown> {
  readonly "~standard": { readonly types?: { readonly output: Output } | undefined };
}
type OutputOf<S extends Schema> = NonNullable<S["~standard"]["types"]>["output"];
interface Content {
  content: { type: "text"; text: string }[];
}
interface Context {
  readonly log: { info(text: string): void };
}
class InferringServer {
  readonly tools: unknown[] = [];
  addTool<S extends Schema>(tool: {
    name: string;
    parameters?: S;
    execute: (args: OutputOf<S>, context: Context) => Promise<string | Content | undefined>;
  }): void {
    this.tools.push(tool);
  }
  addSync<S extends Schema>(parameters: S, execute: (args: OutputOf<S>) => Content): void {
    this.tools.push([parameters, execute]);
  }
}
const sized = z.object(numbers) as unknown as Schema<{ size: number }>;

describe("a handler that is written in place has its types from the registration", () => {
  it("inside a call that infers them itself", () => {
    const server = new InferringServer();
    server.addTool({
      name: "args",
      parameters: sized,
      execute: wrapHandler(async (args) => {
        expectTypeOf(args).toEqualTypeOf<{ size: number }>();
        return Promise.resolve(args.size.toFixed());
      }, "args"),
    });
    server.addTool({
      name: "args and context",
      parameters: sized,
      execute: wrapHandler(
        async ({ size }, { log }) => {
          log.info(size.toFixed());
          return Promise.resolve({ content: [{ type: "text", text: "done" }] });
        },
        { tool_name: "x", session: (args) => ({ tool: args.size.toFixed() }) },
      ),
    });
    server.addTool({
      name: "the schema last",
      execute: wrapHandler(async function ({ size }) {
        return Promise.resolve({ content: [{ type: "text", text: size.toFixed() }] });
      }, "x"),
      parameters: sized,
    });
    server.addTool({ name: "none", parameters: sized, execute: wrapHandler(async () => Promise.resolve("x"), "x") });
    server.addTool({ name: "no schema", execute: wrapHandler(async () => Promise.resolve(undefined), "x") });
    server.addSync(
      sized,
      wrapHandler(({ size }) => ({ content: [{ type: "text", text: size.toFixed() }] }), "x"),
    );
    server.addTool({
      name: "wrong",
      parameters: sized,
      // @ts-expect-error -- the schema has no such member
      execute: wrapHandler(async ({ length }) => Promise.resolve(String(length)), "x"),
    });
    server.addTool({
      name: "wrong result",
      parameters: sized,
      // @ts-expect-error -- a number is no result
      execute: wrapHandler(async ({ size }) => Promise.resolve(size), "x"),
    });
  });

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

  it("under every contract", () => {
    const server = new InferringServer();
    const { wrapHandler: wrapParts } = createContractParts(standard);
    const options = { tool_name: "x" };
    for (const add of [
      () => server.addTool({ name: "1", parameters: sized, execute: wrapKaiza(async ({ size }) => say(size), "x") }),
      () => server.addTool({ name: "2", parameters: sized, execute: wrapTyped(async ({ size }) => say(size), "x") }),
      () => server.addTool({ name: "3", parameters: sized, execute: wrapAql(async ({ size }) => say(size), "x") }),
      () => server.addTool({ name: "4", parameters: sized, execute: wrapJsonRpc(async ({ size }) => say(size), "x") }),
      () => server.addTool({ name: "5", parameters: sized, execute: wrapParts(async ({ size }) => say(size), "x") }),
      () =>
        server.addTool({
          name: "6",
          parameters: sized,
          execute: wrapContextResolve(async ({ size }) => say(size), options),
        }),
      () =>
        server.addTool({
          name: "7",
          parameters: sized,
          execute: wrapWith(async ({ size }) => say(size), { ...options, contract: ToolError }),
        }),
    ]) {
      add();
    }
    const listener: http.RequestListener = wrapHttpHandler((request, response) => void response.end(request.url), {
      contract: standard,
      tool_name: "x",
      session: (request) => ({ tool: request.url ?? null }),
    });
    expectTypeOf(listener).toBeFunction();
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
