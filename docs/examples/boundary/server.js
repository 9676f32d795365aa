import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";
import { readFile } from "./read-file.js";
import { session, wrap } from "./wrap.js";

const server = new McpServer({ name: "boundary", version: "1.0.0" });
const inputSchema = { path: z.string() };

server.registerTool("read_file", { inputSchema }, wrap(readFile, "read_file"));
server.registerTool("file_size", { inputSchema, outputSchema: { size: z.number() } }, wrap(readFile, "file_size"));

session.correlation_id = "8d9ef2b2";
await server.connect(new StdioServerTransport());
