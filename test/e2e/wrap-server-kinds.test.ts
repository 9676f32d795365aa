import { Client as Client2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTaskStore } from "@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpError, UrlElicitationRequiredError } from "@modelcontextprotocol/sdk/types.js";
import {
  createMcpHandler,
  fromJsonSchema,
  McpServer as McpServer2,
  ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { wrapServer as wrapServerOf } from "error-contract";
import { wrapServer as wrapContextResolve } from "error-contract/context-resolve";
import { detectError } from "error-contract/detect";
import { kaiza } from "error-contract/kaiza";
import { fromEnvelope, toolError, wrapHandler, wrapServer } from "error-contract/standard";
import { wrapServer as wrapTyped } from "error-contract/typed-mcp";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import * as z3 from "zod/v3";
import fc from "../kit/property.js";
import { connect, createLow, info, sdk1, sdk2, sdks, type Any, type Sdk } from "../kit/sdks.js";
import { MemorySink } from "../src/boundary-contracts.js";
import { anyValue } from "../src/hostile-values.js";
import { fail } from "../kit/thrown.js";

const audit = new MemorySink();
afterEach(() => {
  audit.records.length = 0;
});

/** What a client finds in an answer, and how it came. */
async function failureOf(answer: Promise<unknown>) {
  const value: Any = await answer.catch((thrown: unknown) => thrown);
  const failure = detectError(value);
  const envelope: Any = failure?.envelope;
  const form = value instanceof Error ? (value as Any).code : "result";
  return { form, code: failure?.code, message: failure?.message, fields: envelope?.error?.fields, value };
}

const call = (client: Any, name: string, args: unknown = {}) => client.callTool({ name, arguments: args });

describe.each(sdks)("a Server of SDK $version", (sdk) => {
  const { calls, reads } = sdk;
  const make = () => createLow(sdk);
  const handle = async ({ params }: Any): Promise<Any> => {
    await Promise.resolve();
    if (params.name === "form") return { content: [{ type: "text" }] };
    if (params.name === "own") return { isError: true, content: [{ type: "text", text: "No such note" }] };
    if (params.name === "nothing") throw new McpError(-32601, "Unknown tool: nothing");
    if (params.name === "signal") throw new UrlElicitationRequiredError([]);
    const data = { elicitations: [], requiredCapabilities: {}, supported: [] };
    const code = ["visit", "capable", "version"].indexOf(params.name);
    if (code >= 0) throw Object.assign(new Error("w"), { code: [-32042, -32021, -32022][code], data });
    throw toolError("CONFLICT", "The note has changed");
  };
  const register = (server: Any) => {
    server.setRequestHandler(calls, handle);
    server.setRequestHandler(reads, handle);
    return server;
  };

  describe.each([
    ["before", () => register(wrapServer(make(), { audit }))],
    ["after", () => wrapServer(register(make()), { audit })],
  ])("that is wrapped %s its handlers are set", (_when, makeAll) => {
    it.each([
      ["conflict", "result", "CONFLICT"],
      ["own", "result", "INTERNAL"],
      ["nothing", -32601, "UNKNOWN_OPERATION"],
      ["visit", "result", "INTERNAL"],
      ["capable", "result", "INTERNAL"],
      ["version", "result", "INTERNAL"],
    ])("gives the client of the tool %s the envelope, recorded once", async (name, form, code) => {
      const found = await failureOf(call(await connect(sdk, makeAll()), name));
      expect(found).toMatchObject({ form, code });
      expect(audit.envelopes).toMatchObject([{ error: { code, tool: name } }]);
    });

    it("gives the client of a resource the envelope as the data of the error", async () => {
      const client = await connect(sdk, makeAll());
      const found = await failureOf(client.readResource({ uri: "file:///x" }));
      expect(found).toMatchObject({ code: "CONFLICT", message: "The note has changed" });
      expect(found.value.message).not.toContain("{");
    });

    it("lets the request pass that has the user visit an address", async () => {
      const client = await connect(sdk, makeAll());
      expect((await failureOf(call(client, "signal"))).form).toBe(-32042);
      expect(audit.envelopes).toMatchObject([{ error: { code: "UNAUTHENTICATED", tool: "signal" } }]);
    });
  });

  it("takes a result that is none for a fault of the server", async () => {
    const client = await connect(sdk, register(wrapServer(make(), { audit })));
    expect(await failureOf(call(client, "form"))).toMatchObject({ form: "result", code: "INTERNAL" });
  });

  it.each([
    ["before", () => register(wrapServer(make(), { audit }))],
    ["after", () => wrapServer(register(make()), { audit })],
  ])("answers a request without the form of its method with the envelope, wrapped %s", async (_when, makeAll) => {
    const client = await connect(sdk, makeAll());
    const found = await failureOf(client.request({ method: "tools/call", params: { name: 1 } }, z.any()));
    expect(found).toMatchObject({ form: -32602, code: "INVALID_INPUT", fields: [{ name: "params.name" }] });
    expect(audit.envelopes).toHaveLength(1);
  });

  it.each([undefined, null, "x", [1]])("takes %j in place of a result for a fault of the server", async (value) => {
    const server = wrapServer(make(), { audit });
    server.setRequestHandler(reads, () => value as Any);
    const client = await connect(sdk, server);
    expect(await failureOf(client.readResource({ uri: "file:///x" }))).toMatchObject({
      form: -32603,
      code: "INTERNAL",
    });
    expect(audit.envelopes).toHaveLength(1);
  });

  it("takes for a result what JSON can hold, and nothing else", async () => {
    let extra: unknown;
    const server = wrapServer(make(), { audit: "none" });
    server.setRequestHandler(reads, () => ({ contents: [], extra }) as Any);
    const client = await connect(sdk, server);
    const options = { withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withTypedArray: true };
    const isWritten = (value: unknown): boolean => {
      try {
        JSON.stringify(value);
        return true;
      } catch {
        return false;
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.anything(options), async (value) => {
        extra = value;
        const { form } = await failureOf(client.readResource({ uri: "file:///x" }));
        expect(form).toBe(isWritten(value) ? "result" : -32603);
      }),
    );
  });

  it("puts the handler of all other methods behind the boundary", async () => {
    const server = wrapServer(make());
    server.fallbackRequestHandler = () => Promise.reject(toolError("TIMEOUT", "Too slow"));
    const client = await connect(sdk, server);
    expect(await failureOf(client.request({ method: "notes/list" }, z.any()))).toMatchObject({ code: "TIMEOUT" });
    server.fallbackRequestHandler = undefined;
    expect(await failureOf(client.request({ method: "notes/list" }, z.any()))).toMatchObject({ form: -32601 });
  });

  it("gives the client a conforming envelope, whatever is thrown", async () => {
    let thrown: unknown;
    const server = wrapServerOf(make(), { contract: kaiza, audit });
    server.setRequestHandler(calls, () => {
      throw thrown;
    });
    const client = await connect(sdk, server);
    await fc.assert(
      fc.asyncProperty(anyValue, async (recipe) => {
        thrown = recipe.make();
        const answer = await call(client, "read").catch((error: unknown) => error);
        expect(detectError(answer)?.contract).toBe("kaiza");
        expect(audit.envelopes).toHaveLength(1);
        audit.records.length = 0;
      }),
    );
  });
});

describe("the fields of a refusal", () => {
  const json = { type: "object", required: ["path"], properties: { path: { type: "string" } } } as const;
  /** Calls the only tool of a server. */
  const read = async (sdk: Sdk, inputSchema: Any, args?: object, wrap: Any = wrapServer) => {
    const server = new sdk.McpServer(info, { maxToolInputElements: 2 });
    server.registerTool("read", { inputSchema }, () => ({ content: [] }));
    return failureOf(call(await connect(sdk, wrap(server)), "read", args));
  };
  it.each<[schema: string, Sdk, Any]>([
    ["zod 4", sdk1, { path: z.string() }],
    ["zod 4", sdk2, z.object({ path: z.string() })],
    ["zod 3", sdk1, { path: z3.string() }],
    ["JSON Schema", sdk2, fromJsonSchema(json, new AjvJsonSchemaValidator())],
  ])("come from the issues of %s", async (_schema, sdk, schema) => {
    const absent = await read(sdk, schema);
    expect(absent).toMatchObject({ code: "MISSING_INPUT", fields: [{ name: "path" }] });
    const wrong = await read(sdk, schema, { path: 1 });
    expect(wrong).toMatchObject({ code: "INVALID_INPUT", fields: [{ name: "path" }] });
    expect(wrong.message).toContain(`path: ${wrong.fields[0].problem}`);
  });

  it("stand in the message where the contract has no place for them", async () => {
    const wrap = (server: Any) => wrapServerOf(server, { contract: kaiza });
    expect((await read(sdk1, { path: z.string() }, {}, wrap)).message).toMatch(/path: /u);
  });

  it("are none where the schema itself fails", async () => {
    const schema = z.string().refine(fail(new TypeError("broken")));
    const found = await read(sdk1, { path: schema }, { path: "x" });
    expect(found).toMatchObject({ code: "INTERNAL", message: "broken", fields: undefined });
  });

  it("are none where the input is too large for the server", async () => {
    const found = await read(sdk1, { paths: z.array(z.string()) }, { paths: ["a", "b", "c", "d"] });
    expect(found).toMatchObject({ form: "result", code: "INVALID_INPUT", fields: undefined });
  });
});

it("answers a refused call by a result where an early SDK 1.x throws", async () => {
  const server = new McpServer1(info);
  server.registerTool("read", { inputSchema: { path: z.string() } }, () => ({ content: [] }));
  const { _requestHandlers: handlers } = server.server as Any;
  handlers.set("tools/call", () => Promise.reject(new McpError(-32602, "Refused")));
  const client = await connect(sdk1, wrapServer(server, { audit }));
  expect(await failureOf(call(client, "read"))).toMatchObject({ form: "result", code: "MISSING_INPUT" });
  expect(await failureOf(call(client, "write"))).toMatchObject({ form: "result", code: "UNKNOWN_OPERATION" });
});

describe("the tasks of SDK 1", () => {
  function makeServer() {
    const taskStore = new InMemoryTaskStore();
    onTestFinished(() => taskStore.cleanup());
    const capabilities = { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } };
    return wrapServer(new McpServer1(info, { capabilities, taskStore }), { audit });
  }
  const callTask = (client: Any, name: string) =>
    client.request({ method: "tools/call", params: { name, arguments: {}, task: { ttl: 1000 } } }, z.any());

  it("give the client the envelope where they are not created", async () => {
    const server = makeServer();
    const createTask = () => Promise.reject(toolError("RATE_LIMITED", "Not now"));
    const handler: Any = { createTask, getTask: createTask, getTaskResult: createTask };
    server.experimental.tasks.registerToolTask("slow", { execution: { taskSupport: "optional" } }, handler);
    const client = await connect(sdk1, server);
    expect(await failureOf(callTask(client, "slow"))).toMatchObject({ code: "RATE_LIMITED", message: "Not now" });
    expect(await failureOf(call(client, "slow"))).toMatchObject({ form: "result", code: "RATE_LIMITED" });
    expect(audit.envelopes).toHaveLength(2);
  });

  it("give the client the envelope where they are refused, or unknown", async () => {
    const server = makeServer();
    const createTask: Any = () => ({});
    const handler: Any = { createTask, getTask: createTask, getTaskResult: createTask };
    server.experimental.tasks.registerToolTask("slow", { execution: { taskSupport: "required" } }, handler);
    const client = await connect(sdk1, server);
    // A client of the SDK refuses it, too.
    const plain = client.request({ method: "tools/call", params: { name: "slow", arguments: {} } }, z.any());
    expect(await failureOf(plain)).toMatchObject({ form: "result", code: "INVALID_INPUT" });
    const unknown = client.request({ method: "tasks/get", params: { taskId: "x" } }, z.any());
    expect(await failureOf(unknown)).toMatchObject({ form: -32602, code: "INVALID_INPUT" });
    expect(audit.envelopes).toHaveLength(2);
  });

  it("are refused where the server has none", async () => {
    const server = wrapServer(new McpServer1(info), { audit });
    server.registerTool("read", {}, () => ({ content: [] }));
    const found = await failureOf(callTask(await connect(sdk1, server), "read"));
    expect(found.form).not.toBe("result");
    expect(audit.envelopes).toMatchObject([{ error: { code: found.code, tool: "read" } }]);
  });
});

