import { Client as Client2, InMemoryTransport as Memory2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as Memory1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server as Server1 } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { McpServer as McpServer2, Server as Server2 } from "@modelcontextprotocol/server";
import { detectError } from "error-contract/detect";
import { wrapHandler as wrapKaiza } from "error-contract/kaiza";
import { wrapHandler as wrapAql } from "error-contract/mcp-aql";
import { wrapHandler as wrapStandard } from "error-contract/standard";
import { wrapHandler as wrapTyped } from "error-contract/typed-mcp";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";

const info = { name: "test", version: "1.0.0" };
const ends: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end.close();
});

type Handler = (...args: any[]) => any;
type Client = Client1 | Client2;

async function connect(version: 1 | 2, server: { connect: (end: any) => Promise<void>; close: () => unknown }) {
  const [near, far] = version === 1 ? Memory1.createLinkedPair() : Memory2.createLinkedPair();
  const client = version === 1 ? new Client1(info) : new Client2(info);
  await Promise.all([server.connect(far), client.connect(near as any)]);
  ends.push(server, client);
  return client;
}

const outputs = { size: z.number() };
/** Servers of each SDK: tools with an output schema and without, and a handler of `tools/call` itself. */
const sdks = [
  {
    version: 1,
    high(handler: Handler) {
      const server = new McpServer1(info);
      server.registerTool("plain", {}, handler);
      server.registerTool("typed", { outputSchema: outputs }, handler);
      return server;
    },
    low(handler: Handler) {
      const server = new Server1(info, { capabilities: { tools: {} } });
      server.setRequestHandler(CallToolRequestSchema, handler);
      return server;
    },
  },
  {
    version: 2,
    high(handler: Handler) {
      const server = new McpServer2(info);
      server.registerTool("plain", {}, handler);
      server.registerTool("typed", { outputSchema: z.object(outputs) }, handler);
      return server;
    },
    low(handler: Handler) {
      const server = new Server2(info, { capabilities: { tools: {} } });
      server.setRequestHandler("tools/call", handler);
      return server;
    },
  },
] as const;

const call = (client: Client, name: string): Promise<any> => (client as Client1).callTool({ name, arguments: {} });

const content = [
  { type: "image", data: "AAAA", mimeType: "image/png" },
  { type: "text", text: "There is no such note", annotations: { audience: ["assistant"] } },
  { type: "resource", resource: { uri: "file:///n", text: "{}" } },
];
const failing = { content, isError: true, _meta: { "example.org/trace": { id: 7 } } };
/** The boundaries of each form: the envelope in `_meta` alone, and as first text too. */
const boundaries = [
  ["standard", wrapStandard],
  ["kaiza", wrapKaiza],
  ["typed-mcp", wrapTyped],
  ["mcp-aql", wrapAql],
] as const;

describe.each(sdks)("a failing result of a handler, through SDK $version.x", ({ version, high, low }) => {
  it.each(boundaries)("reaches the client with all of its members (%s)", async (contract, wrap) => {
    const handler = (wrap as typeof wrapStandard)((async () => Promise.resolve(failing)) as Handler, "plain");
    for (const server of [high(handler), low(handler)]) {
      const client = await connect(version, server);
      const received = await call(client, "plain");
      expect(received).toMatchObject({ isError: true, _meta: failing._meta });
      expect(received.content.slice(-content.length)).toEqual(content);
      expect(detectError(received)).toMatchObject({ contract, source: "_meta", certainty: "envelope" });
    }
  });

  it.each(boundaries)("needs no structured content under an output schema (%s)", async (contract, wrap) => {
    const handler = (wrap as typeof wrapStandard)((async () => Promise.resolve(failing)) as Handler, "typed");
    const client = await connect(version, high(handler));
    // From here on the client checks structured content.
    await client.listTools();
    const received = await call(client, "typed");
    expect(received).not.toHaveProperty("structuredContent");
    expect(detectError(received)).toMatchObject({ contract });
  });

  it.each(boundaries)("keeps the structured content that its output schema asks for (%s)", async (contract, wrap) => {
    const structured = { ...failing, structuredContent: { size: 0 } };
    const handler = (wrap as typeof wrapStandard)((async () => Promise.resolve(structured)) as Handler, "typed");
    const client = await connect(version, high(handler));
    await client.listTools();
    const received = await call(client, "typed");
    expect(received.structuredContent).toEqual({ size: 0 });
    expect(detectError(received)).toMatchObject({ contract });
  });
});

describe("structured content that its output schema refuses", () => {
  const refused = { ...failing, structuredContent: { reason: "no such note" } };
  const handler = wrapStandard((async () => Promise.resolve(refused)) as Handler, "typed");

  const answerOf = async ({ version, high }: (typeof sdks)[number]) => {
    const client = await connect(version, high(handler));
    await client.listTools();
    return call(client, "typed").catch((error: unknown) => error);
  };

  it("is refused by a client of SDK 1.x, with the whole result", async () => {
    expect(detectError(await answerOf(sdks[0]))).toMatchObject({ contract: undefined, foreignCode: -32602 });
  });

  it("is accepted by a client of SDK 2.x", async () => {
    expect(await answerOf(sdks[1])).toMatchObject(refused);
  });
});
