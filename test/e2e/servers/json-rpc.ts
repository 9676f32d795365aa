import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { JSON_RPC_CODES, fromUnknown, jsonRpcError, wrapHandler } from "error-contract/json-rpc";
import { z } from "zod";

const arguments_ = z.object({ symbol: z.string() });

/** A server of symbols whose failures are errors of the protocol. */
export function createServer(load: (uri: string) => Promise<string>): Server {
  const server = new Server({ name: "symbols", version: "1.0.0" }, { capabilities: { tools: {}, resources: {} } });
  const symbols = new Map([["main", "src/main.ts"]]);

  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [{ name: "find_symbol", inputSchema: { type: "object" } }],
  }));
  server.setRequestHandler(
    CallToolRequestSchema,
    wrapHandler(
      ({ params }) => {
        const given = arguments_.safeParse(params.arguments);
        if (!given.success) {
          throw jsonRpcError(JSON_RPC_CODES.InvalidParams, "symbol: expected a text", undefined, {
            cause: given.error,
          });
        }
        const { symbol } = given.data;
        const file = symbols.get(symbol);
        if (file === undefined) throw jsonRpcError(JSON_RPC_CODES.NotFound, "There is no such symbol", { symbol });
        return { content: [{ type: "text", text: file }] };
      },
      { tool_name: "find_symbol", deliver: "protocol" },
    ),
  );
  server.setRequestHandler(
    ReadResourceRequestSchema,
    wrapHandler(async ({ params: { uri } }) => {
      try {
        return { contents: [{ uri, text: await load(uri) }] };
      } catch (error) {
        throw fromUnknown(error, { message: "The resource could not be loaded" });
      }
    }, "read_resource"),
  );
  return server;
}
