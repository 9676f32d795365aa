#!/usr/bin/env bash
# Clients of both SDKs send requests whose parameters break the protocol's schema, and some that a handler refuses by
# itself.
# Versions: @modelcontextprotocol/sdk 1.32.2, @modelcontextprotocol/server and /client 2.4.0, zod 4.6.7.
# Expected by most: -32602 Invalid params, as JSON-RPC says and as both SDKs answer an unknown prompt.
# What happens: parameters that the schema of the method refuses are answered -32603 Internal error, the message being
# zod's issues as JSON; -32602 comes only where McpServer itself looks something up or validates arguments.
# Seen on 2026-11-28: -32603 for a bad level and a missing uri, -32602 for an unknown prompt, in both; 2.x alone checks
# the arguments of tools/call first (-32602).
# What follows: a client cannot tell its own bad request from a server fault by the code, so retries of -32603 repeat
# bad requests.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/server@2.4.0 @modelcontextprotocol/client@2.4.0 zod@4.6.7 >/dev/null

cat >program.mjs <<'END'
import { InMemoryTransport as Transport1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { McpServer as Server1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { InMemoryTransport as Transport2, McpServer as Server2 } from '@modelcontextprotocol/server';

const info = { name: 'probe', version: '1.0.0' };
const calls = {
  'setLoggingLevel verbose': (client) => client.setLoggingLevel('verbose'),
  'getPrompt name 5': (client) => client.getPrompt({ name: 5 }),
  'readResource without uri': (client) => client.readResource({}),
  'callTool arguments text': (client) => client.callTool({ name: 't', arguments: 'text' }),
  'getPrompt unknown': (client) => client.getPrompt({ name: 'unknown' }),
};
const sdks = { '1.x': [Server1, Client1, Transport1], '2.x': [Server2, Client2, Transport2] };
for (const [name, [Server, Client, Transport]] of Object.entries(sdks)) {
  const server = new Server(info, { capabilities: { logging: {} } });
  server.registerTool('t', {}, () => ({ content: [] }));
  server.registerPrompt('p', {}, () => ({ messages: [] }));
  server.registerResource('r', 'probe://r', {}, () => ({ contents: [] }));
  const client = new Client(info);
  const [near, far] = Transport.createLinkedPair();
  await Promise.all([server.connect(near), client.connect(far)]);
  for (const [call, run] of Object.entries(calls)) {
    const error = await run(client).catch((reason) => reason);
    const text = error.message.replace('MCP error -32603: ', '');
    console.log(`${name} ${call}: ${error.code}, message is ${text.startsWith('[') ? 'issues as JSON' : 'a sentence'}`);
  }
  await client.close();
}
END

cat >expected.txt <<'END'
1.x setLoggingLevel verbose: -32603, message is issues as JSON
1.x getPrompt name 5: -32603, message is issues as JSON
1.x readResource without uri: -32603, message is issues as JSON
1.x callTool arguments text: -32603, message is issues as JSON
1.x getPrompt unknown: -32602, message is a sentence
2.x setLoggingLevel verbose: -32603, message is issues as JSON
2.x getPrompt name 5: -32603, message is issues as JSON
2.x readResource without uri: -32603, message is issues as JSON
2.x callTool arguments text: -32602, message is a sentence
2.x getPrompt unknown: -32602, message is a sentence
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: parameters outside of the schema are -32603 with issues as JSON text in both SDKs, and -32602 only from the checks of McpServer itself'
