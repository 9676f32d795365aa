#!/usr/bin/env bash
# A tool, a resource and a prompt give back what the protocol does not allow, and a tool is called with bad arguments.
# Versions: @modelcontextprotocol/sdk 1.32.2, @modelcontextprotocol/server and /client 2.4.0, zod 4.6.7.
# Expected by most: -32603 Internal error for a bad result, because the handler is at fault; -32602 for bad arguments.
# What happens: both SDKs answer a tool's bad result with -32602 Invalid params and bad arguments with a result that has
# isError. Results of resources and prompts go out unchecked, and the client refuses them by an error of its own.
# Seen on 2026-11-28: see the table below, the same in 2025-11-25 and 2026-07-28.
# What follows: where -32602 answers tools/call the arguments are the one thing that is not wrong; a gateway that maps
# it to "correct your arguments" makes the model repeat a call that can never succeed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @modelcontextprotocol/sdk@1.32.2 \
  @modelcontextprotocol/server@2.4.0 @modelcontextprotocol/client@2.4.0 zod@4.6.7 >/dev/null

cat >program.mjs <<'END'
import { Client as Client2, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as Server1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { createMcpHandler, McpServer as Server2 } from '@modelcontextprotocol/server';
import * as z from 'zod';

const info = { name: 'rows', version: '1.0.0' };
function register(server) {
  server.registerTool('text', {}, async () => ({ content: 'no list' }));
  server.registerTool('flag', {}, async () => ({ content: [], isError: 'yes' }));
  server.registerTool('arguments', { inputSchema: z.object({ id: z.number() }) }, async () => ({ content: [] }));
  server.registerResource('r', 'file:///r', {}, async () => ({ contents: 'no list' }));
  server.registerPrompt('p', {}, async () => ({ messages: 'no list' }));
  return server;
}
async function connect1() {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client1(info);
  await Promise.all([register(new Server1(info)).connect(near), client.connect(far)]);
  return client;
}
async function connect2(versions) {
  const handler = createMcpHandler(() => register(new Server2(info)));
  const client = new Client2(info, versions);
  const fetch = (url, options) => handler.fetch(new Request(url, options));
  await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch }));
  return client;
}
const clients = {
  '1.x': await connect1(),
  '2.x, 2025-11-25': await connect2({ supportedProtocolVersions: ['2025-11-25'] }),
  '2.x, 2026-07-28': await connect2({ versionNegotiation: { mode: { pin: '2026-07-28' } } }),
};
for (const [name, client] of Object.entries(clients)) {
  const calls = {
    'content of a tool': () => client.callTool({ name: 'text', arguments: {} }),
    'isError of a tool': () => client.callTool({ name: 'flag', arguments: {} }),
    'arguments of a tool': () => client.callTool({ name: 'arguments', arguments: { id: 'x' } }),
    resource: () => client.readResource({ uri: 'file:///r' }),
    prompt: () => client.getPrompt({ name: 'p' }),
  };
  for (const [kind, call] of Object.entries(calls)) {
    const told = await call().then(
      (result) => (result.isError ? `a result with isError: ${result.content[0].text.split(': ').slice(0, 2).join(': ')}` : 'success'),
      (error) => `${error.name} ${error.code}: ${error.message.startsWith('[') ? 'issues of zod' : error.message.split(': ')[0]}`,
    );
    console.log(`${name}, ${kind}: ${told}`);
  }
}
process.exit();
END

cat >expected.txt <<'END'
1.x, content of a tool: McpError -32602: MCP error -32602
1.x, isError of a tool: McpError -32602: MCP error -32602
1.x, arguments of a tool: a result with isError: MCP error -32602: Input validation error
1.x, resource: $ZodError undefined: issues of zod
1.x, prompt: $ZodError undefined: issues of zod
2.x, 2025-11-25, content of a tool: ProtocolError -32602: Invalid tools/call result
2.x, 2025-11-25, isError of a tool: ProtocolError -32602: Invalid tools/call result
2.x, 2025-11-25, arguments of a tool: a result with isError: Input validation error: Invalid arguments for tool arguments
2.x, 2025-11-25, resource: SdkError INVALID_RESULT: Invalid result for resources/read
2.x, 2025-11-25, prompt: SdkError INVALID_RESULT: Invalid result for prompts/get
2.x, 2026-07-28, content of a tool: ProtocolError -32602: Invalid tools/call result
2.x, 2026-07-28, isError of a tool: ProtocolError -32602: Invalid tools/call result
2.x, 2026-07-28, arguments of a tool: a result with isError: Input validation error: Invalid arguments for tool arguments
2.x, 2026-07-28, resource: SdkError INVALID_RESULT: Invalid result for resources/read
2.x, 2026-07-28, prompt: SdkError INVALID_RESULT: Invalid result for prompts/get
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: a bad result of a tool is answered -32602 and bad arguments are not; resources and prompts are not checked'
