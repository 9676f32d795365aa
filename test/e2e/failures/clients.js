// Clients of each SDK, for each revision of MCP.
import { fileURLToPath } from "node:url";

const server = fileURLToPath(new URL("server.js", import.meta.url));
const info = { name: "test", version: "1.0.0" };
const packages = { 1.26: "sdk-1.26", 1.32: "@modelcontextprotocol/sdk" };

export async function loadClient(version) {
  if (version === "2.4") {
    const [client, stdio] = await Promise.all([
      import("@modelcontextprotocol/client"),
      import("@modelcontextprotocol/client/stdio"),
    ]);
    return { ...client, ...stdio };
  }
  const load = (path) => import(`${packages[version]}/client/${path}.js`);
  const parts = await Promise.all(["index", "stdio", "streamableHttp", "sse"].map(load));
  return Object.assign({}, ...parts);
}

/** Connects a client over stdio, or over HTTP where there is an address. */
export async function connectClient({ version, revision, contract, kind }, url) {
  const { Client, StdioClientTransport, StreamableHTTPClientTransport } = await loadClient(version);
  const transport = url
    ? new StreamableHTTPClientTransport(url)
    : new StdioClientTransport({
        command: process.execPath,
        args: [server, version, contract, kind],
        stderr: "inherit",
      });
  if (version !== "2.4") return connect1(new Client(info), transport, revision);
  const isModern = revision === "2026-07-28";
  const options = isModern
    ? { versionNegotiation: { mode: { pin: revision } } }
    : { supportedProtocolVersions: [revision] };
  const client = new Client(info, options);
  await client.connect(transport);
  return client;
}

/** A client of SDK 1.x asks for the latest revision that it knows. */
async function connect1(client, transport, revision) {
  const send = transport.send.bind(transport);
  transport.send = (message, ...rest) => {
    if (message.method === "initialize") message.params.protocolVersion = revision;
    return send(message, ...rest);
  };
  await client.connect(transport);
  return client;
}
