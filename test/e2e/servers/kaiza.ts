import { readFile } from "node:fs/promises";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { AuditSink } from "error-contract";
import { SYSTEM_ERROR_CODES, SystemError, wrapHandler, type WrapHandlerOptions } from "error-contract/kaiza";
import { z } from "zod";

/** A server of files with a session, as `docs/guides/boundary.md` shows one. */
export function createServer(audit: AuditSink): McpServer {
  const server = new McpServer({ name: "files", version: "1.0.0" });
  let session: { session_id: string; workspace_root: string } | undefined;
  const options = (tool_name: string): WrapHandlerOptions => ({
    tool_name,
    audit,
    session: () => session,
    foreignMessages: "hidden",
  });

  server.registerTool(
    "begin_session",
    { inputSchema: { root: z.string() } },
    wrapHandler(({ root }) => {
      session = { session_id: "s-1", workspace_root: root };
      return { content: [{ type: "text", text: "begun" }] };
    }, options("begin_session")),
  );
  server.registerTool(
    "read_file",
    { inputSchema: { path: z.string() } },
    wrapHandler(async ({ path }) => {
      if (!session) throw SystemError.toolFailure(SYSTEM_ERROR_CODES.SESSION_NOT_INITIALIZED);
      if (path.includes("..")) {
        throw SystemError.invariantViolation("PATH_IS_INSIDE", { human_message: `${path} leaves the workspace` });
      }
      return { content: [{ type: "text", text: await readFile(`${session.workspace_root}/${path}`, "utf8") }] };
    }, options("read_file")),
  );
  server.registerTool(
    "count_lines",
    { inputSchema: { path: z.string() } },
    wrapHandler(async ({ path }) => {
      try {
        const text = await readFile(path, "utf8");
        return { content: [{ type: "text", text: String(text.split("\n").length) }] };
      } catch (error) {
        throw SystemError.fromUnknown(error, { human_message: "The lines could not be counted" });
      }
    }, options("count_lines")),
  );
  return server;
}
