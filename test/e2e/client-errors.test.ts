// What the clients of both SDKs throw, each error made by the client itself: a situation, and what detect says of it.
import http from "node:http";
import type { AddressInfo } from "node:net";
import { createDetector, detectError } from "error-contract/detect";
import { kaiza, SystemError } from "error-contract/kaiza";
import { fromUnknown, standard, toolError } from "error-contract/standard";
import { afterAll, describe, expect, it } from "vitest";
import type { Any } from "../kit/sdks.js";
import { isWhole } from "../kit/scope.js";

const clients = new URL("failures/clients.js", import.meta.url).href;
const { loadClient } = (await import(clients)) as { loadClient: (version: string) => Promise<Any> };

/** A client: its version, and the revision of MCP that it speaks. */
interface Peer {
  readonly version: string;
  readonly revision: string;
}
const peers: readonly Peer[] = [
  { version: "1.32", revision: "2025-11-25" },
  { version: "2.4", revision: "2025-11-25" },
  { version: "2.4", revision: "2026-07-28" },
  ...(isWhole ? [{ version: "1.26", revision: "2025-06-18" }] : []),
];

const info = { name: "test", version: "1.0.0" };
const servers: http.Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

type Answer = (status: number, body: unknown, headers?: object) => void;
interface Exchange {
  readonly message: Any;
  readonly answer: Answer;
  readonly request: http.IncomingMessage;
  readonly response: http.ServerResponse;
}
/** How a server answers what comes after the handshake; `before` may answer the handshake itself. */
interface Behaviour {
  readonly on: (exchange: Exchange) => void;
  readonly before?: (exchange: Exchange) => boolean;
}

async function serve({ on, before }: Behaviour): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => (body += part));
    request.on("end", () => {
      const message: Any = body === "" ? {} : JSON.parse(body);
      const answer: Answer = (status, value, headers = {}) => {
        response.writeHead(status, { "content-type": "application/json", ...headers });
        response.end(typeof value === "string" ? value : JSON.stringify(value));
      };
      const exchange = { message, answer, request, response };
      if (before?.(exchange)) return;
      const agree = (result: object) => {
        const capabilities = { tools: {} };
        answer(200, { jsonrpc: "2.0", id: message.id, result: { capabilities, serverInfo: info, ...result } });
      };
      if (request.method !== "POST") answer(405, "");
      else if (message.method === "initialize") agree({ protocolVersion: message.params.protocolVersion });
      else if (message.method === "server/discover")
        agree({ resultType: "complete", supportedVersions: ["2026-07-28"], ttlMs: 1, cacheScope: "public" });
      else if (message.id === undefined) answer(202, "");
      else on(exchange);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

const addressOf = (server: http.Server) => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);

async function createClient({ version, revision }: Peer, options: object = {}): Promise<Any> {
  const { Client } = await loadClient(version);
  const isPinned = revision === "2026-07-28";
  const versions = isPinned
    ? { versionNegotiation: { mode: { pin: revision } } }
    : { supportedProtocolVersions: [revision] };
  const client = new Client(info, { ...(version.startsWith("2") && versions), ...options });
  client.onerror = () => {};
  return client;
}

async function connect(peer: Peer, server: http.Server, options?: object): Promise<Any> {
  const { StreamableHTTPClientTransport } = await loadClient(peer.version);
  const client = await createClient(peer, options);
  await client.connect(new StreamableHTTPClientTransport(addressOf(server)));
  return client;
}

const call = ({ version }: Peer, client: Any, options?: object): Promise<unknown> =>
  client.callTool({ name: "read", arguments: {} }, ...(version.startsWith("2") ? [options] : [undefined, options]));

const mute = (): undefined => undefined;

type Situation = (peer: Peer) => Promise<unknown>;

/** Calls a tool of a server that behaves so. */
const calling =
  (on: Behaviour["on"], options?: (client: Any) => object): Situation =>
  async (peer) => {
    const client = await connect(peer, await serve({ on }));
    return call(peer, client, options?.(client));
  };

const answering = (status: number, body: unknown, headers?: object): Situation =>
  calling(({ answer }) => answer(status, body, headers));

/** Answers with an error of JSON-RPC; a transport that refuses a request has no id for it. */
const failing = (status: number, error: object, id?: null): Situation =>
  calling(({ message, answer }) => answer(status, { jsonrpc: "2.0", id: id === null ? id : message.id, error }));

const connecting =
  (before: NonNullable<Behaviour["before"]>): Situation =>
  async (peer) =>
    connect(peer, await serve({ on: mute, before }));

/** A server that is gone when the client asks. */
const refusing =
  (isConnected: boolean): Situation =>
  async (peer) => {
    const server = await serve({ on: mute });
    const close = () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    };
    const client = isConnected ? await connect(peer, server) : undefined;
    const address = addressOf(server);
    await close();
    if (client) return call(peer, client);
    const { StreamableHTTPClientTransport } = await loadClient(peer.version);
    return (await createClient(peer)).connect(new StreamableHTTPClientTransport(address));
  };

const aborting = (reason?: unknown): Situation =>
  calling(
    () => undefined,
    () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 20);
      return { signal: controller.signal };
    },
  );

