// Serves over stdio or, where PORT is set, over Streamable HTTP.
import http from "node:http";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { wrapHttpHandler } from "error-contract";
import { openAuditLog } from "error-contract/audit-log";
import { guardProcess } from "error-contract/process";
import { standard } from "error-contract/standard";
import { createServer } from "./server.js";

const { AUDIT_LOG = "audit-log.jsonl", PORT, TRACKER = "http://127.0.0.1:8080" } = process.env;
const audit = openAuditLog(AUDIT_LOG, { chain: true, redact: true });
guardProcess({ contract: standard, audit });

const create = () => createServer({ audit, tracker: TRACKER });

if (PORT === undefined) await create().connect(new StdioServerTransport());
else {
  const serve = async (request, response) => {
    // Without sessions each request has a server of its own.
    const server = create();
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    response.on("close", () => void server.close());
    await server.connect(transport);
    await transport.handleRequest(request, response);
  };
  // Node looks at no promise of the handler.
  const handler = wrapHttpHandler(serve, { contract: standard, tool_name: "mcp", audit });
  const listener = http.createServer(handler);
  listener.listen(Number(PORT), "127.0.0.1", () => {
    console.error(`http://127.0.0.1:${listener.address().port}/mcp`);
  });
}
