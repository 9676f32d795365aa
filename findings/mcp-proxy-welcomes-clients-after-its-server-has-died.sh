#!/usr/bin/env bash
# The server behind a proxy ends during a call. Another client then connects to the proxy, lists tools and calls one; the
# proxy is asked whether it is well.
# Versions: mcp-proxy 6.7.19, @modelcontextprotocol/sdk 1.32.2 for server and client, on loopback.
# Expected by most: the proxy ends with its server, starts it again, or refuses clients that come later.
# What happens: it lives, answers /ping with 200, and welcomes each new client by the name and capabilities of the server
# that is gone. Whatever they ask is -32603, and so is the call that was under way: "Connection closed", which the SDK
# of a direct client says with -32000.
# Seen on 2026-11-29: see the table below.
# What follows: neither a ping nor an initialize shows that such a server works; ask for its tools. A client that starts
# anew on -32000 does not do so behind the proxy.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts mcp-proxy@6.7.19 \
  @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null

cat >server.mjs <<'END'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const server = new McpServer({ name: 'rows', version: '1.0.0' });
server.registerTool('count', {}, async () => ({ content: [{ type: 'text', text: '2' }] }));
server.registerTool('end', {}, async () => process.exit(3));
await server.connect(new StdioServerTransport());
END

cat >program.mjs <<'END'
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const found = probe.address().port;
    probe.close(() => resolve(found));
  });
});
const address = `http://127.0.0.1:${port}`;
const command = ['node_modules/.bin/mcp-proxy', '--host', '127.0.0.1', '--port', port, '--', process.execPath, 'server.mjs'];
const proxy = spawn(process.execPath, command, { stdio: 'ignore' });
const ping = () => fetch(`${address}/ping`).then((answer) => answer.status, () => undefined);
while (!(await ping())) await sleep(100);

const connect = async (transport) => {
  const client = new Client({ name: 'client', version: '1.0.0' });
  await client.connect(transport);
  return client;
};
const tell = async (title, call) => {
  const told = await call.then((result) => JSON.stringify(result), (error) => `${error.code} ${error.message}`);
  console.log(`${title}: ${told}`);
};
const direct = await connect(new StdioClientTransport({ command: process.execPath, args: ['server.mjs'] }));
await tell('direct, the server ends in a call', direct.callTool({ name: 'end' }));

const first = await connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
await tell('proxy, a call before', first.callTool({ name: 'count' }));
await tell('proxy, the server ends in a call', first.callTool({ name: 'end' }));
const second = await connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)));
console.log(`proxy, a new client connects to: ${second.getServerVersion().name}`);
await tell('proxy, its list of tools', second.listTools());
await tell('proxy, its call', second.callTool({ name: 'count' }));
console.log(`proxy, ping: ${await ping()}, ended: ${proxy.exitCode !== null}`);
proxy.kill('SIGKILL');
process.exit();
END

cat >expected.txt <<'END'
direct, the server ends in a call: -32000 MCP error -32000: Connection closed
proxy, a call before: {"content":[{"type":"text","text":"2"}]}
proxy, the server ends in a call: -32603 MCP error -32603: Connection closed
proxy, a new client connects to: rows
proxy, its list of tools: -32603 MCP error -32603: Not connected
proxy, its call: -32603 MCP error -32603: Not connected
proxy, ping: 200, ended: false
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: mcp-proxy says 200 and welcomes clients in the name of a server that is gone'
