import { canFill, type CompiledContract, type Field } from "../contract/compile-contract.js";
import type { JSONObject, JSONValue } from "../json/json-value.js";
import { callSafely, putAt, readAt, readMember } from "../json/read.js";
import { toJSONSafe, toSafeText } from "../json/to-json-safe.js";
import type { Boundary } from "./boundary.js";

/**
 * A failed call of a handler, with its kind of caller:
 *
 * - `tool`: an MCP server, for a tool or prompt: the last argument is the SDK's context of the request.
 * - `request`: an MCP server, for one JSON-RPC method: the first argument is the request itself.
 * - `function`: anything else.
 */
export interface Call {
  readonly args: readonly unknown[];
  readonly caller: "tool" | "request" | "function";
  readonly method: string | undefined;
  readonly signal: unknown;
  /** The objects that have values for the context fields of the envelope, best first: the tool's name, the session. */
  readonly context: readonly unknown[];
}

/**
 * Describes a call from its arguments, which SDK 1.x and 2.x pass, and from the session at this moment. Never throws.
 */
export function describeCall({ compiled, tool, session }: Boundary, args: readonly unknown[]): Call {
  const sdkContext = args.at(-1);
  const request = readMember(sdkContext, "mcpReq");
  const signal = readMember(request, "signal") ?? readMember(sdkContext, "signal");
  const isSdk1 =
    readMember(sdkContext, "requestId") !== undefined && typeof readMember(signal, "aborted") === "boolean";
  const isSdk = isSdk1 || readMember(request, "method") !== undefined;
  const method = isSdk && args.length > 1 ? findMethod(args[0], readMember(request, "method")) : undefined;
  return {
    args,
    caller: !isSdk ? "function" : method === undefined ? "tool" : "request",
    method,
    signal,
    context: [
      compiled.tool && { [compiled.tool.name]: (method === "tools/call" ? readCalledTool(args) : undefined) ?? tool },
      // A failure is delivered even without its session.
      typeof session === "function" ? callSafely(session, args) : session,
    ],
  };
}

function readCalledTool([request]: readonly unknown[]): string | undefined {
  const name = readMember(readMember(request, "params"), "name");
  return typeof name === "string" && name !== "" ? name : undefined;
}

/**
 * Finds the method of a JSON-RPC request. SDK 2.x names it in its context; for 1.x the argument has to look like a
 * request, so that a tool whose own parameter is called `method` is not taken for one.
 */
function findMethod(request: unknown, announced: unknown): string | undefined {
  const method = readMember(request, "method");
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

/**
 * Fills the context fields that the error left empty: absent, null, or the contract's default. Other fields and the
 * order of the keys stay. Returns the envelope itself when there is nothing to fill in. Never throws.
 *
 * Specification 001 section 1: session fields are null only before a session.
 */
export function fillContext(compiled: CompiledContract, envelope: JSONObject, context: readonly unknown[]): JSONObject {
  const filled: Record<string, JSONValue> = {};
  let isChanged = false;
  for (const field of compiled.fields) {
    const own = readAt(envelope, field.parts);
    const found =
      isContext(compiled, field) && isEmpty(compiled, field, own)
        ? context.map((source) => readMember(source, field.name)).find((candidate) => canFill(field, candidate))
        : undefined;
    isChanged ||= found !== undefined;
    const value = found === undefined ? own : typeof found === "string" ? toSafeText(found) : toJSONSafe(found);
    if (value !== undefined) putAt(filled, field.parts, value);
  }
  // A schema may allow members that it does not name.
  const others = Object.entries(envelope).filter(([key]) => !Object.hasOwn(filled, key));
  return isChanged ? { ...filled, ...Object.fromEntries(others) } : envelope;
}

const isContext = ({ contract, tool }: CompiledContract, field: Field): boolean =>
  Object.hasOwn(contract.context, field.name) || field === tool;

function isEmpty({ contract }: CompiledContract, field: Field, value: JSONValue | undefined): boolean {
  return value === undefined || value === null || value === contract.context[field.name]?.default;
}
