// What MCP's clients throw, in SDK 1.x (1.32) and 2.x (2.4): also a detector loads it, which has no other rows.
import type { Condition } from "../contract/condition-statuses.js";
import { findConditionOfStatus } from "../http/status.js";
import { callSafely, isObject, listCauses, parseJSON, readMember } from "../json/read.js";

/** With one meaning for every sender: what the MCP SDK throws as `McpError`, and answers by itself. */
export const conditionsByProtocolCode: ReadonlyMap<unknown, Condition> = /* @__PURE__ */ new Map<unknown, Condition>([
  [-32700, "invalid_input"],
  [-32600, "invalid_input"],
  [-32601, "unknown_operation"],
  [-32602, "invalid_input"],
]);

/**
 * What a client says itself, by code and text together: SDK 1.x gives it codes that servers use for something else, or
 * none, and both SDKs refuse a result under the codes for a wrong request.
 */
const sentences: readonly (readonly [sentence: RegExp, condition: Condition])[] = [
  [
    /^(?:undefined Not connected$|-32000 Connection closed$|CONNECTION_CLOSED |NOT_CONNECTED |SEND_FAILED )/,
    "unavailable",
  ],
  [/^ERA_NEGOTIATION_FAILED .*closed/, "unavailable"],
  [/^(?:-32001|REQUEST_TIMEOUT) (?:TimeoutError: |Request timed out$)/, "timeout"],
  [
    /^(?:undefined Server does not support .+ \(required for |(?:CAPABILITY|METHOD)_NOT_SUPPORTED)/,
    "unknown_operation",
  ],
  [/^-326(?:00|02) (?:Structured content does not match|Failed to validate structured)/, "internal"],
  [/^-326(?:00|02) Tool .+ has an (?:invalid outputS|output schema but)/, "internal"],
  [/^(?:INVALID_RESULT |UNSUPPORTED_RESULT)/, "internal"],
  [/^(?:-1 .*|CLIENT\w+ )Unexpected content type: /, "upstream_failed"],
];

function findConditionOfConnection(code: Code, message: string): Condition | undefined {
  const said = `${code} ${message}`;
  return sentences.find(([sentence]) => sentence.test(said))?.[1];
}

type Code = string | number | undefined;

/** What a client says of a failure: the condition, and where that says something else, whether and how to go on. */
interface ClientFailure {
  readonly condition: Condition;
  readonly retryable?: boolean;
  readonly recovery?: string;
}

export interface ClientError {
  readonly code: Code;
  /** The message without the SDK's prefix. */
  readonly text: string;
  /** What the client itself, or the transport, says; `undefined` where the error tells what a server has answered. */
  readonly failure: ClientFailure | undefined;
  /** The JSON-RPC error in the body of a failed HTTP answer. */
  readonly sent: object | undefined;
}

/** What the transports of both SDKs put before the body of a failed answer; that for SSE writes the status. */
const answered = /^(?:Streamable HTTP error: )?Error POSTing to endpoint(?: \(HTTP (\d{3})\))?: /;

/** Returns the body that stands behind the words of a transport, and any other text as it is. */
export const withoutTransport = (text: string): string => text.replace(answered, "");

export function readClientError(error: object): ClientError {
  const own = readMember(error, "code");
  const { code: written, text } = withoutPrefix(readText(error, "message"));
  const code = typeof own === "string" || Number.isFinite(own) ? (own as Code) : written;
  const [words = "", status] = answered.exec(text) ?? [];
  const response = text[words.length] === "{" && words ? parseJSON(text.slice(words.length)) : undefined;
  const body = readText(response, "jsonrpc") === "2.0" ? readMember(response, "error") : undefined;
  const sent = isObject(body) ? body : undefined;
  const told = findConditionOfConnection(code, text);
  const failure = told
    ? { condition: told }
    : (findEnd(error, code, text) ??
      (sent && findFailureOfAnswer(status ?? readMember(error, "status") ?? code, sent)));
  // Only the text has the status with which the transport for SSE was answered.
  const condition = failure ? undefined : findConditionOfStatus(Number(status));
  return { code, text, failure: failure ?? (condition && { condition }), sent };
}

/** An empty text where there is none. */
function readText(owner: unknown, name: string): string {
  const text = readMember(owner, name);
  return typeof text === "string" ? text : "";
}

/** A call that the client itself has ended. An abort has the code of a time limit, and its reason as the text. */
function findEnd(error: object, code: Code, text: string): ClientFailure | undefined {
  const [name, data] = [readMember(error, "name"), readMember(error, "data")];
  const limit = readMember(data, "timeout") ?? readMember(data, "maxTotalTimeout");
  const isLimit = code === -32001 || code === "REQUEST_TIMEOUT";
  if (name === "TimeoutError" || (isLimit && typeof limit === "number")) return { condition: "timeout" };
  const isAborted =
    isLimit &&
    data === undefined &&
    // A server may send that number, too; Node's stack shows where an abort has made the error.
    (code !== -32001 ||
      text.startsWith("AbortError: ") ||
      /\bAbort(?:Signal|Controller)\b/.test(readText(error, "stack")));
  // Whoever has stopped a call does not want it repeated.
  return name === "AbortError" || isAborted ? { condition: "cancelled", retryable: false } : undefined;
}

/** The transports send errors of the protocol with these statuses; each other status says more. */
function findFailureOfAnswer(status: unknown, sent: object): ClientFailure | undefined {
  if (![400, 404, 500].includes(Number(status))) return undefined;
  const code = readMember(sent, "code") as Code;
  const message = readText(sent, "message");
  const isOfTransport = code === -32000 || code === -32600;
  if (Number(status) < 500 && (code === -32001 || (isOfTransport && /\bsession\b|not initialized/i.test(message))))
    return { condition: "unavailable", recovery: "Connect again, then repeat the call." };
  const condition = findConditionOfProtocol(code, message, readMember(sent, "data"));
  return condition && { condition };
}

/** What `fetch` says in Node, Chrome, Safari and Firefox. */
const ofFetch = /^ (?:fetch failed|terminated|Failed to fetch|Load failed|NetworkError when )/;
/** The codes of Node and undici for a connection that fails, and for a program that could not be started. */
const lost = /^(?:ECONNRE|EPIPE|ENOTFOUND|EAI_|EHOST|ENET|UND_ERR_SOCKET|ENOENT spawn )/;

/** By the codes of an error and its causes, as `fetch`, or a client that negotiates its version, has them. */
export function findConditionOfCauses(error: object): Condition | undefined {
  let isLost = false;
  for (const link of listCauses(error)) {
    const code = readText(link, "code");
    if (/^ETIMEDOUT$|^UND_ERR_.*TIMEOUT$/.test(code)) return "timeout";
    // The code of a cause says more, such as that of a certificate.
    const said = `${code} ${readText(link, "message")}`;
    isLost = lost.test(said) || ofFetch.test(said) || (isLost && !code);
  }
  return isLost ? "unavailable" : undefined;
}

export function findConditionOfProtocol(code: Code, message: string, data?: unknown): Condition | undefined {
  // The user has to visit an address first; the client lacks what the server would ask it for.
  if (code === -32042 && isObject(readMember(data, "elicitations"))) return "unauthenticated";
  if (code === -32021 && isObject(readMember(data, "requiredCapabilities"))) return "conflict";
  return (
    findConditionOfConnection(code, message) ?? (code === -32603 ? "internal" : conditionsByProtocolCode.get(code))
  );
}

/** -32002 is an earlier code. Under -32602 the data has the address and nothing else: others have that code too. */
export function isMissingResource(error: unknown): boolean {
  const [code, data] = [readMember(error, "code"), readMember(error, "data")];
  if (typeof readMember(data, "uri") !== "string") return false;
  return code === -32002 || (code === -32602 && readMember(callSafely(Object.keys, [data]), "length") === 1);
}

/** Returns a message without the prefix that SDK 1.x adds, once on each side, and the code of that prefix. */
export function withoutPrefix(message: string): { readonly code: number | undefined; readonly text: string } {
  const match = /^(?:MCP error (-?\d{1,15}): )+/.exec(message);
  return match ? { code: Number(match[1]), text: message.slice(match[0].length) } : { code: undefined, text: message };
}
