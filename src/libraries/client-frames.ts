// What programs above the SDKs make of a failure: sentences around a server's own, and errors of their own classes.
import { isError, isObject, parseJSON, readMember } from "../json/read.js";
import { readText, withoutPrefix } from "./mcp-clients.js";

/** What was within a frame: a tool's failing result, or an error as a client of the SDKs has it, but for its class. */
export type Unframed = { readonly result: object } | { readonly error: FramedError };

interface FramedError {
  readonly name?: string;
  readonly message: string;
  readonly code?: unknown;
  readonly data?: unknown;
  readonly status?: unknown;
  readonly cause?: unknown;
}

/**
 * Reads what LangChain's adapters (1.1), the client of the AI SDK (2.0) and fastmcp (4.20) put around a failure.
 * `undefined` where a value is none of theirs. Never throws.
 */
export function readFrame(value: unknown): Unframed | undefined {
  if (!isObject(value)) return undefined;
  if (readMember(value, "isError") === true) return readResult(value);
  if (!isError(value)) return undefined;
  const name = readMember(value, "name");
  const message = readText(value, "message");
  if (name === "ToolException") return readToolException(message);
  if (name === "MCPClientError") return readClientOfAI(value, message);
  const text = withoutPrefix(message).text;
  const load = /^Failed to load (?:prompt '[^']*'|resource '[^']*' \([^)]*\)): (?=\{)/.exec(text);
  const [code, data] = [readMember(value, "code"), readMember(value, "data")];
  return load ? { error: { message: text.slice(load[0].length), code, data } } : undefined;
}

/** Of a tool that throws, fastmcp keeps the message. */
function readResult(result: object): Unframed | undefined {
  const text = readText(readMember(readMember(result, "content"), "0"), "text");
  const frame = /^Tool '[^']*' execution failed: (?=\{)/.exec(text);
  return frame ? { result: { ...result, content: toContent(text.slice(frame[0].length)) } } : undefined;
}

const toContent = (...texts: readonly string[]): readonly object[] => texts.map((text) => ({ type: "text", text }));

/** The adapters of LangChain join the texts of a failing result by line ends, and keep the words of an error. */
function readToolException(message: string): Unframed | undefined {
  const returned = /^MCP tool '[^']*' on server '[^']*' returned an error: /.exec(message)?.[0];
  if (returned !== undefined) {
    const text = message.slice(returned.length);
    const [first = ""] = text.split("\n", 1);
    const texts = isObject(parseJSON(first)) ? [first, text.slice(first.length + 1)] : [text];
    return { result: { isError: true, content: toContent(...texts.filter((each) => each !== "")) } };
  }
  const called = /^Error calling tool \S+: (?:(\w*Error|\w*Exception): )?/.exec(message);
  if (!called) return undefined;
  const [{ length }, name = "Error"] = called;
  const said = message.slice(length);
  if (said === "fetch failed") return { error: { code: "SEND_FAILED", message: said } };
  // Of an answer of HTTP there is only the body; transports send errors of JSON-RPC with this status.
  const status = said.includes('Error POSTing to endpoint: {"jsonrpc"') ? 400 : undefined;
  return { error: { name, message: said, code: withoutPrefix(said).code, status } };
}

/** Sentences of the AI SDK's client, and how SDK 2.x says the same. */
const sentences: readonly (readonly [sentence: RegExp, code: string, message: string])[] = [
  [/^(?:Request|MCP client initialization) timed out after /, "REQUEST_TIMEOUT", "Request timed out"],
  [/^Failed to parse server response/, "INVALID_RESULT", "Invalid result"],
  [/^Server does not support /, "METHOD_NOT_SUPPORTED", "Server does not support this"],
  [/(?:^|: )(?:Connection closed|Not connected)/, "CONNECTION_CLOSED", "Connection closed"],
  [/: Unexpected content type: /, "CLIENT_HTTP_UNEXPECTED_CONTENT", "Unexpected content type"],
];

const expired = { jsonrpc: "2.0", error: { code: -32001, message: "Session not found" } };

function readClientOfAI(error: Error, message: string): Unframed {
  const [code, data, cause] = ["code", "data", "cause"].map((member) => readMember(error, member));
  // The client tries again, and keeps its last failure.
  const last = message.startsWith("Failed after ") ? readFrame(cause) : undefined;
  if (last) return last;
  const said = sentences.find(([sentence]) => sentence.test(message));
  if (said) return { error: { code: said[1], message: said[2], cause } };
  if (message === "Request was aborted")
    return { error: { name: readText(cause, "name") === "TimeoutError" ? "TimeoutError" : "AbortError", message } };
  const status = readMember(error, "statusCode");
  if (typeof status !== "number") return { error: { message, code, data, cause } };
  const isExpired = message.includes(". The MCP session expired.");
  const body = isExpired ? JSON.stringify(expired) : readText(error, "responseBody");
  return { error: { message: `Error POSTing to endpoint (HTTP ${status}): ${body}`, status } };
}
