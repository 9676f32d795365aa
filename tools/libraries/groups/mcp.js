import http from "node:http";

export const packages = { "@modelcontextprotocol/sdk": "1.32.2", "@modelcontextprotocol/client": "2.4.0" };

/** Serves a session whose calls of tools are answered so. */
function createServer(answer) {
  return http.createServer((request, response) => {
    let text = "";
    request.on("data", (data) => (text += data));
    request.on("end", () => {
      const { id, method, params } = text === "" ? {} : JSON.parse(text);
      const send = (status, body) => {
        response.writeHead(status, { "content-type": "application/json", "mcp-session-id": "s" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id, ...body }));
      };
      if (id === undefined) {
        response.writeHead(request.method === "GET" ? 405 : 202).end();
        return;
      }
      const serverInfo = { name: "s", version: "1" };
      const { protocolVersion } = params ?? {};
      if (method === "initialize") send(200, { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
      else answer(send);
    });
  });
}

export async function run({ load, trial, serve, findPort }) {
  const { Client } = await load("@modelcontextprotocol/sdk/client/index.js");
  const { StreamableHTTPClientTransport } = await load("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const { StdioClientTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");
  const second = await load("@modelcontextprotocol/client");
  const dead = `http://127.0.0.1:${await findPort()}/mcp`;
  const info = { name: "c", version: "1" };
  const clients = {
    "@modelcontextprotocol/sdk": [
      Client,
      StreamableHTTPClientTransport,
      (client, options) => client.callTool({ name: "x" }, undefined, options),
    ],
    "@modelcontextprotocol/client": [
      second.Client,
      second.StreamableHTTPClientTransport,
      (client, options) => client.callTool({ name: "x" }, options),
    ],
  };
  for (const [name, [Kind, Transport, call]] of Object.entries(clients)) {
    const connect = async (url) => {
      const client = new Kind(info);
      client.onerror = () => undefined;
      await client.connect(new Transport(new URL(url)));
      return client;
    };
    const callAt = async (answer, options) => {
      const server = createServer(answer);
      await new Promise((done) => server.listen(0, "127.0.0.1", done));
      server.unref();
      try {
        return await call(await connect(`http://127.0.0.1:${server.address().port}/mcp`), options);
      } finally {
        server.closeAllConnections();
        server.close();
      }
    };
    const fail = (code) => (send) => send(200, { error: { code, message: "m" } });
    await trial(name, "a connection that is refused", "UNAVAILABLE", () => connect(dead));
    await trial(name, "the status 401", "UNAUTHENTICATED", async () => connect(await serve(401)));
    await trial(name, "the status 503", "UNAVAILABLE", async () => connect(await serve(503)));
    await trial(name, "a page where JSON should be", "UPSTREAM_FAILED", async () =>
      connect(await serve(200, {}, "<p>")),
    );
    await trial(name, "a session that is lost", "UNAVAILABLE", () =>
      callAt((send) => send(404, { error: { code: -32001, message: "Session not found" } })),
    );
    await trial(name, "the peer has no such method (-32601)", "UPSTREAM_FAILED", () => callAt(fail(-32601)));
    await trial(name, "the peer refuses the input (-32602)", "UPSTREAM_FAILED", () => callAt(fail(-32602)));
    await trial(name, "no answer in time", "TIMEOUT", () => callAt(() => undefined, { timeout: 200 }));
    await trial(name, "an abort", "CANCELLED", () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 100);
      return callAt(() => undefined, { signal: controller.signal });
    });
    await trial(name, "a client that is not connected", "UNAVAILABLE", () => call(new Kind(info)));
  }
  const start = (command, args) =>
    new Client(info).connect(new StdioClientTransport({ command, args, stderr: "ignore" }));
  await trial("@modelcontextprotocol/sdk", "a program that is not installed", "UNAVAILABLE", () =>
    start("nosuchprogram", []),
  );
  await trial("@modelcontextprotocol/sdk", "a program that ends at once", "UNAVAILABLE", () =>
    start("sh", ["-c", "exit 1"]),
  );
}
