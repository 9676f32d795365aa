// require-boundary, no fault: behind the boundary
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { wrapHandler } from "error-contract/standard";
import { load } from "../../lib.js";

const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool(
  "read",
  {},
  wrapHandler(async () => ({ content: [{ type: "text" as const, text: await load("a") }] }), "read"),
);
