import { randomUUID } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { toolError, wrapHandler } from "error-contract/standard";
import express from "express";

/** The id that `sign_in` has given to each client, by the id of its connection. */
const sessions = new Map();

/** The boundary of this server: a failure has the id of the client that has called. */
const wrap = (handler, tool_name) =>
  wrapHandler(handler, { tool_name, session: (...args) => ({ correlation_id: sessions.get(args.at(-1).sessionId) }) });

function createServer() {
  const server = new McpServer({ name: "files", version: "1.0.0" });
  server.registerTool(
    "sign_in",
    {},
    wrap(({ sessionId }) => {
      const id = randomUUID();
      sessions.set(sessionId, id);
      return { content: [{ type: "text", text: id }] };
    }, "sign_in"),
  );
  server.registerTool(
    "read_plan",
    {},
    wrap(() => {
      throw toolError("NOT_FOUND", "There is no plan");
    }, "read_plan"),
  );
  return server;
}

const transports = new Map();

async function connect() {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => transports.set(id, transport),
  });
  transport.onclose = () => {
    transports.delete(transport.sessionId);
    sessions.delete(transport.sessionId);
  };
  await createServer().connect(transport);
  return transport;
}

export const app = express();
app.use(express.json());
app.all("/mcp", async (request, response) => {
  const transport = transports.get(request.headers["mcp-session-id"]) ?? (await connect());
  await transport.handleRequest(request, response, request.body);
});
