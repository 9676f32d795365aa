// A server over Streamable HTTP, which prints its address. With `sign-in` as argument it wants a token.
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const wantsToken = process.argv[2] === "sign-in";

const listener = createServer(async (request, response) => {
  if (wantsToken && request.headers.authorization !== "Bearer right") return response.writeHead(401).end();
  const server = new McpServer({ name: "over-http", version: "1.0.0" });
  const inputSchema = { id: z.number() };
  const text = (value) => ({ content: [{ type: "text", text: String(value) }] });
  server.registerTool("get", { inputSchema, annotations: { readOnlyHint: true } }, ({ id }) => text(id));
  server.registerTool("remove", { inputSchema }, ({ id }) => text(id));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
  await server.connect(transport);
  await transport.handleRequest(request, response);
});
listener.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
