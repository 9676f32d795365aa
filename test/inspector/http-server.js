// The example's tools over Streamable HTTP: `node http-server.js 1` with SDK 1.x, `2` with SDK 2.x. Says its address.
import http from "node:http";
import { serve } from "@hono/node-server";
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createMcpHandler, McpServer as McpServer2 } from "@modelcontextprotocol/server";
import { z } from "zod";
import { readFile } from "../../docs/examples/boundary/read-file.js";
import { session, wrap } from "../../docs/examples/boundary/wrap.js";

const info = { name: "inspected", version: "1.0.0" };

const starts = {
  1: (listening) => {
    const server = http.createServer(async (request, response) => {
      const mcp = withTools(new McpServer1(info), { path: z.string() }, { size: z.number() });
      const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
      response.on("close", () => mcp.close());
      await mcp.connect(transport);
      await transport.handleRequest(request, response);
    });
    server.listen(0, "127.0.0.1", () => listening(server.address()));
  },
  2: (listening) => {
    const handler = createMcpHandler(() =>
      withTools(new McpServer2(info), z.object({ path: z.string() }), z.object({ size: z.number() })),
    );
    serve({ fetch: (request) => handler.fetch(request), port: 0, hostname: "127.0.0.1" }, listening);
  },
};

function withTools(server, inputSchema, outputSchema) {
  server.registerTool("read_file", { inputSchema }, wrap(readFile, "read_file"));
  server.registerTool("file_size", { inputSchema, outputSchema }, wrap(readFile, "file_size"));
  return server;
}

session.correlation_id = "8d9ef2b2";
starts[process.argv[2]](({ port }) => console.log(`http://127.0.0.1:${port}/mcp`));
