// require-boundary, a fault: the newer SDK
import { McpServer } from "@modelcontextprotocol/server";
import { load } from "../../lib.js";

const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool("read", {}, async () => ({ content: [{ type: "text", text: await load("a") }] }));
