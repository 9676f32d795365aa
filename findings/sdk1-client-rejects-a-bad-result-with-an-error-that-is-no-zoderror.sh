#!/usr/bin/env bash
# A prompt's handler returns `messages` that is no list; the client of each SDK asks for the prompt.
# Versions: @modelcontextprotocol/sdk 1.32.2, @modelcontextprotocol/server and /client 2.4.0, zod 4.6.7.
# Expected by most: the server refuses its own bad result, or the client rejects with McpError or with z.ZodError.
# What happens: neither server checks a prompt's result. The 1.x client rejects with $ZodError, the core class of zod
# 4: an Error without code that is an instance neither of McpError nor of the ZodError exported by zod. 2.x: SdkError
# INVALID_RESULT.
# Seen on 2026-11-28: $ZodError code undefined; SdkError code INVALID_RESULT.
# What follows: a client of 1.x that sorts by class lets this one through; test `error.name`, or parse with
# z.core.$ZodError.
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
import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { Client as Client2, ProtocolError, SdkError } from '@modelcontextprotocol/client';
import { InMemoryTransport as Transport2, McpServer as Server2 } from '@modelcontextprotocol/server';
import * as z from 'zod';

const info = { name: 'probe', version: '1.0.0' };
const classes = { McpError, ProtocolError, SdkError, ZodError: z.ZodError, '$ZodError': z.core.$ZodError, Error };
const sdks = { '1.x': [Server1, Client1, Transport1], '2.x': [Server2, Client2, Transport2] };
for (const [name, [Server, Client, Transport]] of Object.entries(sdks)) {
  const server = new Server(info);
  server.registerPrompt('p', {}, () => ({ messages: 'no list' }));
  const client = new Client(info);
  const [near, far] = Transport.createLinkedPair();
  await Promise.all([server.connect(near), client.connect(far)]);
  const error = await client.getPrompt({ name: 'p' }).catch((reason) => reason);
  const kinds = Object.keys(classes).filter((kind) => error instanceof classes[kind]);
  console.log(`${name}: name ${error.name}, code ${error.code}, instance of ${kinds.join(', ')}`);
  await client.close();
}
END

cat >expected.txt <<'END'
1.x: name $ZodError, code undefined, instance of $ZodError, Error
2.x: name SdkError, code INVALID_RESULT, instance of SdkError, Error
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: the client of 1.x rejects with $ZodError, neither McpError nor z.ZodError and without code; 2.x with SdkError INVALID_RESULT'
