// require-boundary, a fault: one of two
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { wrapHandler } from "error-contract/standard";
import { load, store } from "../../lib.js";

const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool(
  "read",
  {},
  wrapHandler(async () => load("a"), "read"),
);
server.registerTool("write", {}, async () => store("a", "b"));
