import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { readFile } from "./read-file.js";
import { session, wrap } from "./wrap.js";

const inputSchema = z.object({ path: z.string() });
const outputSchema = z.object({ size: z.number() });

serveStdio(() => {
  const server = new McpServer({ name: "boundary", version: "1.0.0" });
  server.registerTool("read_file", { inputSchema }, wrap(readFile, "read_file"));
  server.registerTool("file_size", { inputSchema, outputSchema }, wrap(readFile, "file_size"));
  return server;
});

session.correlation_id = "8d9ef2b2";
