import { readable } from "../json/to-json-safe.js";

/**
 * How a handler was called.
 *
 * - `tool`: by an MCP server as a tool or prompt: the last argument is the SDK's context of the request.
 * - `request`: as the low-level handler of one JSON-RPC method: the first argument is the request itself.
 * - `function`: by anything else.
 */
export interface Call {
  readonly as: "tool" | "request" | "function";
  /** The JSON-RPC method, where the call is a request. */
  readonly method: string | undefined;
  /** The signal that cancels the call, where there is one. */
  readonly signal: unknown;
}

/** How a handler was called, from its arguments: what SDK 1.x and 2.x pass. Never throws. */
export function callFrom(args: readonly unknown[]): Call {
  const context = args.at(-1);
  const request = readable(context, "mcpReq");
  const signal = readable(request, "signal") ?? readable(context, "signal");
  const isSdk1 = readable(context, "requestId") !== undefined && typeof readable(signal, "aborted") === "boolean";
  const isSdk = isSdk1 || readable(request, "method") !== undefined;
  if (!isSdk) return { as: "function", method: undefined, signal };
  const method = args.length > 1 ? requestMethod(args[0], readable(request, "method")) : undefined;
  return { as: method === undefined ? "tool" : "request", method, signal };
}

/**
 * The method of a JSON-RPC request. SDK 2.x says in its context which one it is; for 1.x the request has to look like one,
 * so that a tool whose own parameter is called `method` is not taken for it.
 */
function requestMethod(request: unknown, announced: unknown): string | undefined {
  const method = readable(request, "method");
  if (typeof method !== "string") return undefined;
  if (announced !== undefined) return announced === method ? method : undefined;
  return /^(?:\w+\/[\w/]+|ping|initialize)$/u.test(method) && hasOnlyRequestKeys(request) ? method : undefined;
}

const requestKeys = new Set(["method", "params", "jsonrpc", "id"]);

function hasOnlyRequestKeys(request: unknown): boolean {
  try {
    return Object.keys(request as object).every((key) => requestKeys.has(key));
  } catch {
    return false;
  }
}
