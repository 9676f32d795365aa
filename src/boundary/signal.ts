import { isError, readable } from "../json/to-json-safe.js";

/** The JSON-RPC code by which an MCP server asks the client to have the user visit an address. */
const urlElicitationRequired = -32042;

/**
 * Whether a thrown value is the MCP SDK's way to ask something of the client rather than a failure: it passes the boundary
 * untouched, or the request would be lost. Never throws.
 */
export function isProtocolSignal(thrown: unknown): boolean {
  return (
    readable(thrown, "code") === urlElicitationRequired &&
    isError(thrown) &&
    Array.isArray(readable(readable(thrown, "data"), "elicitations"))
  );
}
