#!/usr/bin/env bash
# A tool returns an Error in place of throwing it, as in code that has errors for values, without and with an output
# schema; a client sends the bare request, without the check of output that its callTool makes.
# Versions: @modelcontextprotocol/sdk 1.32.2, @modelcontextprotocol/server 2.4.0, fastmcp 4.20.16, over stdio.
# Expected by most: a server refuses what is no result, as both SDKs do with undefined, null and a list.
# What happens: the tool has succeeded, with no content: an Error is an object, `content` has a default, and message
# and cause are no members that JSON has. SDK 1 does not check it against an output schema either, since it looks only
# at results with `content`; SDK 2 does, and fails without the message. fastmcp fails, with an issue of its schema in
# place of the message, and takes undefined for an empty success.
# Seen on 2026-11-29: see the table below.
# What follows: a model takes a forgotten `throw` for "done, nothing to say". Look for returned errors in the code, or
# throw them in one place around all handlers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts fastmcp@4.20.16 @modelcontextprotocol/server@2.4.0 \
  @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null

cat >server.mjs <<'END'
import * as z from 'zod';

const ways = {
  error: async () => new Error('no row', { cause: new Error('disk gone') }),
  nothing: async () => undefined,
  list: async () => [1],
};
const info = { name: 'rows', version: '1.0.0' };
const outputSchema = z.object({ rows: z.number() });
if (process.argv[2] === 'fastmcp') {
  const { FastMCP } = await import('fastmcp');
  const server = new FastMCP(info);
  for (const [name, execute] of Object.entries(ways)) server.addTool({ name, description: 'd', execute });
  await server.start({ transportType: 'stdio' });
} else {
  const [main, stdio] =
    process.argv[2] === 'SDK 1'
      ? ['@modelcontextprotocol/sdk/server/mcp.js', '@modelcontextprotocol/sdk/server/stdio.js']
      : ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio'];
  const { McpServer } = await import(main);
  const { StdioServerTransport } = await import(stdio);
  const server = new McpServer(info);
  for (const [name, run] of Object.entries(ways)) server.registerTool(name, {}, run);
  server.registerTool('error_with_output', { outputSchema }, ways.error);
  await server.connect(new StdioServerTransport());
}
END

cat >program.mjs <<'END'
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as z from 'zod';

for (const kind of ['SDK 1', 'SDK 2', 'fastmcp']) {
  const client = new Client({ name: 'client', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: ['server.mjs', kind], stderr: 'ignore' }));
  const { tools } = await client.listTools();
  for (const { name } of tools) {
    const told = await client.request({ method: 'tools/call', params: { name, arguments: {} } }, z.any()).then(
      (result) => `${result.isError ? 'failed' : 'succeeded'}, ${JSON.stringify(result.content)}`,
      (error) => `rejected, ${error.code}`,
    );
    console.log(`${kind}, ${name}: ${told.replace(/: \[\\n.*/s, ': [...')}`);
  }
  await client.close();
}
process.exit();
END

cat >expected.txt <<'END'
SDK 1, error: succeeded, []
SDK 1, nothing: rejected, -32602
SDK 1, list: rejected, -32602
SDK 1, error_with_output: succeeded, []
SDK 2, error: succeeded, []
SDK 2, nothing: failed, [{"type":"text","text":"Cannot read properties of undefined (reading 'structuredContent')"}]
SDK 2, list: rejected, -32602
SDK 2, error_with_output: failed, [{"type":"text","text":"Output validation error: Tool error_with_output has an output schema but no structured content was provided"}]
fastmcp, error: failed, [{"type":"text","text":"Tool 'error' execution failed: [...
fastmcp, nothing: succeeded, []
fastmcp, list: failed, [{"type":"text","text":"Tool 'list' execution failed: [...
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: both SDKs answer an Error that a tool returns with a success without content'