it("the data of an error of SDK 2 stay beside the envelope", async () => {
  const server = wrapServer(new McpServer2(info), { audit });
  server.registerResource("read", "file:///read", {}, () => ({ contents: [] }));
  const client = await connect(sdk2, server);
  const invalid = await failureOf(client.readResource({ uri: "none" }));
  expect(invalid).toMatchObject({ form: -32602, code: "INVALID_INPUT" });
  expect(invalid.value.data).toEqual({ uri: "none", reason: "invalid_uri", ...(audit.envelopes[0] as object) });
  expect(fromEnvelope(invalid.value)?.toEnvelope()).toEqual(audit.envelopes[0]);
  const absent = await failureOf(client.readResource({ uri: "file:///none" }));
  expect(absent).toMatchObject({ code: "NOT_FOUND", value: { data: { uri: "file:///none" } } });
});

/** Connects a client of the protocol of 2026 to a server of SDK 2 over HTTP. */
async function connect2026(create: () => Any): Promise<Any> {
  const handler = createMcpHandler(create);
  const client = new Client2(info, { versionNegotiation: { mode: "auto" } });
  const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const fetch = (url: URL | string, init?: RequestInit) => handler.fetch(new Request(url, init));
  await client.connect(new StreamableHTTPClientTransport(new URL("http://test.example/mcp"), { fetch }));
  onTestFinished(() => client.close());
  expect(client.getNegotiatedProtocolVersion()).toBe("2026-07-28");
  return client;
}

