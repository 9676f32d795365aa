#!/usr/bin/env bash
# A client asks a server for a tool, a resource and a prompt that are not there, leaves out an argument of a prompt, and
# reads a file and a template whose load() throws. The official SDK is asked the same.
# Versions: fastmcp 4.20.16, @modelcontextprotocol/sdk 1.32.2, over stdio and in memory.
# Expected by most: -32602, or -32002 for the resource, as in the SDK that fastmcp is built on.
# What happens: missing things are -32601 Method not found, the missing argument -32600 Invalid Request, and completion
# of an unknown prompt -32603. load() of a resource gets a prefix and `data`, load() of a template has neither.
# Seen on 2026-11-28: see the table below.
# What follows: -32601 does not say that a server lacks the capability; a client that switches a method off on that code
# loses all prompts of a fastmcp server by one wrong name.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts fastmcp@4.20.16 \
  @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null

cat >server.mjs <<'END'
import { FastMCP } from 'fastmcp';

const fail = async () => {
  throw new Error('disk gone');
};
const server = new FastMCP({ name: 'rows', version: '1.0.0' });
server.addTool({ name: 'there', description: 'd', execute: async () => 'x' });
server.addResource({ uri: 'file:///a', name: 'a', mimeType: 'text/plain', load: fail });
server.addResourceTemplate({ uriTemplate: 'row://{id}', name: 'row', mimeType: 'text/plain', arguments: [{ name: 'id', required: true }], load: fail });
server.addPrompt({ name: 'there', description: 'd', arguments: [{ name: 'x', required: true }], load: async () => 'x' });
await server.start({ transportType: 'stdio' });
END

cat >program.mjs <<'END'
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { completable } from '@modelcontextprotocol/sdk/server/completable.js';
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';

const fail = async () => {
  throw new Error('disk gone');
};
const server = new McpServer({ name: 'rows', version: '1.0.0' });
server.registerTool('there', {}, async () => ({ content: [] }));
server.registerResource('a', 'file:///a', {}, fail);
server.registerResource('row', new ResourceTemplate('row://{id}', { list: undefined }), {}, fail);
server.registerPrompt('there', { argsSchema: { x: completable(z.string(), () => []) } }, async () => ({ messages: [] }));
const [near, far] = InMemoryTransport.createLinkedPair();
await server.connect(near);
const transports = {
  fastmcp: new StdioClientTransport({ command: process.execPath, args: ['server.mjs'], stderr: 'ignore' }),
  'the SDK': far,
};
for (const [name, transport] of Object.entries(transports)) {
  const client = new Client({ name: 'client', version: '1.0.0' });
  await client.connect(transport);
  const calls = {
    tool: () => client.callTool({ name: 'gone', arguments: {} }),
    resource: () => client.readResource({ uri: 'file:///gone' }),
    prompt: () => client.getPrompt({ name: 'gone' }),
    argument: () => client.getPrompt({ name: 'there' }),
    completion: () => client.complete({ ref: { type: 'ref/prompt', name: 'gone' }, argument: { name: 'x', value: '' } }),
    'load of a resource': () => client.readResource({ uri: 'file:///a' }),
    'load of a template': () => client.readResource({ uri: 'row://1' }),
  };
  for (const [kind, call] of Object.entries(calls)) {
    const told = await call().then(
      (result) => (result.isError ? `a result with isError: ${result.content[0].text}` : 'success'),
      (error) => `${error.code} ${error.message.replaceAll(/MCP error -\d+: /g, '').split('\n')[0]}, data ${JSON.stringify(error.data)}`,
    );
    console.log(`${name}, ${kind}: ${told}`);
  }
  await client.close();
}
process.exit();
END

cat >expected.txt <<'END'
fastmcp, tool: -32601 Unknown tool: gone, data undefined
fastmcp, resource: -32601 Resource not found: 'file:///gone'. Available resources: file:///a, data undefined
fastmcp, prompt: -32601 Unknown prompt: gone, data undefined
fastmcp, argument: -32600 Prompt 'there' requires argument 'x': No description provided, data undefined
fastmcp, completion: -32603 Unknown prompt, data undefined
fastmcp, load of a resource: -32603 Failed to load resource 'a' (file:///a): disk gone, data {"uri":"file:///a"}
fastmcp, load of a template: -32603 disk gone, data undefined
the SDK, tool: a result with isError: MCP error -32602: Tool gone not found
the SDK, resource: -32602 Resource file:///gone not found, data undefined
the SDK, prompt: -32602 Prompt gone not found, data undefined
the SDK, argument: -32602 Invalid arguments for prompt there: Invalid input: expected string, received undefined at x, data undefined
the SDK, completion: -32602 Prompt gone not found, data undefined
the SDK, load of a resource: -32603 disk gone, data undefined
the SDK, load of a template: -32603 disk gone, data undefined
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: fastmcp says -32601 and -32600 where the SDK says -32602'
