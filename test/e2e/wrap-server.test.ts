import { createRequire } from "node:module";
import { Client as Client2, InMemoryTransport as Memory2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as Memory1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as McpServer1, ResourceTemplate as Template1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { CallToolRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import { McpServer as McpServer2, ProtocolError, ResourceTemplate as Template2 } from "@modelcontextprotocol/server";
import { createErrorClass, wrapServer as wrapServerOf } from "error-contract";
import { detectError } from "error-contract/detect";
import { toolError, wrapHandler, wrapServer } from "error-contract/standard";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { MemorySink, texts } from "../src/boundary-contracts.js";
import { nested, numeric } from "../src/sample-contracts.js";

const info = { name: "test", version: "1.0.0" };
const ends: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end.close();
});

const require = createRequire(import.meta.url);
const copies = {
  1: require("@modelcontextprotocol/sdk/server/mcp.js").McpServer as typeof McpServer1,
  2: require("@modelcontextprotocol/server").McpServer as typeof McpServer2,
};

type Any = any;

const sdks = [
  {
    version: 1,
    McpServer: McpServer1 as Any,
    Template: Template1 as Any,
    Client: Client1 as Any,
    Memory: Memory1 as Any,
    ProtocolError: McpError as Any,
  },
  {
    version: 2,
    McpServer: McpServer2 as Any,
    Template: Template2 as Any,
    Client: Client2 as Any,
    Memory: Memory2 as Any,
    ProtocolError: ProtocolError as Any,
  },
] as const;
type Sdk = (typeof sdks)[number];

async function link({ Client, Memory }: Sdk, server: Any): Promise<Any> {
  const [near, far] = Memory.createLinkedPair();
  const client = new Client(info);
  await Promise.all([server.connect(far), client.connect(near)]);
  ends.push(server, client);
  return client;
}

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

/** Registers what each row of the table asks for. */
function registerAll(server: Any, { ProtocolError: SdkError, Template, version }: Sdk): void {
  const add = (name: string, config: object, handler: (...args: Any[]) => unknown) =>
    server.registerTool(name, config, handler);
  const inputSchema = z.object({ path: z.string(), items: z.array(z.object({ size: z.number() })).optional() });
  const failing = (thrown: unknown) => async () => {
    await Promise.resolve();
    throw thrown;
  };
  add("read", { inputSchema }, failing(new Error("kaput")));
  add("conflict", {}, failing(toolError("CONFLICT", "The note has changed")));
  add("not-found", {}, failing(new SdkError(-32602, "Tool not-found not found")));
  add("disabled", {}, failing(new Error("Tool disabled disabled")));
  const refused = "Input validation error: Invalid arguments for tool refused: path";
  add("refused", { inputSchema: z.object({}) }, failing(new Error(refused)));
  add("own", {}, () => ({ isError: true, content: [{ type: "text", text: "No such note" }] }));
  add("own-refused", {}, () => ({ isError: true, content: [{ type: "text", text: refused }] }));
  add("wrapped", {}, wrapHandler(failing(new Error("kaput")), { tool_name: "wrapped", audit }));
  const outputSchema = z.object({ size: z.number() });
  add("output", { outputSchema }, () => ({ content: [], structuredContent: { size: "x" } }));
  add("no-output", { outputSchema }, () => ({ content: [] }));
  add("form", {}, () => ({ content: [{ type: "text" }] }));
  add("own-form", {}, () => ({ isError: true, content: [{ type: "text" }] }));
  add("fine", { inputSchema }, () => ({ content: [{ type: "text", text: "fine" }] }));
  add("off", {}, () => ({ content: [] })).disable();
  const who = { who: z.string() };
  server.registerPrompt("greet", { argsSchema: version === 1 ? who : z.object(who) }, failing(new Error("kaput")));
  server.registerPrompt("off", {}, () => ({ messages: [] })).disable();
  server.registerResource("file", "file:///x", {}, failing(new Error("kaput")));
  server.registerResource("off", "file:///off", {}, () => ({ contents: [] })).disable();
  const complete = { id: failing(new Error("kaput")) };
  server.registerResource("note", new Template("note:///{id}", { list: undefined, complete }), {}, failing("kaput"));
}

const names = (fields: Any) => fields?.map((field: Any) => field.name);

