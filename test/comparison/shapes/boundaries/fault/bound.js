// require-boundary, a fault: a method, bound
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { load } from "../../lib.js";

const tools = {
  async read() {
    return { content: [{ type: "text", text: await load("a") }] };
  },
};
const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool("read", {}, tools.read.bind(tools));
