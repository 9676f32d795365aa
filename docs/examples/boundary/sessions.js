import { randomUUID } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { SystemError, wrapHandler } from "error-contract/kaiza";
import express from "express";

/** What the `begin_session` of each client has filled in, by the id of its connection. */
const sessions = new Map();

/** The boundary of this server: a failure has the session of the client that has called. */
const wrap = (handler, tool_name) =>
  wrapHandler(handler, { tool_name, session: (...args) => sessions.get(args.at(-1).sessionId) });

function createServer() {
  const server = new McpServer({ name: "files", version: "1.0.0" });
  server.registerTool(
    "begin_session",
    {},
    wrap(({ sessionId }) => {
      sessions.set(sessionId, { session_id: sessionId, role: "WINDSURF" });
      return { content: [{ type: "text", text: sessionId }] };
    }, "begin_session"),
  );
  server.registerTool(
    "read_plan",
    {},
    wrap(() => {
      throw SystemError.toolFailure("PLAN_NOT_FOUND", { human_message: "There is no plan" });
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