/** Every way in which an `McpServer` fails: the request, the code, and whether 1.x and 2.x answer with a result. */
const ways: readonly [
  way: string,
  ask: (client: Any) => Promise<unknown>,
  code: string,
  form1: unknown,
  form2: unknown,
][] = [
  ["a tool that throws", (client) => call(client, "read", { path: "x" }), "INTERNAL", "result", "result"],
  ["a tool that throws its contract's error", (client) => call(client, "conflict"), "CONFLICT", "result", "result"],
  ["absent input", (client) => call(client, "read"), "MISSING_INPUT", "result", "result"],
  ["wrong input", (client) => call(client, "read", { path: 1 }), "INVALID_INPUT", "result", "result"],
  ["an unknown tool", (client) => call(client, "nothing"), "UNKNOWN_OPERATION", "result", -32602],
  ["a tool of every object's", (client) => call(client, "constructor"), "UNKNOWN_OPERATION", "result", -32602],
  ["a disabled tool", (client) => call(client, "off"), "UNKNOWN_OPERATION", "result", -32602],
  ["a tool that throws that it is unknown", (client) => call(client, "not-found"), "INVALID_INPUT", "result", "result"],
  ["a tool that throws that it is disabled", (client) => call(client, "disabled"), "INTERNAL", "result", "result"],
  ["a tool that throws that input is refused", (client) => call(client, "refused"), "INTERNAL", "result", "result"],
  [
    "a tool that returns that input is refused",
    (client) => call(client, "own-refused"),
    "INTERNAL",
    "result",
    "result",
  ],
  ["a tool that returns a failing result", (client) => call(client, "own"), "INTERNAL", "result", "result"],
  ["a tool that is wrapped, too", (client) => call(client, "wrapped"), "INTERNAL", "result", "result"],
  ["a refused output", (client) => call(client, "output"), "INTERNAL", "result", "result"],
  ["an absent output", (client) => call(client, "no-output"), "INTERNAL", "result", "result"],
  ["a result that is none", (client) => call(client, "form"), "INTERNAL", "result", "result"],
  ["a failing result that is none", (client) => call(client, "own-form"), "INTERNAL", "result", "result"],
  [
    "a prompt that throws",
    (client) => client.getPrompt({ name: "greet", arguments: { who: "x" } }),
    "INTERNAL",
    -32603,
    -32603,
  ],
  [
    "a prompt's absent input",
    (client) => client.getPrompt({ name: "greet", arguments: {} }),
    "MISSING_INPUT",
    -32602,
    -32602,
  ],
  ["an unknown prompt", (client) => client.getPrompt({ name: "nothing" }), "NOT_FOUND", -32602, -32602],
  ["a disabled prompt", (client) => client.getPrompt({ name: "off" }), "NOT_FOUND", -32602, -32602],
  ["a resource that throws", (client) => client.readResource({ uri: "file:///x" }), "INTERNAL", -32603, -32603],
  ["a template that throws", (client) => client.readResource({ uri: "note:///x" }), "INTERNAL", -32603, -32603],
  ["an unknown resource", (client) => client.readResource({ uri: "file:///y" }), "NOT_FOUND", -32602, -32602],
  ["a disabled resource", (client) => client.readResource({ uri: "file:///off" }), "NOT_FOUND", -32602, -32602],
  ["no URI", (client) => client.readResource({ uri: "y" }), "INVALID_INPUT", -32602, -32602],
  ["a completion that throws", (client) => complete(client, "note:///{id}"), "INTERNAL", -32603, -32603],
  ["a completion of nothing", (client) => complete(client, "none:///{id}"), "NOT_FOUND", -32602, -32602],
  [
    "an unknown method",
    (client) => client.request({ method: "notes/list" }, z.any()),
    "UNKNOWN_OPERATION",
    -32601,
    -32601,
  ],
];

const complete = (client: Any, uri: string) =>
  client.complete({ ref: { type: "ref/resource", uri }, argument: { name: "id", value: "" } });

