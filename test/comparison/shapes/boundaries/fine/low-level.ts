// require-boundary, no fault: the low-level server behind the boundary
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { wrapHandler } from "error-contract/standard";
import { load } from "../../lib.js";

const server = new Server({ name: "files", version: "1.0.0" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [] }));
server.setRequestHandler(
  CallToolRequestSchema,
  wrapHandler(async () => ({ content: [{ type: "text" as const, text: await load("a") }] }), "call"),
);
