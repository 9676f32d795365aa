import { Client as Client2, InMemoryTransport as Memory2 } from "@modelcontextprotocol/client";
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as Memory1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server as Server1 } from "@modelcontextprotocol/sdk/server/index.js";
import { McpServer as McpServer1, ResourceTemplate as Template1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import {
  McpServer as McpServer2,
  ProtocolError,
  ResourceTemplate as Template2,
  Server as Server2,
} from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import { z } from "zod";

/** What has another type in each SDK. */
export type Any = any;

export const info = { name: "test", version: "1.0.0" };

/** Both SDKs, in one form: `calls`, `lists` and `reads` name the requests, `shape` makes a schema of fields. */
export interface Sdk {
  readonly version: 1 | 2;
  readonly McpServer: Any;
  readonly Server: Any;
  readonly ResourceTemplate: Any;
  readonly ProtocolError: Any;
  readonly Client: Any;
  readonly Memory: Any;
  readonly calls: Any;
  readonly lists: Any;
  readonly reads: Any;
  readonly shape: (fields: Record<string, z.ZodType>) => Any;
}

export const sdk1: Sdk = {
  version: 1,
  McpServer: McpServer1,
  Server: Server1,
  ResourceTemplate: Template1,
  ProtocolError: McpError,
  Client: Client1,
  Memory: Memory1,
  calls: CallToolRequestSchema,
  lists: ListToolsRequestSchema,
  reads: ReadResourceRequestSchema,
  shape: (fields) => fields,
};

export const sdk2: Sdk = {
  version: 2,
  McpServer: McpServer2,
  Server: Server2,
  ResourceTemplate: Template2,
  ProtocolError,
  Client: Client2,
  Memory: Memory2,
  calls: "tools/call",
  lists: "tools/list",
  reads: "resources/read",
  shape: (fields) => z.object(fields),
};

export const sdks = [sdk1, sdk2];

/** A low-level server with tools and resources. */
export const createLow = ({ Server }: Sdk): Any => new Server(info, { capabilities: { tools: {}, resources: {} } });

/** Connects a client to a server in memory. Both end with the test. */
export async function connect({ Client, Memory }: Sdk, server: Any): Promise<Any> {
  const [near, far] = Memory.createLinkedPair();
  const client = new Client(info);
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return client;
}
