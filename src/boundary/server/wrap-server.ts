import type { ContractData } from "../../contract/contract-data.js";
import { contractOption } from "../../error/resolve-error-class.js";
import type { SessionFields } from "../options.js";
import { guardServer, type ServerOptions } from "./guard-server.js";

/**
 * Puts a whole server behind a boundary: every failure of its tools, prompts, resources, completions and tasks reaches
 * the client as the contract's envelope, recorded first where there is an audit sink. That is what handlers throw,
 * reject with or return, and what the SDK refuses. The failures of the handshake stay as MCP has them.
 *
 * @param server the `McpServer` or `Server` of SDK 1.x or 2.x, before or after tools are registered and it is
 *   connected. It is changed, once for all.
 * @returns the server itself.
 * @throws TypeError where the value is no server, is wrapped already, or an option is missing or wrong.
 *
 * @example
 * const server = wrapServer(new McpServer({ name: "notes", version: "1.0.0" }), { contract: kaiza, audit });
 */
export function wrapServer<
  T extends object,
  const C extends ContractData,
  const S extends SessionFields<NoInfer<C>> = SessionFields<C>,
>(server: T, options: ServerOptions<C, S>): T {
  return guardServer(server, options, contractOption);
}
