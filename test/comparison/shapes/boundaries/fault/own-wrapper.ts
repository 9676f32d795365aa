// require-boundary, a fault: behind a wrapper of its own that knows no contract
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { load, logger } from "../../lib.js";

const logged =
  <Result>(handler: () => Promise<Result>) =>
  async () => {
    logger.info("called");
    return handler();
  };
const server = new McpServer({ name: "files", version: "1.0.0" });
server.registerTool(
  "read",
  {},
  logged(async () => ({ content: [{ type: "text" as const, text: await load("a") }] })),
);
