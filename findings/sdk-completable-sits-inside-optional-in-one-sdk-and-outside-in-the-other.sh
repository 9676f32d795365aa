#!/usr/bin/env bash
# A prompt has six arguments, each with a completer around or inside of a zod wrapper; a client asks to complete each.
# Versions: @modelcontextprotocol/sdk 1.32.2, @modelcontextprotocol/server and /client 2.4.0, zod 4.6.7.
# Expected by most: both spellings complete in both SDKs, or the registration or the request fails.
# What happens: 1.x finds the completer of `completable(z.string().optional())` and not of
# `completable(...).optional()`; 2.x the other way round. A `.describe()` or `.default()` after completable loses it
# in both. Each lost completer answers an empty list of values, no error.
# Seen on 2026-11-28: see the table below; only the plain form and `.describe()` inside work in both.
# What follows: moving a server from 1.x to 2.x silently empties completions; test them through a client, with a value
# that must come.
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
import { completable as completable1 } from '@modelcontextprotocol/sdk/server/completable.js';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { InMemoryTransport as Transport2, McpServer as Server2, completable as completable2 } from '@modelcontextprotocol/server';
import * as z from 'zod';

const info = { name: 'probe', version: '1.0.0' };
async function complete(Server, Client, Transport, completable, wrap) {
  const values = () => ['x'];
  const argsSchema = {
    plain: completable(z.string(), values),
    'optional inside': completable(z.string().optional(), values),
    'optional outside': completable(z.string(), values).optional(),
    'default outside': completable(z.string(), values).default('d'),
    'describe inside': completable(z.string().describe('d'), values),
    'describe outside': completable(z.string(), values).describe('d'),
  };
  const server = new Server(info);
  server.registerPrompt('p', { argsSchema: wrap(argsSchema) }, () => ({ messages: [] }));
  const client = new Client(info);
  const [near, far] = Transport.createLinkedPair();
  await Promise.all([server.connect(near), client.connect(far)]);
  const found = {};
  for (const name of Object.keys(argsSchema)) {
    const answer = await client.complete({ ref: { type: 'ref/prompt', name: 'p' }, argument: { name, value: '' } });
    found[name] = answer.completion.values.length;
  }
  await client.close();
  return found;
}
const first = await complete(Server1, Client1, Transport1, completable1, (shape) => shape);
const second = await complete(Server2, Client2, Transport2, completable2, (shape) => z.object(shape));
for (const name of Object.keys(first)) console.log(`${name}: 1.x ${first[name]}, 2.x ${second[name]}`);
END

cat >expected.txt <<'END'
plain: 1.x 1, 2.x 1
optional inside: 1.x 1, 2.x 0
optional outside: 1.x 0, 2.x 1
default outside: 1.x 0, 2.x 0
describe inside: 1.x 1, 2.x 1
describe outside: 1.x 0, 2.x 0
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: v1 completes completable(optional) only, v2 completes optional(completable) only, and neither one says so'
