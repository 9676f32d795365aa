import { createRequire } from "node:module";
import type { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { McpServer as McpServer2 } from "@modelcontextprotocol/server";
import { createErrorClass, wrapServer as wrapServerOf } from "error-contract";
import { detectError } from "error-contract/detect";
import { toolError, wrapHandler, wrapServer } from "error-contract/standard";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { connect, info, sdks, type Any, type Sdk } from "../kit/sdks.js";
import { MemorySink, texts } from "../src/boundary-contracts.js";
import { nested, numeric } from "../src/sample-contracts.js";
import { fail } from "../kit/thrown.js";

const require = createRequire(import.meta.url);
const copies = {
  1: require("@modelcontextprotocol/sdk/server/mcp.js").McpServer as typeof McpServer1,
  2: require("@modelcontextprotocol/server").McpServer as typeof McpServer2,
};

/** What a client finds in an answer, and how it came. */
async function failureOf(answer: Promise<unknown>) {
  const value: Any = await answer.catch((thrown: unknown) => thrown);
  const failure = detectError(value);
  const form = value instanceof Error ? (value as Any).code : "result";
  return { form, contract: failure?.contract, code: failure?.code, failure, value };
}

const audit = new MemorySink();
afterEach(() => {
  audit.records.length = 0;
});

const call = (client: Any, name: string, args: object = {}) => client.callTool({ name, arguments: args });

/** Registers what each way to fail asks for. `failures-of-a-server.test.ts` has all ways. */
function registerAll(server: Any, { ProtocolError, ResourceTemplate, shape }: Sdk): void {
  const add = (name: string, config: object, handler: (...args: Any[]) => unknown) =>
    server.registerTool(name, config, handler);
  const inputSchema = z.object({ path: z.string(), items: z.array(z.object({ size: z.number() })).optional() });
  const failing = (thrown: unknown) => async () => {
    await Promise.resolve();
    throw thrown;
  };
  add("read", { inputSchema }, failing(new Error("kaput")));
  add("conflict", {}, failing(toolError("CONFLICT", "The note has changed")));
  add("not-found", {}, failing(new ProtocolError(-32602, "Tool not-found not found")));
  add("disabled", {}, failing(new Error("Tool disabled disabled")));
  const refused = "Input validation error: Invalid arguments for tool refused: path";
  add("refused", { inputSchema: z.object({}) }, failing(new Error(refused)));
  add("own-refused", {}, () => ({ isError: true, content: [{ type: "text", text: refused }] }));
  add("wrapped", {}, wrapHandler(failing(new Error("kaput")), { tool_name: "wrapped", audit }));
  add("output", { outputSchema: z.object({ size: z.number() }) }, () => ({ content: [] }));
  add("own-form", {}, () => ({ isError: true, content: [{ type: "text" }] }));
  add("fine", { inputSchema }, () => ({ content: [{ type: "text", text: "fine" }] }));
  server.registerPrompt("greet", { argsSchema: shape({ who: z.string() }) }, failing(new Error("kaput")));
  server.registerResource("file", "file:///x", {}, failing(new Error("kaput")));
  const complete = { id: failing(new Error("kaput")) };
  const template = new ResourceTemplate("note:///{id}", { list: undefined, complete });
  server.registerResource("note", template, {}, failing("kaput"));
}

/** Ways in which an `McpServer` fails: the request, the code, and how it comes where that is no result. */
const ways: readonly [way: string, ask: (client: Any) => Promise<unknown>, code: string, form?: number | "result"][] = [
  ["a tool that throws", (client) => call(client, "read", { path: "x" }), "INTERNAL"],
  ["a tool that throws its contract's error", (client) => call(client, "conflict"), "CONFLICT"],
  ["absent input", (client) => call(client, "read"), "MISSING_INPUT"],
  ["a tool that throws that it is unknown", (client) => call(client, "not-found"), "INVALID_INPUT"],
  ["a tool that throws that it is disabled", (client) => call(client, "disabled"), "INTERNAL"],
  ["a tool that throws that input is refused", (client) => call(client, "refused"), "INTERNAL"],
  ["a tool that returns that input is refused", (client) => call(client, "own-refused"), "INTERNAL"],
  ["a tool that is wrapped, too", (client) => call(client, "wrapped"), "INTERNAL"],
  ["an absent output", (client) => call(client, "output"), "INTERNAL"],
  ["a failing result that is none", (client) => call(client, "own-form"), "INTERNAL"],
  ["a prompt's absent input", (client) => client.getPrompt({ name: "greet", arguments: {} }), "MISSING_INPUT", -32602],
  ["an unknown prompt", (client) => client.getPrompt({ name: "nothing" }), "NOT_FOUND", -32602],
  ["a template that throws", (client) => client.readResource({ uri: "note:///x" }), "INTERNAL", -32603],
  ["an unknown resource", (client) => client.readResource({ uri: "file:///y" }), "NOT_FOUND", -32602],
  ["a completion that throws", (client) => complete(client), "INTERNAL", -32603],
  ["an unknown method", (client) => client.request({ method: "notes/list" }, z.any()), "UNKNOWN_OPERATION", -32601],
];

const complete = (client: Any) =>
  client.complete({ ref: { type: "ref/resource", uri: "note:///{id}" }, argument: { name: "id", value: "" } });

describe.each(sdks)("an McpServer of SDK $version", (sdk) => {
  const { McpServer, version, calls } = sdk;

  describe.each(
    Object.entries({
      before: () => {
        const server = wrapServer(new McpServer(info), { audit });
        registerAll(server, sdk);
        return server;
      },
      after: () => {
        const server = new McpServer(info);
        registerAll(server, sdk);
        return wrapServer(server, { audit });
      },
    }),
  )("that is wrapped %s everything is registered", (_when, make) => {
    it.each(ways)("gives the client the envelope of %s, recorded once", async (_way, ask, code, form = "result") => {
      const { failure, ...found } = await failureOf(ask(await connect(sdk, make())));
      expect({ ...found, value: undefined }).toEqual({ form, contract: "standard", code, value: undefined });
      // A model reads the advice of the code, too.
      expect([failure?.envelope]).toMatchObject(audit.envelopes);
    });
  });

  it("leaves a success alone", async () => {
    const server = wrapServer(new McpServer(info), { audit });
    registerAll(server, sdk);
    const result = await call(await connect(sdk, server), "fine", { path: "x" });
    expect(result).toEqual({ content: [{ type: "text", text: "fine" }] });
    expect(audit.envelopes).toEqual([]);
  });

  it("names the tool and the refused fields", async () => {
    const server = wrapServer(new McpServer(info));
    registerAll(server, sdk);
    const client = await connect(sdk, server);
    const { failure } = await failureOf(call(client, "read", { path: "x", items: [{ size: 1 }, { size: "x" }] }));
    const { tool, fields, message } = (failure?.envelope as Any).error;
    expect(tool).toBe("read");
    expect(fields.map(({ name }: Any) => name)).toEqual(["items[1].size"]);
    expect(message).toContain("items[1].size: ");
  });

  it("is wrapped after it was connected", async () => {
    const server = new McpServer(info);
    registerAll(server, sdk);
    const client = await connect(sdk, server);
    expect(await failureOf(call(client, "read"))).toMatchObject({ contract: undefined });
    wrapServer(server);
    expect(await failureOf(call(client, "read"))).toMatchObject({ code: "MISSING_INPUT" });
  });

  it("is taken from another copy of the SDK", async () => {
    expect(copies[version]).not.toBe(McpServer);
    const server = wrapServer(new copies[version](info) as Any);
    registerAll(server, sdk);
    const client = await connect(sdk, server);
    expect(await failureOf(call(client, "read"))).toMatchObject({ code: "MISSING_INPUT" });
    expect(await failureOf(call(client, "nothing"))).toMatchObject({ code: "UNKNOWN_OPERATION" });
  });

  it("follows a tool that changes", async () => {
    const server = wrapServer(new McpServer(info));
    const tool = server.registerTool("read", {}, () => ({ content: [] }));
    const client = await connect(sdk, server);
    expect(await failureOf(call(client, "read"))).toMatchObject({ failure: undefined });
    tool.update({
      callback: fail(toolError("CONFLICT", "Changed")),
    });
    expect(await failureOf(call(client, "read"))).toMatchObject({ code: "CONFLICT" });
    tool.update({ name: "write" });
    expect(await failureOf(call(client, "read"))).toMatchObject({ code: "UNKNOWN_OPERATION" });
    expect(await failureOf(call(client, "write"))).toMatchObject({ code: "CONFLICT" });
    tool.disable();
    expect(await failureOf(call(client, "write"))).toMatchObject({ code: "UNKNOWN_OPERATION" });
  });

  it("is not asked for its tools where its handler of calls was replaced", async () => {
    const server = wrapServer(new McpServer(info), { audit });
    server.registerTool("read", {}, () => ({ content: [] }));
    server.server.setRequestHandler(calls, () => Promise.reject(toolError("CONFLICT", "Not here")));
    const client = await connect(sdk, server);
    expect(await failureOf(call(client, "nothing"))).toMatchObject({ code: "CONFLICT" });
    expect(audit.envelopes).toMatchObject([{ error: { tool: "nothing" } }]);
  });

  it("tells the failures of calls apart that run at once", async () => {
    const server = wrapServer(new McpServer(info), { audit });
    server.registerTool("wait", { inputSchema: z.object({ id: z.number() }) }, async ({ id }: Any) => {
      await new Promise((resolve) => setTimeout(resolve, id % 3));
      throw toolError("CONFLICT", `No ${id}`);
    });
    const client = await connect(sdk, server);
    const ids = Array.from({ length: 20 }, (_, id) => id);
    const found = await Promise.all(ids.map((id) => failureOf(call(client, "wait", { id }))));
    expect(found.map(({ failure }) => failure?.message)).toEqual(ids.map((id) => `No ${id}`));
  });

  it.each([nested, texts, numeric])("gives the client the envelope of another contract ($name)", async (contract) => {
    const server = wrapServerOf(new McpServer(info), { contract: createErrorClass(contract) });
    registerAll(server, sdk);
    const client = await connect(sdk, server);
    for (const ask of [() => call(client, "read"), () => call(client, "read", { path: "x" })]) {
      const value = await ask();
      expect(value.isError).toBe(true);
      expect(detectError(value, { contracts: [contract] })?.contract).toBe(contract.name);
    }
    const error = await client.readResource({ uri: "file:///x" }).catch((thrown: unknown) => thrown);
    expect(detectError(error, { contracts: [contract] })?.contract).toBe(contract.name);
  });

  it("delivers a tool's failure as a protocol error where that is wanted", async () => {
    const server = wrapServer(new McpServer(info), { deliver: "protocol" });
    registerAll(server, sdk);
    const client = await connect(sdk, server);
    expect(await failureOf(call(client, "read"))).toMatchObject({ form: -32602, code: "MISSING_INPUT" });
  });

  it("hands the request to the session", async () => {
    const session = (request: Any) => ({ tool: `${request.method} of s-1` });
    const server = wrapServer(new McpServer(info), { session });
    registerAll(server, sdk);
    const { failure } = await failureOf((await connect(sdk, server)).getPrompt({ name: "nothing" }));
    expect(failure?.envelope).toMatchObject({ error: { tool: "prompts/get of s-1" } });
  });
});
