import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { aqlError, aqlSuccess, wrapHandler } from "error-contract/mcp-aql";
import { fromHttpResponse } from "error-contract/mcp-aql/adapter";
import { z } from "zod";

/** An adapter before an API of repositories. */
export function createServer(request: (path: string) => Promise<Response>): McpServer {
  const server = new McpServer({ name: "repositories", version: "1.0.0" });
  const answer = (data: unknown): CallToolResult => ({
    content: [{ type: "text", text: JSON.stringify(aqlSuccess(data)) }],
  });

  server.registerTool(
    "get_repo",
    { inputSchema: { owner: z.string().optional(), name: z.string().optional() } },
    wrapHandler(async ({ owner, name }) => {
      const operation = "get_repo";
      if (owner === undefined) throw aqlError("VALIDATION_MISSING_PARAM", { param_name: "owner", operation });
      if (name === undefined) throw aqlError("VALIDATION_MISSING_PARAM", { param_name: "name", operation });
      const response = await request(`/repos/${owner}/${name}`);
      if (!response.ok) {
        const { status, headers } = response;
        throw fromHttpResponse({ status, headers, body: await response.text() }, { details: { operation } });
      }
      const data: unknown = await response.json();
      return answer(data);
    }, "get_repo"),
  );
  server.registerTool(
    "list_repos",
    {},
    wrapHandler(async () => {
      const response = await request("/repos");
      const data: unknown = await response.json();
      return answer(data);
    }, "list_repos"),
  );
  return server;
}
