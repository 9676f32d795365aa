#!/usr/bin/env bash
# A server under wrapMcpServerWithSentry fails in seven ways; the events that would be sent are listed.
# Versions: @sentry/core 11.12.0, @modelcontextprotocol/sdk 1.32.2, with an own client of no network.
# Expected by most: each failure is one event, and its kind comes from the class or the code of the error.
# What happens: a resource or prompt that throws makes two events, one of the handler and one of the JSON-RPC answer,
# except with -32602, which makes one. A tool makes one where it throws an Error, and none where it throws a text or
# returns isError. A tool's kind is read off the words: "protocol" anywhere in the message makes it "validation".
# Seen on 2026-11-29: see the table below.
# What follows: counts of events by handler are not counts of failures; a server that returns its failures is silent
# there and needs its own captureException; alerts by error_type depend on wording.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @sentry/core@11.12.0 \
  @modelcontextprotocol/sdk@1.32.2 >/dev/null

cat >program.mjs <<'END'
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import { Client as SentryClient, setCurrentClient } from '@sentry/core';
import { wrapMcpServerWithSentry } from '@sentry/core/server';

class Recorder extends SentryClient {
  eventFromException(error) {
    return Promise.resolve({ exception: { values: [{ type: error.name, value: error.message }] } });
  }
}
let events = [];
const sentry = new Recorder({
  dsn: 'https://key@127.0.0.1/1',
  integrations: [],
  stackParser: () => [],
  transport: () => ({ send: async () => ({}), flush: async () => true }),
  beforeSend: (event, hint) => void events.push(hint.mechanism?.data.error_type) ?? null,
});
setCurrentClient(sentry);
sentry.init();

const server = wrapMcpServerWithSentry(new McpServer({ name: 's', version: '1.0.0' }));
const fail = (error) => () => Promise.reject(error);
server.registerTool('throws', {}, fail(new Error('no row')));
server.registerTool('throws-with-words', {}, fail(new Error('unsupported protocol ftp')));
server.registerTool('throws-text', {}, fail('no row'));
server.registerTool('returns', {}, () => ({ isError: true, content: [{ type: 'text', text: 'no row' }] }));
server.registerResource('throws', 'file:///a', {}, fail(new Error('no row')));
server.registerResource('refuses', 'file:///b', {}, fail(new McpError(ErrorCode.InvalidParams, 'no row')));
server.registerPrompt('throws', {}, fail(new Error('no row')));

const client = new Client({ name: 'c', version: '1.0.0' });
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(far), client.connect(near)]);
const calls = {
  'tool throws': () => client.callTool({ name: 'throws' }),
  'tool throws "unsupported protocol ftp"': () => client.callTool({ name: 'throws-with-words' }),
  'tool throws a text': () => client.callTool({ name: 'throws-text' }),
  'tool returns isError': () => client.callTool({ name: 'returns' }),
  'resource throws': () => client.readResource({ uri: 'file:///a' }),
  'resource throws -32602': () => client.readResource({ uri: 'file:///b' }),
  'prompt throws': () => client.getPrompt({ name: 'throws' }),
};
for (const [name, call] of Object.entries(calls)) {
  events = [];
  await call().catch(() => undefined);
  await sentry.flush(50);
  console.log(`${name}: ${events.join(', ') || 'no event'}`);
}
await client.close();
END

cat >expected.txt <<'END'
tool throws: tool_execution
tool throws "unsupported protocol ftp": validation
tool throws a text: no event
tool returns isError: no event
resource throws: resource_execution, protocol
resource throws -32602: resource_execution
prompt throws: prompt_execution, protocol
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: a throwing resource or prompt is two events, a throwing tool one by its words, a failing result none'
