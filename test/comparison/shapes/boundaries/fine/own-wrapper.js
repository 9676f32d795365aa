// require-boundary, no fault: a wrapper around the boundary
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { wrapHandler } from "error-contract/standard";
import { load } from "../../lib.js";

const tool = (name, handler) => wrapHandler(handler, { tool: name });
const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool(
  "read",
  {},
  tool("read", async () => ({ content: [{ type: "text", text: await load("a") }] })),
);
