import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { openAuditLog } from "error-contract/audit-log";
import { toolError, wrapServer } from "error-contract/standard";
import { z } from "zod";

const audit = openAuditLog(process.env.AUDIT_LOG ?? "audit-log.jsonl");

serveStdio(() => {
  const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { audit });
  server.registerTool("read_note", { inputSchema: z.object({ id: z.number() }) }, async ({ id }) => {
    throw toolError("NOT_FOUND", `There is no note ${id}`, { details: { id } });
  });
  return server;
});