describe("a wrapped server of SDK 2 over HTTP, in the protocol of 2026", () => {
  it.each(["file:///missing", "file:///thrown"])("has the address in the error where there is no %s", async (uri) => {
    const client = await connect2026(() => {
      const server = wrapServer(new McpServer2(info), { audit });
      server.registerResource("thrown", "file:///thrown", {}, fail(new ResourceNotFoundError("file:///thrown")));
      return server;
    });
    const found = await failureOf(client.readResource({ uri }));
    expect(found).toMatchObject({ form: -32602, code: "NOT_FOUND", value: { data: { uri } } });
  });

  it("has what the SDK says of a state that it refuses beside the envelope", async () => {
    const { inputRequired } = await import("@modelcontextprotocol/server");
    const client = await connect2026(() => {
      const verify = () => Promise.reject(new Error("forged"));
      const server = wrapServer(new McpServer2(info, { requestState: { verify } } as Any), { audit });
      server.registerTool("read", {}, () => inputRequired({ requestState: "a" }) as Any);
      return server;
    });
    const found = await failureOf(client.callTool({ name: "read", arguments: {}, requestState: "b" }));
    expect(found).toMatchObject({
      form: -32602,
      code: "INVALID_INPUT",
      value: { data: { reason: "invalid_request_state" } },
    });
    expect(audit.envelopes).toHaveLength(1);
  });

  it.each([
    ["read", {}, "result", "MISSING_INPUT"],
    ["nothing", {}, -32602, "UNKNOWN_OPERATION"],
    ["read", { path: "x" }, "result", "CONFLICT"],
  ])("gives the client the envelope (%s, %j)", async (name, args, form, code) => {
    const client = await connect2026(() => {
      const server = wrapServer(new McpServer2(info), { audit });
      server.registerTool(
        "read",
        { inputSchema: z.object({ path: z.string() }) },
        fail(toolError("CONFLICT", "Changed")),
      );
      return server;
    });
    expect(await failureOf(call(client, name, args))).toMatchObject({ form, code });
    expect(audit.envelopes).toHaveLength(1);
  });
});

