#!/usr/bin/env bash
# One session of a Streamable HTTP transport answers 4,000 calls, as an event stream and with `enableJsonResponse`.
# Versions: @modelcontextprotocol/sdk 1.32.2, @modelcontextprotocol/server 2.4.0, zod 4.6.7, Node 20 and later.
# Expected by most: an answer that is one JSON body is the cheaper one; once it is read, nothing of it stays.
# What happens: with event streams nothing stays, nor in SDK 2. With JSON the transport of SDK 1 keeps a record of each
# answered request until the session ends, about five kilobytes a call.
# Seen on 2026-11-29: see the table below.
# What follows: a long session with JSON answers needs SDK 2, or a limit of calls or of time after which it is closed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @modelcontextprotocol/sdk@1.32.2 \
  @modelcontextprotocol/server@2.4.0 zod@4.6.7 >/dev/null

cat >program.mjs <<'END'
import * as one from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport as OneTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import * as two from '@modelcontextprotocol/server';

const sdks = {
  'SDK 1': { McpServer: one.McpServer, Transport: OneTransport },
  'SDK 2': { McpServer: two.McpServer, Transport: two.WebStandardStreamableHTTPServerTransport },
};
const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'client', version: '1' } };

async function measure({ McpServer, Transport }, enableJsonResponse) {
  const server = new McpServer({ name: 'server', version: '1' });
  server.registerTool('ping', { description: 'Answers' }, async () => ({ content: [{ type: 'text', text: 'pong' }] }));
  const transport = new Transport({ sessionIdGenerator: () => 'session', enableJsonResponse });
  await server.connect(transport);
  const post = async (message, session = {}) => {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const request = new Request('http://localhost/mcp', { method: 'POST', headers: { ...headers, ...session }, body });
    return (await transport.handleRequest(request)).text();
  };
  const session = { 'mcp-session-id': 'session', 'mcp-protocol-version': '2025-06-18' };
  await post({ id: 0, method: 'initialize', params: hello });
  await post({ method: 'notifications/initialized' }, session);
  const callMany = async (from, to) => {
    for (let id = from; id < to; id++) {
      const text = await post({ id, method: 'tools/call', params: { name: 'ping', arguments: {} } }, session);
      if (!text.includes('pong')) throw new Error(text);
    }
  };
  const heap = async () => {
    for (let round = 0; round < 4; round++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      globalThis.gc();
    }
    return process.memoryUsage().heapUsed;
  };
  await callMany(1, 1000);
  const before = await heap();
  await callMany(1000, 5000);
  const grown = (await heap()) - before;
  await server.close();
  const left = (await heap()) - before;
  const say = (bytes) => (bytes / 4000 > 1000 ? 'over 1,000 bytes a call' : 'nearly nothing');
  return `${say(grown)} stays, ${say(left)} once it is closed`;
}

for (const [name, sdk] of Object.entries(sdks)) {
  console.log(`${name}, event stream: ${await measure(sdk, false)}`);
  console.log(`${name}, JSON: ${await measure(sdk, true)}`);
}
END

cat >expected.txt <<'END'
SDK 1, event stream: nearly nothing stays, nearly nothing once it is closed
SDK 1, JSON: over 1,000 bytes a call stays, nearly nothing once it is closed
SDK 2, event stream: nearly nothing stays, nearly nothing once it is closed
SDK 2, JSON: nearly nothing stays, nearly nothing once it is closed
END

node --expose-gc program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: answers as JSON stay in the memory of SDK 1 until the session ends, those as event streams do not'
