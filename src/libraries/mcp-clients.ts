// What MCP's clients throw, in SDK 1.x (1.32) and 2.x (2.4): also a detector loads it, which has no other rows.
import type { Condition } from "../contract/condition-statuses.js";
import { findConditionOfStatus } from "../http/status.js";
import type { JSONValue } from "../json/json-value.js";
import { callSafely, isObject, isRecord, listCauses, parseJSON, readMember, writePlainJSON } from "../json/read.js";

/**
 * What a client says itself, by code and text together: SDK 1.x gives it codes that servers use for something else, or
 * none, and both SDKs refuse a result under the codes for a wrong request.
 */
const sentences: readonly Row[] = [
  [/^(?:undefined Not connected$|-32000 Connection closed|CONNECTION_CLOSED|NOT_CONNECTED|SEND_FAILED)/, "unavailable"],
  [/^ERA_.*closed/, "unavailable"],
  [/^(?:-32001|REQUEST_TIMEOUT) (?:TimeoutError: |Request timed out$)/, "timeout"],
  [/^(?:undefined Server does not support .+ \(required|(?:CAPABILITY|METHOD)_NOT_SUPPORTED)/, "unknown_operation"],
  [/^-3260[02] (?:Structured content does|Failed to valid|Tool .+ has an .*output ?schema)/i, "internal"],
  [/^(?:INVALID|UNSUPPORTED)_RESULT/, "internal"],
  [/^\S+ .{0,23}Unexpected content type/, "upstream_failed"],
];

function findSaid(rows: readonly Row[], code: Code, message: string): Condition | undefined {
  // A sentence of an SDK is short; a message may be an answer.
  const said = `${code} ${message.slice(0, 200)}`;
  return rows.find(([sentence]) => sentence.test(said))?.[1];
}

type Code = string | number | undefined;

/** A code and a message, with a space between, and what they mean. */
type Row = readonly [sentence: RegExp, condition: Condition];

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

/** What the SDKs put before a text: that of Python on the server, the transports of the others before an HTTP body. */
const wrapper =
  /^(?:Error executing tool \S+|(?:Streamable HTTP error: )?Error POSTing to endpoint(?: \(HTTP (\d+)\))?): /;

/** Returns the text that an SDK has put words before, and any other as it is. */
export const withoutWrapper = (text: string): string => text.replace(wrapper, "");

export function readClientError(error: object): ClientError {
  const own = readMember(error, "code");
  const { code: written, text } = withoutPrefix(readText(error, "message"));
  const code = typeof own === "string" || Number.isFinite(own) ? (own as Code) : written;
  const [words = "", status] = wrapper.exec(text) ?? [];
  const response = words && text[words.length] === "{" && parseJSON(text.slice(words.length));
  const body = readText(response, "jsonrpc") === "2.0" ? readMember(response, "error") : undefined;
  const sent = isObject(body) ? body : undefined;
  const told = findSaid(sentences, code, text);
  const failure = told
    ? { condition: told }
    : (findEnd(error, code, text) ??
      (sent && findFailureOfAnswer(status ?? readMember(error, "status") ?? code, sent)));
  // Only the text has the status with which the transport for SSE was answered.
  const condition = failure ? undefined : findConditionOfStatus(Number(status));
  return { code, text, failure: failure ?? (condition && { condition }), sent };
}

/** An empty text where there is none. */
export function readText(owner: unknown, name: string): string {
  const text = readMember(owner, name);
  return typeof text === "string" ? text : "";
}

/** A call that the client itself has ended. An abort has the code of a time limit, and its reason as the text. */
function findEnd(error: object, code: Code, text: string): ClientFailure | undefined {
  const [name, data] = [readMember(error, "name"), readMember(error, "data")];
  const limit = readMember(data, "timeout") ?? readMember(data, "maxTotalTimeout");
  const isLimit = code === -32001 || code === "REQUEST_TIMEOUT";
  // An abort by a time limit may say so in its cause alone.
  const why = name === "AbortError" ? readMember(readMember(error, "cause"), "name") : name;
  if (why === "TimeoutError" || (isLimit && limit)) return { condition: "timeout" };
  const isAborted =
    isLimit &&
    !data &&
    // A server may send that number, too; Node's stack shows where an abort has made the error.
    (code !== -32001 || text.startsWith("AbortError: ") || /\bAbort[CS]/.test(readText(error, "stack")));
  // Whoever has stopped a call does not want it repeated.
  return name === "AbortError" || isAborted ? { condition: "cancelled", retryable: false } : undefined;
}

/** The transports send errors of the protocol with these statuses; each other status says more. */
function findFailureOfAnswer(status: unknown, sent: object): ClientFailure | undefined {
  if (![400, 404, 500].includes(Number(status))) return undefined;
  const code = readMember(sent, "code") as Code;
  const message = readText(sent, "message");
  if (code === -32001 || /session|not init/i.test(message))
    return { condition: "unavailable", recovery: "Connect again and repeat the call." };
  const condition = findConditionOfProtocol(code, message);
  return condition && { condition };
}

/** What Node and undici say of a connection that fails, or a program that is not there, and what `fetch` says. */
const losses: readonly Row[] = [
  [/^(?:ECONNRE|EPIPE|ENOTFOUND|EAI_|EHOST|ENET|UND_ERR_SOCKET|ENOENT spawn )/, "unavailable"],
  [/^(?: |ERA_.*)(?:fetch failed|terminated|Failed to fetch|Load failed|NetworkError )/, "unavailable"],
  [/^(?:ETIMEDOUT|UND_ERR_.*TIMEOUT) /, "timeout"],
];

/** By the innermost error that has a code, such as that of a certificate: `fetch` and a negotiation wrap it. */
export function findConditionOfCauses(error: object): Condition | undefined {
  const cause = listCauses(error).findLast((link) => readText(link, "code")) ?? error;
  return findSaid(losses, readText(cause, "code"), readText(cause, "message"));
}

/** What the codes of JSON-RPC and MCP mean for every sender. */
const protocol: readonly Row[] = [
  [/^-32(?:700|60[02]) /, "invalid_input"],
  [/^-32601 /, "unknown_operation"],
  [/^-32603 /, "internal"],
  // The client lacks what the server would ask it for; the user has to visit an address first.
  [/^-32021 /, "conflict"],
  [/^-32042 /, "unauthenticated"],
];

export const findConditionOfProtocol = (code: Code, message: string): Condition | undefined =>
  findSaid(sentences, code, message) ?? findSaid(protocol, code, message);

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

/** Lists the data, and without what an SDK puts beside an envelope: the address of a resource, and what is wrong. */
export function listData(data: unknown): readonly unknown[] {
  const isOfSdk = typeof (readMember(data, "uri") ?? readMember(data, "reason")) === "string";
  const copy = isOfSdk ? copyJSON(data) : undefined;
  if (!isRecord(copy)) return [data];
  const { uri: _, reason: __, ...others } = copy;
  return [data, others];
}

export function copyJSON(value: unknown): JSONValue | undefined {
  const text = writePlainJSON(value);
  return text === undefined ? undefined : (JSON.parse(text) as JSONValue);
}
