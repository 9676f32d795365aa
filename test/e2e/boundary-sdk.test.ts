import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { serve } from "@hono/node-server";
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as Stdio2 } from "@modelcontextprotocol/client/stdio";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as Stdio1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as Http1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { listEnvelopeProblems, createErrorClass, wrapHandler, type Delivery } from "error-contract";
import { kaiza, parseEnvelope, SystemError } from "error-contract/kaiza";
import { parseEnvelope as standardEnvelope } from "error-contract/standard";
import { describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import fc from "../kit/property.js";
import { connect, createLow, info, sdk1, sdk2, sdks, type Any, type Sdk } from "../kit/sdks.js";
import { MemorySink, texts } from "../src/boundary-contracts.js";
import { anyValue } from "../src/hostile-values.js";
import { nested, numeric } from "../src/sample-contracts.js";
import { root } from "../kit/page.js";
import { temporaryFolder } from "../kit/project.js";

const notFound = SystemError.toolFailure("FILE_NOT_FOUND", {
  human_message: 'No such file: "ä\u2028\u0000"',
  cause: { path: ["a", { b: null }], code: "ENOENT" },
});

/** What a handler throws at the moment. */
let thrown: unknown;
const failing = (): never => {
  throw thrown;
};
const anyway: (...args: unknown[]) => any = failing;
const audit = new MemorySink();
const session = { session_id: "s-1", role: "WINDSURF", workspace_root: "/work" } as const;
const options = { contract: SystemError, tool_name: "read_file", audit, session } as const;
/** A tool that waits before it fails, as most do. */
const tool = (deliver?: Delivery) =>
  wrapHandler(
    async (): Promise<never> => {
      await Promise.resolve();
      return failing();
    },
    { ...options, deliver },
  );

const call = (client: Any, name = "read_file"): Promise<any> => client.callTool({ name, arguments: {} });

/** The envelope of a tool result, as a client reads it. */
function inResult(result: { isError?: boolean; content: { text: string }[] }): unknown {
  expect(result.isError).toBe(true);
  expect(result.content).toHaveLength(1);
  return JSON.parse(result.content[0]!.text);
}

/** The envelope of a JSON-RPC error, as the SDK's client throws it. */
const inData = async (answer: Promise<unknown>): Promise<any> =>
  answer.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

function expectDelivered(envelope: unknown): void {
  expect(parseEnvelope(envelope)).toBeDefined();
  expect(envelope).toEqual({ ...notFound.toEnvelope(), ...session, tool_name: "read_file" });
  expect(audit.envelopes.at(-1)).toEqual(envelope);
}

function high(sdk: Sdk, handler: Any = tool()): Any {
  const server = new sdk.McpServer(info);
  server.registerTool("read_file", {}, handler);
  const schemas = { inputSchema: sdk.shape({}), outputSchema: sdk.shape({ size: z.number() }) };
  server.registerTool("typed", schemas, handler);
  server.registerResource("file", "file:///x", {}, handler);
  return server;
}

function low(sdk: Sdk, handler: Any): Any {
  const server = createLow(sdk);
  server.setRequestHandler(sdk.calls, handler);
  server.setRequestHandler(sdk.reads, handler);
  return server;
}

describe.each(sdks)("SDK $version in memory", (sdk) => {
  it.each(["throw", "result"] as const)("gives a tool's client the envelope (%s)", async (deliver) => {
    thrown = notFound;
    expectDelivered(inResult(await call(await connect(sdk, high(sdk, tool(deliver))))));
  });

  it.each(["throw", "result"] as const)("also where the tool has an output schema (%s)", async (deliver) => {
    thrown = notFound;
    const client = await connect(sdk, high(sdk, tool(deliver)));
    // From here on the client checks structured content.
    await client.listTools();
    expectDelivered(inResult(await call(client, "typed")));
  });

  it("gives a resource's client the envelope as the data of the error", async () => {
    thrown = notFound;
    const client = await connect(sdk, high(sdk));
    const error = await inData(client.readResource({ uri: "file:///x" }));
    expectDelivered(error.data);
  });

  it("gives the client of a low-level handler of tools a tool result, with the name of the tool", async () => {
    thrown = notFound;
    const client = await connect(sdk, low(sdk, tool()));
    expectDelivered(inResult(await call(client)));
    expect(inResult(await call(client, "other"))).toMatchObject({ error_code: "FILE_NOT_FOUND", tool_name: "other" });
  });

  it("gives the client of another low-level handler the envelope as the data of the error", async () => {
    thrown = notFound;
    const error = await inData((await connect(sdk, low(sdk, tool()))).readResource({ uri: "file:///x" }));
    expectDelivered(error.data);
    expect(error.code).toBe(-32602);
    expect(error.message.endsWith(notFound.human_message)).toBe(true);
  });

  it("gives the client of a low-level handler of tools an error of the protocol, where that is wanted", async () => {
    thrown = notFound;
    expectDelivered((await inData(call(await connect(sdk, low(sdk, tool("throw")))))).data);
  });

  it("leaves it an error of the protocol that there is no such tool", async () => {
    thrown = new McpError(ErrorCode.MethodNotFound, "Unknown tool: read_file");
    const error = await inData(call(await connect(sdk, low(sdk, tool()))));
    expect(error.code).toBe(-32601);
    expect(error.message).toContain("Unknown tool: read_file");
    expect(parseEnvelope(error.data)).toMatchObject({ tool_name: "read_file" });
    thrown = new McpError(ErrorCode.InvalidParams, "A path is needed");
    const refused = inResult(await call(await connect(sdk, low(sdk, tool()))));
    expect(refused).toMatchObject({ human_message: expect.stringContaining("A path is needed") as string });
  });

  it("gives the client a contract's own JSON-RPC error", async () => {
    const NumericError = createErrorClass(numeric);
    thrown = new NumericError({ code: -32602, message: "bad path", data: { field: "path" } } as never);
    const numericTool = wrapHandler(anyway, { contract: NumericError, tool_name: "x" });
    const error = await inData(call(await connect(sdk, low(sdk, numericTool))));
    expect({ code: error.code, data: error.data }).toEqual({ code: -32602, data: { field: "path" } });
    expect(error.message).toMatch(/^(?:MCP error -32602: )?bad path$/u);
    const client = await connect(sdk, high(sdk, numericTool));
    expect(inResult(await call(client))).toEqual({ code: -32602, message: "bad path", data: { field: "path" } });
  });

  it.each([nested, texts])("gives the client the envelope of a contract that returns ($name)", async (contract) => {
    thrown = new Error("x");
    const returning = wrapHandler(async () => Promise.resolve(failing()), { contract, tool_name: "x" });
    for (const server of [high(sdk, returning), low(sdk, returning)]) {
      const client = await connect(sdk, server);
      expect(listEnvelopeProblems(contract, inResult(await call(client)))).toEqual([]);
    }
    const client = await connect(sdk, low(sdk, returning));
    const error = await inData(client.readResource({ uri: "file:///x" }));
    expect(listEnvelopeProblems(contract, error.data)).toEqual([]);
  });

  it("gives the client a conforming envelope, whatever is thrown", async () => {
    const high_ = await connect(sdk, high(sdk));
    const low_ = await connect(sdk, low(sdk, tool("throw")));
    await fc.assert(
      fc.asyncProperty(anyValue, async (recipe) => {
        thrown = recipe.make();
        for (const envelope of [inResult(await call(high_)), (await inData(call(low_))).data]) {
          expect(parseEnvelope(envelope)).toBeDefined();
          expect(audit.envelopes).toContainEqual(envelope);
        }
        audit.records.length = 0;
      }),
    );
  });
});

describe("cancelling a call", () => {
  it.each(sdks)("is recorded with the tool's name (SDK $version)", async (sdk) => {
    const sink = new MemorySink();
    const aborted = new Promise<void>((resolve) => {
      sink.write = (record) => {
        sink.writeSync(record);
        resolve();
        return Promise.resolve();
      };
    });
    const controller = new AbortController();
    const waiting = (...args: any[]): Promise<never> => {
      const { signal } = args.at(-1).mcpReq ?? args.at(-1);
      setImmediate(() => controller.abort("enough"));
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    };
    const wrapped = wrapHandler(waiting, { contract: texts, tool_name: "slow", audit: sink });
    const client = await connect(sdk, high(sdk, wrapped));
    const request = { name: "read_file", arguments: {} };
    const answer =
      sdk === sdk1
        ? client.callTool(request, undefined, { signal: controller.signal })
        : client.callTool(request, { signal: controller.signal });
    await expect(answer).rejects.toThrow();
    await aborted;
    expect(sink.envelopes).toMatchObject([{ error: "stopped", tool: "slow" }]);
  });
});

/** Each client, and the newer one also in the protocol of 2026, where the server speaks it. */
const clients = {
  "SDK 1.x": () => ({ client: new Client1(info), version: 1 }),
  "SDK 2.x": () => ({ client: new Client2(info), version: 2 }),
  "SDK 2.x in the newest protocol": () => ({
    client: new Client2(info, { versionNegotiation: { mode: "auto" } }),
    version: 2,
  }),
} as const;

async function served(listener: http.RequestListener): Promise<URL> {
  const server = http.createServer(listener);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

const httpServers = {
  "SDK 1.x": () =>
    served((request, response) => {
      const transport = new StreamableHTTPServerTransport({});
      void high(sdk1)
        .connect(transport as any)
        .then(() => transport.handleRequest(request, response));
    }),
  "SDK 2.x": async () => {
    const handler = createMcpHandler(() => high(sdk2));
    const server = serve({ fetch: (request) => handler.fetch(request), port: 0 });
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  },
};

describe.each(Object.entries(httpServers))("a server of %s over Streamable HTTP", (_name, start) => {
  it.each(Object.entries(clients))("gives a client of %s the envelope", async (_client, make) => {
    thrown = notFound;
    const url = await start();
    const { client, version } = make();
    const transport: any = version === 1 ? new Http1(url) : new Http2(url);
    await client.connect(transport);
    onTestFinished(() => client.close());
    expectDelivered(inResult(await call(client)));
    await client.listTools();
    expectDelivered(inResult(await call(client, "typed")));
    expectDelivered((await inData(client.readResource({ uri: "file:///x" }))).data);
  });
});

describe.each(["server.js", "server-2.js"])("the example %s over stdio", (file) => {
  it.each(Object.entries(clients))("gives a client of %s the envelope, and keeps its log", async (_client, make) => {
    const cwd = temporaryFolder();
    const args = [path.join(root, "docs/examples/boundary", file)];
    const given = { command: process.execPath, args, cwd, stderr: "pipe" } as const;
    const { client, version } = make();
    const transport: any = version === 1 ? new Stdio1(given) : new Stdio2(given);
    await client.connect(transport);
    onTestFinished(() => client.close());
    await client.listTools();
    const received: unknown[] = [];
    for (const [path, expected] of [
      ["../secret", { code: "PERMISSION_DENIED", message: "The path leaves the workspace" }],
      ["missing", { code: "NOT_FOUND" }],
    ] as const) {
      for (const name of ["read_file", "file_size"]) {
        const result: any = await (client as Client1).callTool({ name, arguments: { path } });
        const { retryable, next, ...error } = standardEnvelope(inResult(result))!.error;
        expect(error).toMatchObject({ ...expected, tool: name, correlation_id: "8d9ef2b2" });
        expect([retryable, next]).toEqual([false, expect.any(String)]);
        received.push({ error });
      }
    }
    const log = fs.readFileSync(`${cwd}/audit-log.jsonl`, "utf8").trimEnd().split("\n");
    for (const [index, line] of log.entries()) expect(JSON.parse(line)).toMatchObject(received[index] as object);
    expect(log).toHaveLength(received.length);
  });
});

describe("a contract's data and its class", () => {
  it("deliver the same", async () => {
    thrown = "x";
    const from = async (contract: typeof kaiza | typeof SystemError) => {
      const handler = wrapHandler(async () => Promise.resolve(failing()), {
        contract,
        tool_name: "x",
      });
      return inResult(await call(await connect(sdk1, high(sdk1, handler))));
    };
    const [data, made]: any[] = [await from(kaiza), await from(SystemError)];
    expect({ ...data, timestamp: "" }).toEqual({ ...made, timestamp: "" });
  });
});

it.each(sdks)(
  "a tool of SDK $version fails with an error that it returns; another function hands it on",
  async (sdk) => {
    const handler: (...args: unknown[]) => unknown = () => Promise.resolve(notFound);
    const returning = wrapHandler(handler, options);
    expectDelivered(inResult(await call(await connect(sdk, high(sdk, returning)))));
    await expect(returning({ path: "a" })).resolves.toBe(notFound);
  },
);
