// require-boundary, a fault: a server in a field
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { load } from "../../lib.js";

export class Files {
  readonly #server = new McpServer({ name: "files", version: "1.0.0" });

  register() {
    this.#server.registerTool("read", {}, async () => this.#read());
  }

  async #read() {
    return { content: [{ type: "text" as const, text: await load("a") }] };
  }
}
