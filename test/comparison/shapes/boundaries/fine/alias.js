// require-boundary, no fault: the boundary by another name, in a variable
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { wrapHandler as guarded } from "error-contract/standard";
import { load } from "../../lib.js";

const read = guarded(async () => ({ content: [{ type: "text", text: await load("a") }] }), "read");
const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool("read", {}, read);
