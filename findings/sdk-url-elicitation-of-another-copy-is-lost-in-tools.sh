#!/usr/bin/env bash
# A tool, a resource and a prompt throw UrlElicitationRequiredError of the SDK that serves them, of a second copy of the
# same version, and of the other SDK.
# Versions: @modelcontextprotocol/sdk 1.32.2 (twice), @modelcontextprotocol/server and /client 2.4.0, zod 4.6.7.
# Expected by most: -32042 with its address reaches the client from everywhere, or from nowhere.
# What happens: a tool's error is recognized by class in 1.x, so one of another copy becomes a failing result of its
# words alone, and the address that the user should open is gone. Resources and prompts go by `code` and send all of
# them. 2.x knows its own second copy, but no 1.x.
# Seen on 2026-11-28: see the table below.
# What follows: a tool library that brings its own SDK cannot ask for a login; take the class from the package of the
# server.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @modelcontextprotocol/sdk@1.32.2 \
  copy1@npm:@modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/server@2.4.0 \
  copy2@npm:@modelcontextprotocol/server@2.4.0 @modelcontextprotocol/client@2.4.0 zod@4.6.7 >/dev/null

cat >program.mjs <<'END'
import { Client as Client2, InMemoryTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as Transport1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as Server1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { UrlElicitationRequiredError as Error1 } from '@modelcontextprotocol/sdk/types.js';
import { McpServer as Server2, UrlElicitationRequiredError as Error2 } from '@modelcontextprotocol/server';
import { UrlElicitationRequiredError as Copy1 } from 'copy1/types.js';
import { UrlElicitationRequiredError as Copy2 } from 'copy2';

const info = { name: 'rows', version: '1.0.0' };
const asked = [{ mode: 'url', elicitationId: 'e', url: 'http://127.0.0.1/login', message: 'Log in' }];
const classes = { '1.x': Error1, 'copy of 1.x': Copy1, '2.x': Error2, 'copy of 2.x': Copy2 };
const sdks = { '1.x': [Server1, Client1, Transport1], '2.x': [Server2, Client2, Transport2] };
for (const [sdk, [Server, Client, Transport]] of Object.entries(sdks)) {
  for (const [name, Class] of Object.entries(classes)) {
    const fail = async () => {
      throw new Class(asked, 'login needed');
    };
    const server = new Server(info);
    server.registerTool('t', {}, fail);
    server.registerResource('r', 'file:///r', {}, fail);
    server.registerPrompt('p', {}, fail);
    const client = new Client(info);
    const [near, far] = Transport.createLinkedPair();
    await Promise.all([server.connect(near), client.connect(far)]);
    const calls = {
      tool: client.callTool({ name: 't', arguments: {} }),
      resource: client.readResource({ uri: 'file:///r' }),
      prompt: client.getPrompt({ name: 'p' }),
    };
    const told = [];
    for (const [kind, call] of Object.entries(calls)) {
      const outcome = await call.then(
        (result) => `isError ${JSON.stringify(result.content[0].text)}`,
        (error) => `${error.code} with ${error.data.elicitations.length} address`,
      );
      told.push(`${kind} ${outcome}`);
    }
    console.log(`server of ${sdk}, error of ${name}: ${told.join(', ')}`);
    await client.close();
  }
}
END

cat >expected.txt <<'END'
server of 1.x, error of 1.x: tool -32042 with 1 address, resource -32042 with 1 address, prompt -32042 with 1 address
server of 1.x, error of copy of 1.x: tool isError "MCP error -32042: login needed", resource -32042 with 1 address, prompt -32042 with 1 address
server of 1.x, error of 2.x: tool isError "login needed", resource -32042 with 1 address, prompt -32042 with 1 address
server of 1.x, error of copy of 2.x: tool isError "login needed", resource -32042 with 1 address, prompt -32042 with 1 address
server of 2.x, error of 1.x: tool isError "MCP error -32042: login needed", resource -32042 with 1 address, prompt -32042 with 1 address
server of 2.x, error of copy of 1.x: tool isError "MCP error -32042: login needed", resource -32042 with 1 address, prompt -32042 with 1 address
server of 2.x, error of 2.x: tool -32042 with 1 address, resource -32042 with 1 address, prompt -32042 with 1 address
server of 2.x, error of copy of 2.x: tool -32042 with 1 address, resource -32042 with 1 address, prompt -32042 with 1 address
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: a tool sends the address only of an error that its own SDK knows, resources and prompts that of all'
