import type { Handler } from "../../boundary/guard-handler.js";
import { boundaryOf, type WrapOptions } from "../module-parts.js";
import type { kaiza } from "./contract.js";
import { SystemError } from "./system-error.js";

/** What {@link wrapHandler} is told beside the handler; the contract is kaiza. */
export type WrapHandlerOptions<A extends readonly unknown[] = readonly unknown[]> = WrapOptions<typeof kaiza, A>;

/**
 * A tool handler behind the boundary of specification 001 section 5: whatever goes wrong in it reaches the client as the
 * canonical envelope, recorded first where there is an audit sink.
 *
 * A failure is thrown as a `SystemError` whose message is the envelope as JSON, because that is all of a thrown error that
 * an MCP server keeps; the fields stand on it as ever.
 *
 * @param handler any function; its type, `this`, arguments and results pass through.
 * @param options the tool's name, or an object with `tool_name` and what else is known: `session`, `audit`, `classify`,
 *   `deliver`.
 * @throws TypeError naming the option that is missing or wrong.
 *
 * @example
 * server.registerTool("read_file", config, wrapHandler(readFileHandler, "read_file"));
 */
export function wrapHandler<H extends Handler>(handler: H, options: string | WrapHandlerOptions<Parameters<H>>): H {
  return boundaryOf(SystemError)(handler, options);
}
