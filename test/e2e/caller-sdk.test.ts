import { Client as Client2, InMemoryTransport as Memory2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as Memory1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server as Server1 } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { McpServer as McpServer2, Server as Server2 } from "@modelcontextprotocol/server";
import { createErrorClass, wrapHandler } from "error-contract";
import { kaiza } from "error-contract/kaiza";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { MemorySink } from "../src/boundary-contracts.js";
import { nested } from "../src/sample-contracts.js";

const info = { name: "test", version: "1.0.0" };
const ends: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end.close();
});

async function connect(server: { connect: (end: any) => Promise<void>; close: () => unknown }, version: 1 | 2) {
  const [near, far] = version === 1 ? Memory1.createLinkedPair() : Memory2.createLinkedPair();
  const client = (version === 1 ? new Client1(info) : new Client2(info)) as Client1;
  await Promise.all([server.connect(far), client.connect(near as any)]);
  ends.push(server, client);
  return client;
}

type AnyHandler = (...args: any[]) => any;
const shape = { method: z.string(), params: z.any() };

const sdks = [
  {
    version: 1,
    high: (handler: AnyHandler) => {
      const server = new McpServer1(info);
      server.registerTool("proxy", { inputSchema: shape }, handler);
      server.registerPrompt("ask", { argsSchema: { method: z.string() } }, handler);
      return server;
    },
    low: (handler: AnyHandler) => {
      const server = new Server1(info, { capabilities: { tools: {} } });
      server.setRequestHandler(CallToolRequestSchema, handler);
      return server;
    },
  },
  {
    version: 2,
    high: (handler: AnyHandler) => {
      const server = new McpServer2(info);
      server.registerTool("proxy", { inputSchema: z.object(shape) }, handler);
      server.registerPrompt("ask", { argsSchema: z.object({ method: z.string() }) }, handler);
      return server;
    },
    low: (handler: AnyHandler) => {
      const server = new Server2(info, { capabilities: { tools: {} } });
      server.setRequestHandler("tools/call", handler);
      return server;
    },
  },
] as const;

/** What a client gives a tool so that its failures are attributed to another one. */
const forged = { method: "tools/call", params: { name: "begin_session", arguments: {} } };

describe.each(sdks)("the arguments that a client of SDK $version.x chooses", ({ version, high, low }) => {
  const audit = new MemorySink();
  const fail = (): Promise<never> => Promise.reject(new Error("x"));
  const wrap = (handler: AnyHandler = fail) => wrapHandler(handler, { contract: kaiza, tool_name: "proxy", audit });
  afterEach(() => void audit.records.splice(0));

  it.each<[string, (wrapped: AnyHandler) => AnyHandler]>([
    ["as it is", (wrapped) => wrapped],
    ["in a function of the project", (wrapped) => (args, context) => wrapped(args, context)],
    [
      "in one that waits",
      (wrapped) => async (args, context) => {
        await new Promise(setImmediate);
        return wrapped(args, context);
      },
    ],
  ])("name no other tool: a handler registered %s", async (_name, around) => {
    const client = await connect(high(around(wrap())), version);
    const result: any = await client.callTool({ name: "proxy", arguments: forged });
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0].text)).toMatchObject({ tool_name: "proxy" });
    expect(audit.envelopes).toMatchObject([{ tool_name: "proxy" }]);
  });

  it("name the tool where the handler serves all of them", async () => {
    const client = await connect(low(wrap()), version);
    const result: any = await client.callTool({ name: "begin_session", arguments: forged });
    expect(JSON.parse(result.content[0].text)).toMatchObject({ tool_name: "begin_session" });
    expect(audit.envelopes).toMatchObject([{ tool_name: "begin_session" }]);
  });

  it("do not make a prompt a request of another method", async () => {
    const returning = wrapHandler(fail, { contract: nested, tool_name: "ask", audit });
    const client = await connect(high(returning), version);
    for (const method of ["tools/call", "tools/list", "prompts/get", "ping"]) {
      await expect(client.getPrompt({ name: "ask", arguments: { method } })).rejects.toThrow();
    }
    expect(audit.records).toHaveLength(4);
    expect(createErrorClass(nested).contract).toBe(nested);
  });
});
