#!/usr/bin/env bash
# A client cancels a running call (by its signal, by a timeout, by close()) of a server behind createMcpHandler; the
# tool looks at its signal when it ends.
# Versions: @modelcontextprotocol/server and /client 2.4.0, zod 4.6.7.
# Expected by most: the tool's signal is aborted for every client; serving both revisions from one factory is what the
# function is for.
# What happens: with a client of 2026-07-28 it is. With one of 2025-11-25 each request has a server of its own,
# notifications/cancelled arrives at another one, and the signal stays quiet until the tool has ended; only close()
# aborts it. The client is told "timed out" at once in both cases.
# Seen on 2026-11-28: see the table below.
# What follows: cancelled work of older clients runs to its end, and its writes happen; serve them by a transport with
# sessions where a tool is long or costly, and test cancellation in both revisions.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @modelcontextprotocol/server@2.4.0 \
  @modelcontextprotocol/client@2.4.0 zod@4.6.7 >/dev/null

cat >program.mjs <<'END'
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';

const info = { name: 'rows', version: '1.0.0' };
let ended;
function createServer() {
  const server = new McpServer(info);
  server.registerTool('slow', {}, async ({ mcpReq }) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    ended(mcpReq.signal.aborted ? 'the tool knew' : 'the tool did not know');
    return { content: [] };
  });
  return server;
}
async function connectHandler(versions) {
  const handler = createMcpHandler(createServer);
  const client = new Client(info, versions);
  const fetch = (url, options) => handler.fetch(new Request(url, options));
  await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch }));
  return client;
}
async function connectInMemory() {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client(info);
  await Promise.all([createServer().connect(near), client.connect(far)]);
  return client;
}
const ways = {
  'in memory': connectInMemory,
  'createMcpHandler, 2025-11-25': () => connectHandler({ supportedProtocolVersions: ['2025-11-25'] }),
  'createMcpHandler, 2026-07-28': () => connectHandler({ versionNegotiation: { mode: { pin: '2026-07-28' } } }),
};
for (const [way, connect] of Object.entries(ways)) {
  for (const cause of ['signal', 'timeout', 'close']) {
    const client = await connect();
    const known = new Promise((resolve) => {
      ended = resolve;
    });
    const controller = new AbortController();
    const options = { signal: controller.signal, ...(cause === 'timeout' && { timeout: 100 }) };
    const told = client.callTool({ name: 'slow', arguments: {} }, options).then(
      () => 'success',
      (error) => error.code,
    );
    if (cause === 'signal') setTimeout(() => controller.abort(), 100);
    if (cause === 'close') setTimeout(() => client.close(), 100);
    console.log(`${way}, ${cause}: the client is told ${await told}, ${await known}`);
    await client.close();
  }
}
process.exit();
END

cat >expected.txt <<'END'
in memory, signal: the client is told REQUEST_TIMEOUT, the tool knew
in memory, timeout: the client is told REQUEST_TIMEOUT, the tool knew
in memory, close: the client is told CONNECTION_CLOSED, the tool knew
createMcpHandler, 2025-11-25, signal: the client is told REQUEST_TIMEOUT, the tool did not know
createMcpHandler, 2025-11-25, timeout: the client is told REQUEST_TIMEOUT, the tool did not know
createMcpHandler, 2025-11-25, close: the client is told CONNECTION_CLOSED, the tool knew
createMcpHandler, 2026-07-28, signal: the client is told REQUEST_TIMEOUT, the tool knew
createMcpHandler, 2026-07-28, timeout: the client is told REQUEST_TIMEOUT, the tool knew
createMcpHandler, 2026-07-28, close: the client is told CONNECTION_CLOSED, the tool knew
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: a tool behind createMcpHandler does not learn that a client of 2025-11-25 cancelled or gave up'
