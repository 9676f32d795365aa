#!/usr/bin/env bash
# A tool sends progress and asks the client for input; each callback of client and server tells the AsyncLocalStorage
# that it runs in: of connect(), of the call, or of the HTTP request.
# Versions: @modelcontextprotocol/sdk 1.32.2 (server and client), @modelcontextprotocol/client 2.4.0, zod 4.6.7.
# Expected by most: onprogress and the handlers of a client run in the context of the call that caused them.
# What happens: it depends on the transport. In memory all is the context of the call, the server's handler too. Over
# HTTP progress is the call's, but elicitation is that of connect(); over stdio both are. The context in which the
# server was connected is never seen.
# Seen on 2026-11-28: see the table below, the same with both clients.
# What follows: trace ids, tenants and transactions in AsyncLocalStorage are right in every test in memory and belong to
# whoever connected first in production; pass them by closure or by _meta.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @modelcontextprotocol/sdk@1.32.2 \
  @modelcontextprotocol/client@2.4.0 zod@4.6.7 >/dev/null

cat >rows.mjs <<'END'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';

export function createServer(note) {
  const server = new McpServer({ name: 'rows', version: '1.0.0' });
  server.registerTool('ask', { inputSchema: z.object({}) }, async (input, { _meta, sendNotification }) => {
    note('handler');
    const params = { progressToken: _meta.progressToken, progress: 1 };
    await sendNotification({ method: 'notifications/progress', params });
    await server.server.elicitInput({ message: 'm', requestedSchema: { type: 'object', properties: {} } });
    return { content: [] };
  });
  return server;
}
END

cat >stdio.mjs <<'END'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createServer } from './rows.mjs';

await createServer(() => {}).connect(new StdioServerTransport());
END

cat >program.mjs <<'END'
import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer as createHttpServer } from 'node:http';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createServer } from './rows.mjs';

const storage = new AsyncLocalStorage();
const seen = {};
const note = (who) => {
  seen[who] = storage.getStore() ?? 'none';
};
async function openMemory() {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await storage.run('server', () => createServer(note).connect(near));
  return far;
}
async function openHttp(Http) {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => 'session' });
  await storage.run('server', () => createServer(note).connect(transport));
  const http = createHttpServer((request, response) => storage.run('request', () => transport.handleRequest(request, response)));
  await new Promise((resolve) => http.listen(0, '127.0.0.1', resolve));
  return new Http(new URL(`http://127.0.0.1:${http.address().port}/mcp`));
}
const openStdio = (Stdio) => new Stdio({ command: process.execPath, args: ['stdio.mjs'] });
const ways = {
  '1.x memory': [Client1, openMemory],
  '1.x http': [Client1, () => openHttp(Http1)],
  '1.x stdio': [Client1, () => openStdio(Stdio1)],
  '2.x memory': [Client2, openMemory],
  '2.x http': [Client2, () => openHttp(Http2)],
  '2.x stdio': [Client2, () => openStdio(Stdio2)],
};
for (const [way, [Client, open]] of Object.entries(ways)) {
  for (const who of Object.keys(seen)) delete seen[who];
  const is1 = Client === Client1;
  const client = new Client({ name: 'client', version: '1.0.0' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(is1 ? ElicitRequestSchema : 'elicitation/create', async () => {
    note('elicitation');
    return { action: 'accept', content: {} };
  });
  await storage.run('connect', async () => client.connect(await open()));
  const options = { onprogress: () => note('progress') };
  await storage.run('call', () => client.callTool({ name: 'ask', arguments: {} }, ...(is1 ? [undefined, options] : [options])));
  console.log(`${way}: ${Object.entries(seen).map(([who, context]) => `${who} in ${context}`).join(', ')}`);
  await client.close();
}
process.exit();
END

cat >expected.txt <<'END'
1.x memory: handler in call, progress in call, elicitation in call
1.x http: handler in request, elicitation in connect, progress in call
1.x stdio: progress in connect, elicitation in connect
2.x memory: handler in call, progress in call, elicitation in call
2.x http: handler in request, elicitation in connect, progress in call
2.x stdio: progress in connect, elicitation in connect
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: callbacks of a client run in the context of the call in memory, of connect() over stdio, and of either over HTTP'
