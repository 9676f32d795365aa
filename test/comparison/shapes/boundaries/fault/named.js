// require-boundary, a fault: a function of the file
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { load } from "../../lib.js";

async function readHandler() {
  return { content: [{ type: "text", text: await load("a") }] };
}
const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool("read", { description: "Reads a file" }, readHandler);