describe.each(sdks)("an McpServer of SDK $version", (sdk) => {
  const { McpServer, version } = sdk;
  const calls = version === 1 ? CallToolRequestSchema : "tools/call";

  describe.each([
    [
      "before",
      () => {
        const server = wrapServer(new McpServer(info), { audit });
        registerAll(server, sdk);
        return server;
      },
    ],
    [
      "after",
      () => {
        const server = new McpServer(info);
        registerAll(server, sdk);
        return wrapServer(server, { audit });
      },
    ],
  ])("that is wrapped %s everything is registered", (_when, make) => {
    it.each(ways)("gives the client the envelope of %s, recorded once", async (_way, ask, code, form1, form2) => {
      const { failure, ...found } = await failureOf(ask(await link(sdk, make())));
      const form = version === 1 ? form1 : form2;
      expect({ ...found, value: undefined }).toEqual({ form, contract: "standard", code, value: undefined });
      // A model reads the advice of the code, too.
      expect([failure?.envelope]).toMatchObject(audit.envelopes);
    });
  });

  it("leaves a success alone", async () => {
    const server = wrapServer(new McpServer(info), { audit });
    registerAll(server, sdk);
    const result = await call(await link(sdk, server), "fine", { path: "x" });
    expect(result).toEqual({ content: [{ type: "text", text: "fine" }] });
    expect(audit.envelopes).toEqual([]);
  });

  it("names the tool and the refused fields", async () => {
    const server = wrapServer(new McpServer(info));
    registerAll(server, sdk);
    const client = await link(sdk, server);
    const { failure } = await failureOf(call(client, "read", { path: "x", items: [{ size: 1 }, { size: "x" }] }));
    const { tool, fields, message } = (failure?.envelope as Any).error;
    expect(tool).toBe("read");
    expect(names(fields)).toEqual(["items[1].size"]);
    expect(message).toContain("items[1].size: ");
  });

  it("is wrapped after it was connected", async () => {
    const server = new McpServer(info);
    registerAll(server, sdk);
    const client = await link(sdk, server);
    expect(await failureOf(call(client, "read"))).toMatchObject({ contract: undefined });
    wrapServer(server);
    expect(await failureOf(call(client, "read"))).toMatchObject({ code: "MISSING_INPUT" });
  });

  it("is taken from another copy of the SDK", async () => {
    expect(copies[version]).not.toBe(McpServer);
    const server = wrapServer(new copies[version](info) as Any);
    registerAll(server, sdk);
    const client = await link(sdk, server);
    expect(await failureOf(call(client, "read"))).toMatchObject({ code: "MISSING_INPUT" });
    expect(await failureOf(call(client, "nothing"))).toMatchObject({ code: "UNKNOWN_OPERATION" });
  });

  it("follows a tool that changes", async () => {
    const server = wrapServer(new McpServer(info));
    const tool = server.registerTool("read", {}, () => ({ content: [] }));
    const client = await link(sdk, server);
    expect(await failureOf(call(client, "read"))).toMatchObject({ failure: undefined });
    tool.update({
      callback: () => {
        throw toolError("CONFLICT", "Changed");
      },
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
    const client = await link(sdk, server);
    expect(await failureOf(call(client, "nothing"))).toMatchObject({ code: "CONFLICT" });
    expect(audit.envelopes).toMatchObject([{ error: { tool: "nothing" } }]);
  });

  it("tells the failures of calls apart that run at once", async () => {
    const server = wrapServer(new McpServer(info), { audit });
    server.registerTool("wait", { inputSchema: z.object({ id: z.number() }) }, async ({ id }: Any) => {
      await new Promise((resolve) => setTimeout(resolve, id % 3));
      throw toolError("CONFLICT", `No ${id}`);
    });
    const client = await link(sdk, server);
    const ids = Array.from({ length: 20 }, (_, id) => id);
    const found = await Promise.all(ids.map((id) => failureOf(call(client, "wait", { id }))));
    expect(found.map(({ failure }) => failure?.message)).toEqual(ids.map((id) => `No ${id}`));
  });

  it.each([nested, texts, numeric])("gives the client the envelope of another contract ($name)", async (contract) => {
    const server = wrapServerOf(new McpServer(info), { contract: createErrorClass(contract) });
    registerAll(server, sdk);
    const client = await link(sdk, server);
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
    const client = await link(sdk, server);
    expect(await failureOf(call(client, "read"))).toMatchObject({ form: -32602, code: "MISSING_INPUT" });
  });

  it("hands the request to the session", async () => {
    const session = (request: Any) => ({ tool: `${request.method} of s-1` });
    const server = wrapServer(new McpServer(info), { session });
    registerAll(server, sdk);
    const { failure } = await failureOf((await link(sdk, server)).getPrompt({ name: "nothing" }));
    expect(failure?.envelope).toMatchObject({ error: { tool: "prompts/get of s-1" } });
  });
});
