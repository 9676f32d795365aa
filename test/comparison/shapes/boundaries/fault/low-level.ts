// require-boundary, a fault: the low-level server
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { load } from "../../lib.js";

const server = new Server({ name: "files", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(CallToolRequestSchema, async (request) => ({
  content: [{ type: "text", text: await load(request.params.name) }],
}));
