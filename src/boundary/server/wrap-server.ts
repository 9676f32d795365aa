import type { ContractData } from "../../contract/contract-data.js";
import { contractOption } from "../../error/resolve-error-class.js";
import type { SessionFields } from "../boundary.js";
import { guardServer, type ServerOptions } from "./guard-server.js";

/**
 * Puts a whole server behind a boundary: every failure of its tools, prompts, resources, completions and tasks reaches
 * the client as the contract's envelope, recorded first where there is an audit sink. The handshake stays as MCP has
 * it.
 *
 * @param server the `McpServer` or `Server` of SDK 1.x or 2.x, or a FastMCP; it is changed, once for all, and returned.
 * @throws TypeError where the value is no server, is wrapped already, or an option is missing or wrong.
 * @example
 * ```js
 * import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
 * import { wrapServer } from "error-contract";
 * import { standard, toolError } from "error-contract/standard";
 *
 * const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { contract: standard, audit: "none" });
 * server.registerTool("read_note", {}, () => {
 *   throw toolError("NOT_FOUND", "There is no such note.");
 * });
 * ```
 */
export function wrapServer<
  T extends object,
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
>(server: T, options: ServerOptions<C, S>): T {
  return guardServer(server, options, contractOption);
}
