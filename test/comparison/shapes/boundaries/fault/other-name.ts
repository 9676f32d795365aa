// require-boundary, a fault: a server by another name
import { McpServer as Mcp } from "@modelcontextprotocol/sdk/server/mcp.js";
import { load } from "../../lib.js";

const files = new Mcp({ name: "files", version: "1.0.0" });
files.tool("read", async () => ({ content: [{ type: "text", text: await load("a") }] }));
