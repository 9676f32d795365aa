import { detectError } from "error-contract/detect";
import { wrapHandler as wrapKaiza } from "error-contract/kaiza";
import { wrapHandler as wrapAql } from "error-contract/mcp-aql";
import { wrapHandler as wrapStandard, wrapServer } from "error-contract/standard";
import { wrapHandler as wrapTyped } from "error-contract/typed-mcp";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { connect, createLow, info, sdk1, sdk2, sdks, type Any, type Sdk } from "../kit/sdks.js";
import { MemorySink } from "../src/boundary-contracts.js";

const audit = new MemorySink();

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

const returning = (wrap: (typeof boundaries)[number][1], result: object) =>
  (wrap as typeof wrapStandard)((async () => Promise.resolve(result)) as never, "typed");

/** What a client receives that checks structured content. */
async function callTyped(sdk: Sdk, handler: unknown): Promise<any> {
  const server = new sdk.McpServer(info);
  server.registerTool("typed", { outputSchema: sdk.shape({ size: z.number() }) }, handler);
  const client = await connect(sdk, server);
  await client.listTools();
  return client.callTool({ name: "typed", arguments: {} }).catch((error: unknown) => error);
}

describe.each(sdks)("a failing result of a handler, through SDK $version", (sdk) => {
  it.each(boundaries)("reaches the client with all of its members (%s)", async (contract, wrap) => {
    const handler = returning(wrap, failing);
    const [high, low] = [new sdk.McpServer(info), createLow(sdk)];
    high.registerTool("plain", {}, handler);
    low.setRequestHandler(sdk.calls, handler);
    for (const server of [high, low]) {
      const received = await (await connect(sdk, server)).callTool({ name: "plain", arguments: {} });
      expect(received).toMatchObject({ isError: true, _meta: failing._meta });
      expect(received.content.slice(-content.length)).toEqual(content);
      expect(detectError(received)).toMatchObject({ contract, source: "_meta", certainty: "envelope" });
    }
  });

  it.each(boundaries)(
    "needs no structured content under an output schema, and keeps it (%s)",
    async (contract, wrap) => {
      const without = await callTyped(sdk, returning(wrap, failing));
      expect(without).not.toHaveProperty("structuredContent");
      expect(detectError(without)).toMatchObject({ contract });
      const kept = await callTyped(sdk, returning(wrap, { ...failing, structuredContent: { size: 0 } }));
      expect(kept.structuredContent).toEqual({ size: 0 });
      expect(detectError(kept)).toMatchObject({ contract });
    },
  );
});

describe.each(sdks)("a handler that returns no result, through SDK $version", (sdk) => {
  it.each([
    ["nothing", undefined, "nothing"],
    ["null", null, "nothing"],
    ["a text", "read", "what is no object, or what JSON cannot hold"],
    ["a bigint", { content: [], structuredContent: { size: 1n } }, "what is no object, or what JSON cannot hold"],
  ])("says so, in the words of the boundary (%s)", async (_what, result, said) => {
    const handler = async () => Promise.resolve(result);
    const [high, low] = [new sdk.McpServer(info), createLow(sdk)].map((server) => wrapServer(server, { audit }));
    high.registerTool("plain", {}, handler);
    low.setRequestHandler(sdk.calls, handler);
    for (const server of [high, low]) {
      const call = (await connect(sdk, server)).callTool({ name: "plain", arguments: {} });
      const failure = detectError(await call.catch((error: unknown) => error));
      expect(failure).toMatchObject({ code: "INTERNAL", message: `The handler has returned ${said}` });
    }
  });
});

it("structured content that its output schema refuses, a client of SDK 1.x refuses as a whole", async () => {
  const refused = { ...failing, structuredContent: { reason: "no such note" } };
  const [one, two] = [sdk1, sdk2].map((sdk) => callTyped(sdk, returning(wrapStandard, refused)));
  expect(detectError(await one)).toMatchObject({ contract: undefined, foreignCode: -32602 });
  expect(await two).toMatchObject(refused);
});

describe.each(sdks)("a failing result of a tool with an output schema, of a wrapped server of SDK $version", (sdk) => {
  const json = { type: "object", properties: { size: { type: "number" } }, required: ["size"] };
  const listed = (outputSchema: object) => ({ name: "typed", inputSchema: { type: "object" }, outputSchema });
  /** A server without registered tools lists them itself, in pages. */
  const makeLow = (outputSchema: object, handler: Any) => {
    const server = wrapServer(createLow(sdk), { audit });
    server.setRequestHandler(sdk.lists, ({ params }: Any) =>
      params?.cursor ? { tools: [listed(outputSchema)] } : { tools: [], nextCursor: "2" },
    );
    server.setRequestHandler(sdk.calls, handler);
    return server;
  };
  const makeHigh = (handler: Any) => {
    const server = wrapServer(new sdk.McpServer(info), { audit });
    server.registerTool("typed", { outputSchema: sdk.shape({ size: z.number() }) }, handler);
    return server;
  };
  const servers: Record<string, (handler: Any) => Any> = {
    McpServer: makeHigh,
    Server: (handler) => makeLow(json, handler),
    "Server, whose schema says more than is checked": (handler) => makeLow({ allOf: [json], type: "object" }, handler),
  };

  describe.each(Object.keys(servers))("(%s)", (kind) => {
    const call = async (structuredContent: object, more: object[] = []) => {
      audit.records.length = 0;
      const result = { ...failing, content: [...content, ...more], structuredContent };
      const client = await connect(
        sdk,
        servers[kind]!(async () => Promise.resolve(result)),
      );
      for (let cursor: unknown; cursor !== null;) {
        const { nextCursor } = await client.listTools(cursor ? { cursor } : undefined);
        cursor = nextCursor ?? null;
      }
      return client.callTool({ name: "typed", arguments: {} });
    };

    it("reaches the client with what its schema refuses as a last text, recorded once", async () => {
      const received = await call({ reason: "no such note" });
      expect(received).not.toHaveProperty("structuredContent");
      expect(received.content).toEqual([...content, { type: "text", text: '{"reason":"no such note"}' }]);
      expect(received._meta).toMatchObject(failing._meta);
      expect(detectError(received)).toMatchObject({ contract: "standard", certainty: "envelope" });
      expect(audit.envelopes).toHaveLength(1);
    });

    it("says nothing twice", async () => {
      const text = { type: "text", text: '{ "reason": "no such note" }' };
      expect((await call({ reason: "no such note" }, [text])).content).toEqual([...content, text]);
    });

    it("keeps what its schema accepts", async () => {
      const { structuredContent } = await call({ size: 0 });
      expect(structuredContent).toEqual(kind.includes("more") ? undefined : { size: 0 });
    });
  });
});
