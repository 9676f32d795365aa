#!/usr/bin/env bash
# A client speaks through a bridge to a server over HTTP that is stopped after the first call, and calls again; another
# client of the same server has no bridge. Neither waits.
# Versions: mcp-remote 0.15.1, @modelcontextprotocol/sdk 1.32.2, on loopback.
# Expected by most: a connection that is refused is no answer in time, nor a request that a server may have got: an
# internal error, or "Connection closed".
# What happens: the bridge answers -32001, which is RequestTimeout in the SDK's own table of codes, with "fetch failed"
# and without the system's ECONNREFUSED. A client without the bridge gets a TypeError with no code.
# Seen on 2026-11-29: see the table below.
# What follows: `code === ErrorCode.RequestTimeout` is true at once, and says "it may have run" of a call that nobody
# received. The words behind "mcp-remote:" alone tell a timeout from a server that is down.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts mcp-remote@0.15.1 \
  @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null

cat >program.mjs <<'END'
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';

const open = new Map();
const web = createServer(async (request, response) => {
  let transport = open.get(request.headers['mcp-session-id']);
  if (!transport) {
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => open.set(id, transport),
    });
    const server = new McpServer({ name: 'rows', version: '1.0.0' });
    server.registerTool('count', {}, async () => ({ content: [] }));
    await server.connect(transport);
  }
  await transport.handleRequest(request, response);
}).listen(0, '127.0.0.1');
await once(web, 'listening');
const url = `http://127.0.0.1:${web.address().port}/mcp`;

const args = ['node_modules/.bin/mcp-remote', url, '--allow-http'];
const env = { ...process.env, HOME: process.cwd(), MCP_REMOTE_CONFIG_DIR: process.cwd() };
const transports = {
  'without the bridge': new StreamableHTTPClientTransport(new URL(url)),
  'through the bridge': new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }),
};
const clients = new Map();
for (const [way, transport] of Object.entries(transports)) {
  const client = new Client({ name: 'client', version: '1.0.0' });
  await client.connect(transport);
  await client.callTool({ name: 'count' });
  clients.set(way, client);
}
web.closeAllConnections();
await new Promise((resolve) => web.close(resolve));
for (const [way, client] of clients) {
  const error = await client.callTool({ name: 'count' }).catch((reason) => reason);
  const isTimeout = error.code === ErrorCode.RequestTimeout;
  console.log(`${way}: ${error.constructor.name}, ${error.message}, code ${error.code}, RequestTimeout: ${isTimeout}`);
}
process.exit();
END

cat >expected.txt <<'END'
without the bridge: TypeError, fetch failed, code undefined, RequestTimeout: false
through the bridge: McpError, MCP error -32001: mcp-remote: fetch failed, code -32001, RequestTimeout: true
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: through mcp-remote a refused connection has the code of a timeout'