const outputSchema = { type: "object", properties: { size: { type: "number" } }, required: ["size"] };
const complete = { resultType: "complete", ttlMs: 1, cacheScope: "public" };
/** Calls a tool whose output schema the client knows. */
const returning =
  (result: object): Situation =>
  async (peer) => {
    const tools = [{ name: "read", inputSchema: { type: "object" }, outputSchema }];
    const on = ({ message, answer }: Exchange) => {
      const given = message.method === "tools/list" ? { tools } : { content: [], ...result };
      answer(200, { jsonrpc: "2.0", id: message.id, result: { ...complete, ...given } });
    };
    const client = await connect(peer, await serve({ on }));
    await client.listTools();
    return call(peer, client);
  };

const starting =
  (command: string, args: readonly string[]): Situation =>
  async (peer) => {
    const { StdioClientTransport } = await loadClient(peer.version);
    return (await createClient(peer)).connect(new StdioClientTransport({ command, args }));
  };

/** Calls over the transport of earlier revisions, whose answers come on a stream of events; the call is refused so. */
const callingBySSE =
  (status: number, body: object): Situation =>
  async ({ version }) => {
    let stream: http.ServerResponse | undefined;
    const before = ({ message, answer, request, response }: Exchange): boolean => {
      const send = (event: string, data: string) => stream!.write(`event: ${event}\ndata: ${data}\n\n`);
      if (request.method === "GET") {
        stream = response.writeHead(200, { "content-type": "text/event-stream" });
        send("endpoint", "/mcp");
      } else if (message.method === "tools/call") answer(status, body);
      else {
        answer(202, "");
        const { protocolVersion } = message.params ?? {};
        const result = { protocolVersion, capabilities: { tools: {} }, serverInfo: info };
        if (message.id !== undefined) send("message", JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
      }
      return true;
    };
    const { SSEClientTransport } = await loadClient(version);
    const peer = { version, revision: "2025-06-18" };
    const client = await createClient(peer);
    await client.connect(new SSEClientTransport(addressOf(await serve({ on: mute, before }))));
    return call(peer, client);
  };

/** Writes without end that the work goes on. */
function report({ message, response }: Exchange): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const params = { progressToken: message.params._meta?.progressToken as unknown, progress: 1 };
  const data = JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params });
  setInterval(() => response.write(`event: message\ndata: ${data}\n\n`), 10).unref();
}

const envelope = toolError("CONFLICT", "The note has changed").toEnvelope();
const refused = toolError("INVALID_INPUT", "No path").toEnvelope();
const ofKaiza = SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "There is no plan" }).toEnvelope();
const capabilities = { requiredCapabilities: { elicitation: {} } };
const elicitations = [{ mode: "url", url: "https://example.org", elicitationId: "1", message: "Sign in" }];

const silent = (options: (client: Any) => object): Situation => calling(mute, options);
const reset = ({ request }: Exchange) => request.socket.resetAndDestroy();
const connectingWith = (status: number, body: string): Situation =>
  connecting(({ answer }) => (answer(status, body), true));
const unknownMethod = { code: -32601, message: "Method not found" };
const lacking = { code: -32021, message: "Missing required client capability", data: capabilities };
const carrying = (status: number, data: object, code = -32603) => failing(status, { code, message: "x", data });

interface Group {
  readonly condition: string;
  /** Where the condition does not say so. */
  readonly more?: object;
  /** The code that `fromUnknown` gives it, where that is not the one of the condition. */
  readonly converted?: string;
  readonly situations: Readonly<Record<string, Situation>>;
}

