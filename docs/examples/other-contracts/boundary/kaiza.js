import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { openAuditLog } from "error-contract/audit-log";
import { SystemError, wrapServer } from "error-contract/kaiza";
import { z } from "zod";

const audit = openAuditLog(process.env.AUDIT_LOG ?? "audit-log.jsonl");
const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { audit });

server.registerTool("read_note", { inputSchema: { id: z.number() } }, async ({ id }) => {
  throw SystemError.toolFailure("FILE_NOT_FOUND", { human_message: `There is no note ${id}` });
});

await server.connect(new StdioServerTransport());
