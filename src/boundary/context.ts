import { canFill, type CompiledContract, type Field } from "../contract/compile-contract.js";
import type { JSONObject, JSONValue } from "../json/json-value.js";
import { getShared } from "../contract/shared.js";
import type { PlatformSignal } from "../json/platform-types.js";
import { callSafely, hasFunctions, isObject, putAt, readAt, readMember } from "../json/read.js";
import { toJSONSafe, toSafeText } from "../json/to-json-safe.js";
import type { Boundary, Caller, PassedLimit } from "./boundary.js";
import type { SdkGeneration } from "./sdk-signal.js";
import { findPassedLimit, getCallingLimit, readSignal } from "./time-limit.js";

export interface BegunCall {
  readonly args: readonly unknown[];
  /** The context fields of the session. A session may change, or end, while the handler waits. */
  readonly session: object | undefined;
  /** The functions that have called the handler, where its arguments look like a request to call a tool. */
  readonly callers: { readonly stack?: unknown } | undefined;
  /** The signal of the time limit of the boundary that calls this one. */
  readonly outerLimit: PlatformSignal | undefined;
}

export interface Call {
  readonly args: readonly unknown[];
  readonly caller: Caller;
  readonly sdk: SdkGeneration | undefined;
  readonly method: string | undefined;
  readonly signal: unknown;
  /** The time limit of an outer boundary, where it has passed. */
  readonly passedLimit: PassedLimit | undefined;
  readonly context: readonly unknown[];
}

export interface Scope {
  readonly boundary: Boundary;
  readonly call: BegunCall;
}

/** The hook of the process boundary, which alone needs Node's async context: that costs every call a little. */
export const tracking = /* @__PURE__ */ getShared(
  "tracking",
  (): { tracker: (<T>(scope: Scope, run: () => T) => T) | undefined } => ({ tracker: undefined }),
);

/** Reads what a call may no longer show when it fails. Every call begins, so it does no more. Never throws. */
export function beginCall({ compiled, session, caller }: Boundary, args: readonly unknown[]): BegunCall {
  return {
    args,
    session: session === undefined ? undefined : readSession(compiled, session, args),
    callers: caller === undefined && args.length > 1 && isToolCall(args[0]) ? new Error() : undefined,
    outerLimit: getCallingLimit(),
  };
}

export const correlationName = "correlation_id";

function readSession({ contextFields }: CompiledContract, session: unknown, args: readonly unknown[]): object {
  const current = typeof session === "function" ? callSafely(session, args) : session;
  const fields: Record<string, unknown> = {};
  for (const name of [...contextFields, correlationName]) fields[name] = readMember(current, name);
  return fields;
}

const isToolCall = (value: unknown): boolean => isObject(value) && readMember(value, "method") === "tools/call";

export function describeCall(boundary: Boundary, begun: BegunCall): Call {
  const { compiled, tool_name: tool } = boundary;
  const { args, session } = begun;
  const last = args.at(-1);
  const server = findServer(last);
  const isOfServer = boundary.caller === undefined ? server !== undefined : boundary.caller !== "function";
  const method = isOfServer ? findMethod(boundary, begun) : undefined;
  return {
    args,
    caller: boundary.caller ?? (!isOfServer ? "function" : method === undefined ? "tool" : "request"),
    sdk: server?.sdk,
    method,
    signal: readSignal(last),
    passedLimit: findPassedLimit([readSignal(last), begun.outerLimit]),
    context: [
      compiled.tool && { [compiled.tool.name]: (method === "tools/call" ? readCalledTool(args) : undefined) ?? tool },
      session,
    ],
  };
}

function readCalledTool([request]: readonly unknown[]): string | undefined {
  const name = readMember(readMember(request, "params"), "name");
  return typeof name === "string" && name !== "" ? name : undefined;
}

interface ServerKind {
  readonly channels: readonly string[];
  /** The SDK that takes what a tool throws; fastmcp takes it itself. */
  readonly sdk: SdkGeneration | undefined;
}

const sdk2: ServerKind = { channels: ["send", "notify"], sdk: 2 };
const others: readonly ServerKind[] = [
  { channels: ["sendRequest", "sendNotification"], sdk: 1 },
  { channels: ["reportProgress", "streamContent"], sdk: undefined },
];

/** It can speak with the client: that is more than a signal and an id, and nothing that JSON can hold. */
function findServer(value: unknown): ServerKind | undefined {
  if (!isObject(value)) return undefined;
  const request = readMember(value, "mcpReq");
  const [owner, kinds] = request === undefined ? [value, others] : [request, [sdk2]];
  return kinds.find(({ channels }) => hasFunctions(owner, ...channels));
}

function findMethod({ caller }: Boundary, { args, callers }: BegunCall): string | undefined {
  const announced = readMember(readMember(args.at(-1), "mcpReq"), "method");
  const method = readMember(args[0], "method");
  if (caller === "request") return [announced, method].find((name) => typeof name === "string");
  if (caller === "tool" || args.length < 2 || typeof method !== "string") return undefined;
  if ((announced !== undefined && announced !== method) || !hasRequestForm(args[0], method)) return undefined;
  // Of another request nothing is read, so the arguments of a tool may look like one.
  return method !== "tools/call" || isCalledByServer(callers) ? method : undefined;
}

const requestKeys = new Set(["method", "params", "jsonrpc", "id"]);

function hasRequestForm(request: unknown, method: string): boolean {
  const keys = callSafely(Object.keys, [request]) as readonly string[] | undefined;
  return /^(?:\w+\/[\w/]+|ping|initialize)$/u.test(method) && keys?.every((key) => requestKeys.has(key)) === true;
}

/** A module of the SDK, or of another copy of it; what `McpServer` calls, it calls from its own. */
const sdkModule = /[\\/]@modelcontextprotocol[\\/](?:.*[\\/](mcp)[.-])?/u;

/** Returns whether the SDK's `Server` has called: arguments of a tool may look like a request for another tool. */
function isCalledByServer(callers: BegunCall["callers"]): boolean {
  const stack = readMember(callers, "stack");
  if (typeof stack !== "string") return false;
  // What is awaited stands there only where V8 knows it.
  const frames = stack.split("\n").filter((frame) => !/^\s*at async /u.test(frame));
  const nearest = frames.map((frame) => sdkModule.exec(frame)).find((match) => match !== null);
  return nearest !== undefined && nearest[1] === undefined && !/\bexecuteToolHandler\b/u.test(stack);
}

/** Fills fields that are absent, null or the default. Specification 001 section 1: null only before a session. */
export function fillContext(compiled: CompiledContract, envelope: JSONObject, context: readonly unknown[]): JSONObject {
  const filled: Record<string, JSONValue> = {};
  let isChanged = false;
  for (const field of compiled.fields) {
    const own = readAt(envelope, field.parts);
    const found =
      compiled.contextFields.includes(field.name) && isEmpty(compiled, field, own)
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

function isEmpty({ contract }: CompiledContract, field: Field, value: JSONValue | undefined): boolean {
  return value === undefined || value === null || value === contract.context[field.name]?.default;
}
