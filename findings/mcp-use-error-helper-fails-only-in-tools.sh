#!/usr/bin/env bash
# error("no row") is returned by a tool, a resource and a prompt of one server, and each of the three throws; a client
# calls them.
# Versions: mcp-use 2.5.2, @modelcontextprotocol/sdk 1.32.2 as client, on loopback.
# Expected by most: the helper marks a failure wherever it is returned, or is refused where nothing can be marked.
# What happens: only the tool fails. As a resource it is a file whose text is "no row"; as a prompt it is a message of
# the user that says "no row", which a host hands to its model. Neither is logged as an error. A throw fails in all
# three: as a result of the tool, as -32603 of the others.
# Seen on 2026-11-28: see the table below.
# What follows: return error() from tools alone and throw in resources and prompts; a test of either has to look for a
# rejection, because the text is there in both cases.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts mcp-use@2.5.2 \
  @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null

cat >program.mjs <<'END'
import { createServer } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { error, MCPServer } from 'mcp-use';
import * as z from 'zod';

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const found = probe.address().port;
    probe.close(() => resolve(found));
  });
});
const print = console.log;
console.log = console.info = console.error = () => {};
const ways = {
  returned: async () => error('no row'),
  thrown: async () => {
    throw new Error('no row');
  },
};
const server = new MCPServer({ name: 'rows', version: '1.0.0' });
for (const [way, run] of Object.entries(ways)) {
  server.tool({ name: way, description: 'd', inputSchema: z.object({}) }, run);
  server.resource({ name: way, uri: `file:///${way}.txt` }, run);
  server.prompt({ name: way }, run);
}
await server.listen(port);
const client = new Client({ name: 'client', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
for (const name of Object.keys(ways)) {
  const calls = {
    tool: client.callTool({ name, arguments: {} }).then((result) => [result.isError ? 'failed' : 'succeeded', result.content]),
    resource: client.readResource({ uri: `file:///${name}.txt` }).then((result) => ['succeeded', result.contents]),
    prompt: client.getPrompt({ name }).then((result) => ['succeeded', result.messages]),
  };
  for (const [kind, call] of Object.entries(calls)) {
    const [outcome, told] = await call.catch((reason) => ['rejected', reason.message]);
    print(`${name} by a ${kind}: ${outcome} with ${JSON.stringify(told)}`);
  }
}
process.exit();
END

cat >expected.txt <<'END'
returned by a tool: failed with [{"type":"text","text":"no row"}]
returned by a resource: succeeded with [{"uri":"file:///returned.txt","mimeType":"text/plain","text":"no row"}]
returned by a prompt: succeeded with [{"role":"user","content":{"type":"text","text":"no row"}}]
thrown by a tool: failed with [{"type":"text","text":"no row"}]
thrown by a resource: rejected with "MCP error -32603: no row"
thrown by a prompt: rejected with "MCP error -32603: no row"
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: error() is a failure in a tool, the text of a file in a resource, and the message of a user in a prompt'