const groups: readonly Group[] = [
  {
    condition: "unavailable",
    situations: {
      "a server that is gone": refusing(true),
      "no server at all": refusing(false),
      "a connection that is reset": calling(reset),
      "a connection that is reset in the handshake": connecting((exchange) => (reset(exchange), true)),
      "an answer that is cut": calling(({ request, response }) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": 1000 });
        response.write("{");
        setTimeout(() => request.socket.destroy(), 10);
      }),
      "a server that is down": answering(503, "later"),
      "a server that is down in the handshake": connectingWith(503, "later"),
      "a client that is not connected": async (peer) => call(peer, await createClient(peer)),
      "a client that is closed": silent((client) => (setTimeout(() => client.close(), 10), {})),
      "a program that ends at once": starting(process.execPath, ["-e", "process.exit(1)"]),
      "a program that is not there": starting("no-such-program", []),
    },
  },
  {
    condition: "unavailable",
    more: { retryable: true, recovery: "Connect again and repeat the call." },
    situations: {
      "a session that the server has forgotten": failing(404, { code: -32001, message: "Session not found" }, null),
      "no session": failing(400, { code: -32000, message: "Bad Request: No valid session ID provided" }, null),
      "no header of a session": failing(
        400,
        { code: -32000, message: "Bad Request: Mcp-Session-Id header is required" },
        null,
      ),
      "a session that has not begun": failing(400, { code: -32000, message: "Server not initialized" }, null),
      "a session that the server has forgotten, over SSE": callingBySSE(404, {
        ...{ jsonrpc: "2.0", id: null, error: { code: -32001, message: "Session not found" } },
      }),
      "a session, in the words of Python": failing(404, { code: -32600, message: "Session not found" }, null),
    },
  },
  {
    condition: "cancelled",
    more: { retryable: false },
    situations: {
      "a call that its caller stops": aborting(),
      "a call that its caller stops, with words": aborting("The user has left"),
      "a call that its caller stops, with an error": aborting(new Error("The user has left")),
      "a call that was stopped before": silent(() => ({ signal: AbortSignal.abort() })),
    },
  },
  {
    condition: "timeout",
    situations: {
      "a call that takes too long": silent(() => ({ timeout: 20 })),
      "a call that takes too long in all": calling(report, () => ({
        ...{ timeout: 1000, maxTotalTimeout: 30, resetTimeoutOnProgress: true, onprogress: mute },
      })),
      "a signal with a time limit": silent(() => ({ signal: AbortSignal.timeout(20) })),
    },
  },
  {
    condition: "internal",
    situations: {
      "a result that does not fit the output schema": returning({ structuredContent: { size: "x" } }),
      "a result without the output": returning({}),
      "a server that fails": answering(500, "boom"),
    },
  },
  {
    condition: "unauthenticated",
    situations: {
      "no token": answering(401, { error: "invalid_token" }),
      "no token in the handshake": connectingWith(401, "no"),
      "an address to visit": failing(200, { code: -32042, message: "URL elicitation", data: { elicitations } }),
    },
  },
  { condition: "permission_denied", situations: { "too few rights": answering(403, { error: "insufficient_scope" }) } },
  { condition: "rate_limited", situations: { "too many requests": answering(429, "slow") } },
  {
    condition: "not_found",
    situations: {
      "a wrong address": answering(404, "Not Found"),
      "a resource that is not there": failing(200, { code: -32002, message: "Not found", data: { uri: "a://b" } }),
    },
  },
  {
    condition: "unknown_operation",
    situations: {
      "an unknown method": failing(200, unknownMethod),
      "an unknown method, with a status": failing(404, unknownMethod),
      "a capability that the server has not": async (peer) => {
        const client = await connect(peer, await serve({ on: mute }), { enforceStrictCapabilities: true });
        return client.listPrompts().then(() => client.getPrompt({ name: "x" }));
      },
    },
  },
  {
    condition: "invalid_input",
    situations: {
      "wrong input": failing(200, { code: -32602, message: "Unknown tool: read" }),
      "wrong input, with a status": failing(400, { code: -32602, message: "Invalid params" }),
    },
  },
  {
    condition: "conflict",
    converted: "UPSTREAM_FAILED",
    situations: {
      "a capability that the client lacks": failing(200, lacking),
      "a capability that the client lacks, with a status": failing(400, lacking),
    },
  },
  {
    condition: "upstream_failed",
    situations: { "a page in place of an answer": answering(200, "<html>", { "content-type": "text/html" }) },
  },
  {
    condition: "conflict",
    more: { contract: "standard", code: "CONFLICT", envelope },
    converted: "CONFLICT",
    situations: {
      "an envelope as the body": answering(409, envelope),
      "an envelope as the body, over SSE": callingBySSE(409, envelope),
      "an envelope in the data": carrying(200, envelope),
      "an envelope in the data, with 500": carrying(500, envelope),
      "an envelope in the data, with 400": carrying(400, envelope, -32602),
      "an envelope beside what an SDK says": carrying(200, { uri: "a:", reason: "invalid_uri", ...envelope }, -32602),
    },
  },
  {
    condition: "invalid_input",
    more: { code: "INVALID_INPUT", envelope: refused },
    situations: { "an envelope of what the server says of the request": carrying(200, refused, -32602) },
  },
  {
    condition: "not_found",
    more: { contract: "kaiza", code: "FILE_NOT_FOUND" },
    situations: { "an envelope of another contract": carrying(200, ofKaiza) },
  },
];

const rows = groups.flatMap(({ situations, ...group }) =>
  Object.entries(situations).map(([situation, fail]) => ({ situation, fail, ...group })),
);

/** What a server says of the request that it was sent: for the own caller it is a failure of that server. */
const ofRequest = new Set(["invalid_input", "unknown_operation", "internal"]);

const codeOf = (condition: string) => {
  const own = ofRequest.has(condition) ? "upstream_failed" : condition;
  return Object.entries(standard.codes).find(([, entry]) => entry.condition === own)?.[0];
};

/** Has no tables but those of its contracts. */
const detect = createDetector([standard, kaiza]);

describe.each(peers)("a client of SDK $version, with MCP $revision", (peer) => {
  it.each(rows)("$situation", async ({ fail, condition, more, converted = codeOf(condition) }) => {
    const error: unknown = await fail(peer).then(
      (value) => expect.fail(`answered ${JSON.stringify(value)}`),
      (thrown: unknown) => thrown,
    );
    expect(detectError(error)).toMatchObject({ condition, ...more });
    expect(detect(error)).toMatchObject({ condition, ...more });
    // Both read one and the same error in one way.
    expect(fromUnknown(error).code).toBe(converted);
  });
});
