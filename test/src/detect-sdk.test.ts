import { Client as Client2, InMemoryTransport as Transport2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as Transport1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { Server as Server1 } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { McpServer as McpServer2, Server as Server2 } from "@modelcontextprotocol/server";
import { extend } from "error-contract";
import { detectError } from "error-contract/detect";
import { SystemError } from "error-contract/kaiza";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { numeric } from "./sample-contracts.js";

const info = { name: "test", version: "1.0.0" };
const error = SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "No such file", tool_name: "read_file" });
const envelope = error.toEnvelope();
const json = JSON.stringify(envelope);
const facts = { contract: "kaiza", code: "FILE_NOT_FOUND", message: "No such file", condition: "not_found" };

interface ToolResult {
  content: { type: "text"; text: string }[];
  isError?: boolean;
  structuredContent?: Record<string, unknown>;
}
type Handler = () => Promise<ToolResult>;
type Ends = readonly { close(): Promise<void> }[];
/** Calls the tool and answers what the client is left with: its result, or what it caught. */
type Call = (name?: string, args?: Record<string, unknown>, timeout?: number) => Promise<unknown>;

let open: Ends = [];
afterEach(() => Promise.all(open.map((end) => end.close())));

const held = (answer: Promise<unknown>): Promise<unknown> => answer.catch((thrown: unknown) => thrown);

async function client1(server: McpServer1 | Server1): Promise<Call> {
  const [near, far] = Transport1.createLinkedPair();
  const client = new Client1(info);
  await Promise.all([server.connect(far), client.connect(near)]);
  open = [client, server];
  return (name = "read_file", args = { path: "a" }, timeout = 5_000) =>
    held(client.callTool({ name, arguments: args }, undefined, { timeout }));
}

async function client2(server: McpServer2 | Server2): Promise<Call> {
  const [near, far] = Transport2.createLinkedPair();
  const client = new Client2(info);
  await Promise.all([server.connect(far), client.connect(near)]);
  open = [client, server];
  return (name = "read_file", args = { path: "a" }, timeout = 5_000) =>
    held(client.callTool({ name, arguments: args }, { timeout }));
}

const inputSchema = z.object({ path: z.string() });

/** A client of each SDK, connected to a server that registers the handler in each way. */
const sdks = {
  "SDK 1.x": {
    tool: (handler: Handler) => {
      const server = new McpServer1(info);
      server.registerTool("read_file", { inputSchema: inputSchema.shape }, handler as never);
      return client1(server);
    },
    request: (handler: Handler) => {
      const server = new Server1(info, { capabilities: { tools: {} } });
      server.setRequestHandler(CallToolRequestSchema, handler as never);
      return client1(server);
    },
  },
  "SDK 2.x": {
    tool: (handler: Handler) => {
      const server = new McpServer2(info);
      server.registerTool("read_file", { inputSchema }, handler as never);
      return client2(server);
    },
    request: (handler: Handler) => {
      const server = new Server2(info, { capabilities: { tools: {} } });
      server.setRequestHandler("tools/call", handler as never);
      return client2(server);
    },
  },
};

const throwing = (thrown: unknown) => () => Promise.reject(thrown);
const answering = (result: ToolResult) => () => Promise.resolve(result);

describe.each(Object.entries(sdks))("a client of %s", (_, { tool, request }) => {
  test("finds the code of a tool that throws, of which the SDK leaves the text", async () => {
    const call = await tool(throwing(error));
    expect(detectError(await call())).toMatchObject({ ...facts, certainty: "text", source: "content" });
  });

  test.each([
    ["text", { content: [{ type: "text", text: json }], isError: true }, "content"],
    ["structured content", { content: [], structuredContent: { ...envelope }, isError: true }, "structuredContent"],
    [
      "both",
      { content: [{ type: "text", text: json }], structuredContent: { ...envelope }, isError: true },
      "structuredContent",
    ],
  ] as const)("finds the envelope that a tool returns as %s", async (_form, result, source) => {
    const found = { ...facts, certainty: "envelope", source, envelope };
    for (const register of [tool, request]) {
      const call = await register(answering(result as unknown as ToolResult));
      expect(detectError(await call())).toMatchObject(found);
    }
  });

  test("finds the code of a request handler that throws without data", async () => {
    const call = await request(throwing(error));
    expect(detectError(await call())).toMatchObject({ ...facts, certainty: "text", source: "message" });
  });

  test("has a failure of no contract for a tool that throws anything else", async () => {
    const call = await tool(throwing(new Error("disk full")));
    expect(detectError(await call())).toMatchObject({ certainty: "none", contract: undefined, message: "disk full" });
  });

  test("has a failure of no contract for input that the SDK refuses, and for a tool that is not there", async () => {
    const call = await tool(answering({ content: [] }));
    expect(detectError(await call("read_file", { path: 1 }))).toMatchObject({ certainty: "none", contract: undefined });
    expect(detectError(await call("no_such_tool"))).toMatchObject({
      contract: undefined,
      foreignCode: -32602,
      condition: "invalid_input",
    });
  });

  test("may repeat a call that took too long, whatever its code means to a contract", async () => {
    const NotFound = { value: -32001, meaning: "Not found", section: "1", condition: "not_found" } as const;
    const other = extend(numeric, { codes: { NotFound } });
    const call = await tool(() => new Promise(() => undefined));
    const failure = detectError(await call("read_file", { path: "a" }, 20), { contracts: [other] });
    expect(failure).toMatchObject({ contract: undefined, condition: "timeout", retryable: true });
  });

  test("sees that the connection has gone", async () => {
    let answer: Promise<unknown> | undefined;
    const call = await tool(() => new Promise(() => begin()));
    let begin = (): void => undefined;
    await new Promise<void>((resolve) => {
      begin = resolve;
      answer = call();
    });
    await open[1]!.close();
    for (const gone of [answer, call()]) {
      expect(detectError(await gone)).toMatchObject({ contract: undefined, condition: "unavailable", retryable: true });
    }
  });

  test("finds nothing in a success", async () => {
    const call = await tool(answering({ content: [{ type: "text", text: json }] }));
    expect(detectError(await call())).toBeUndefined();
  });
});
