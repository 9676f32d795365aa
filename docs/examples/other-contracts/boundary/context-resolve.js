import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { openAuditLog } from "error-contract/audit-log";
import { contextResolveError, wrapServer } from "error-contract/context-resolve";
import { z } from "zod";

const audit = openAuditLog(process.env.AUDIT_LOG ?? "audit-log.jsonl");
const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { audit });

server.registerTool("read_note", { inputSchema: { id: z.number() } }, async () => {
  throw contextResolveError("cache_missing");
});

await server.connect(new StdioServerTransport());
