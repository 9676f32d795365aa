#!/usr/bin/env bash
# A server and its client are traced, each alone; three tools are called, then one of the two sides closes.
# Versions: @traceloop/instrumentation-mcp 0.27.0, @modelcontextprotocol/sdk 1.32.2, sdk-trace-base 2.12.1.
# Expected by most: a traced Server has a span per call that it answers; a session's span ends with the session.
# What happens: Server alone gives no span at all, because its request() is patched, which sends requests, and not its
# handlers. On the client the span of the session ends in client.close() alone: if the server closes, its children
# are exported with a parent that never is. A failing result is an ERROR there, and so are unknown names.
# Seen on 2026-11-29: see the table below.
# What follows: make spans of a server in its handlers; call client.close() in onclose, or the traces have no root.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @traceloop/instrumentation-mcp@0.27.0 \
  @modelcontextprotocol/sdk@1.32.2 @opentelemetry/api@1.9.1 @opentelemetry/sdk-trace-base@2.12.1 >/dev/null

cat >program.mjs <<'END'
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { SpanStatusCode } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { McpInstrumentation } from '@traceloop/instrumentation-mcp';

const exporter = new InMemorySpanExporter();
const instrumentation = new McpInstrumentation();
instrumentation.setTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));

async function run(label, closer) {
  exporter.reset();
  const server = new McpServer({ name: 's', version: '1.0.0' });
  server.registerTool('works', {}, () => ({ content: [{ type: 'text', text: 'a row' }] }));
  server.registerTool('throws', {}, () => Promise.reject(new Error('no row')));
  const client = new Client({ name: 'c', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  for (const name of ['works', 'throws', 'missing']) await client.callTool({ name }).catch(() => undefined);
  await (closer === 'client' ? client : server).close();
  console.log(`${label}:`);
  for (const { name, status, parentSpanContext } of exporter.getFinishedSpans())
    console.log(`  ${name} ${SpanStatusCode[status.code]} ${parentSpanContext ? 'child' : 'root'}`);
}

instrumentation.manuallyInstrument({ Server });
await run('server traced, client closes', 'client');
instrumentation.manuallyInstrument({ Client });
await run('client traced, client closes', 'client');
await run('client traced, server closes', 'server');
END

cat >expected.txt <<'END'
server traced, client closes:
client traced, client closes:
  initialize.mcp OK child
  works.tool OK child
  throws.tool ERROR child
  missing.tool ERROR child
  mcp.client.session OK root
client traced, server closes:
  initialize.mcp OK child
  works.tool OK child
  throws.tool ERROR child
  missing.tool ERROR child
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: a traced server has no span of its own, and the span of a session that the server closes never ends'