describe("what wrapServer takes", () => {
  const wrapped = wrapServer(new McpServer1(info));
  it.each<[what: string, value: Any, problem: RegExp]>([
    ["a server that is wrapped", wrapped, /is wrapped already/u],
    ["the Server of a server that is wrapped", wrapped.server, /is wrapped already/u],
    ["a function that creates a server", () => new McpServer2(info), /wrap what the function returns/u],
    [
      "the handler of HTTP",
      createMcpHandler(() => new McpServer2(info)),
      /in the function that createMcpHandler gets/u,
    ],
    ["a server of a framework that has none of the SDK's", { fetch: call, tool: call }, /with wrapHandler/u],
    ["an object", {}, /expected an McpServer or Server/u],
    ["a client", new Client1(info), /expected an McpServer or Server/u],
    ["undefined", undefined, /expected an McpServer or Server/u],
  ])("is no %s", (_what, value, problem) => {
    expect(() => wrapServer(value)).toThrow(TypeError);
    expect(() => wrapServer(value)).toThrow(problem);
  });

  it.each<[options: Any, problem: RegExp]>([
    [{ tool_name: "read" }, /tool_name/u],
    [{ deliver: "response" }, /deliver: expected one of result, protocol, throw/u],
    [{ audit: 1 }, /audit/u],
    ["read", /options/u],
  ])("are no options like %j", (options, problem) => {
    const server = new McpServer1(info);
    expect(() => wrapServer(server, options)).toThrow(problem);
    // A server that was refused its options can be wrapped yet.
    expect(wrapServer(server)).toBe(server);
  });

  it("has the options of the contract", async () => {
    const original: unknown[] = [];
    const server = wrapTyped(new McpServer1(info), {
      onInternalError: (thrown) => original.push(thrown),
      audit: "none",
    });
    const error = new Error("secret");
    server.registerTool("read", {}, () => Promise.reject(error));
    expect(await failureOf(call(await connect(sdk1, server), "read"))).toMatchObject({ code: "internal_error" });
    expect(original).toEqual([error]);
    expect(() => wrapContextResolve(new McpServer1(info), { cachePath: 1 as never })).toThrow(/cachePath/u);
  });

  it("is the server of each session, where a framework makes one", async () => {
    const sessions = {
      getServerForSession: () => {
        const server = new McpServer1(info);
        server.registerTool("read", { inputSchema: { path: z.string() } }, () => ({ content: [] }));
        return server;
      },
    };
    expect(wrapServer(sessions, { audit: "none" })).toBe(sessions);
    for (const server of [sessions.getServerForSession(), sessions.getServerForSession()]) {
      expect(await failureOf(call(await connect(sdk1, server), "read"))).toMatchObject({ code: "MISSING_INPUT" });
    }
  });

  it("may have handlers that are wrapped with another log", async () => {
    const own = new MemorySink();
    const server = wrapServer(new McpServer1(info), { audit });
    const handler = wrapHandler(() => Promise.reject(new Error("x")), { tool_name: "read", audit: own });
    server.registerTool("read", {}, handler);
    await call(await connect(sdk1, server), "read");
    expect(own.envelopes).toEqual(audit.envelopes);
    expect(own.envelopes).toHaveLength(1);
  });
});
