#!/usr/bin/env bash
# A client calls a tool through a gateway that offers a stdio server over Streamable HTTP, and cancels it while it runs.
# The tool notes whether its signal is aborted, and whether it comes to its end.
# Versions: supergateway 4.0.0 without and with --stateful, @modelcontextprotocol/sdk 1.32.2, on loopback.
# Expected by most: the cancellation reaches the tool in both modes, or the process of the call is stopped at once.
# What happens: by default each POST has a process of its own, also the one of the cancellation. A second server starts,
# is initialized, ignores the cancellation of a request that it does not have and ends; the first works on to its end,
# and the client gets a result that it no longer knows. With --stateful the signal is aborted.
# Seen on 2026-11-29: see the table below.
# What follows: nothing that listens to its signal stops behind the default mode; give such tools a time limit of their
# own. What a server keeps between calls is lost there, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts supergateway@4.0.0 \
  @modelcontextprotocol/sdk@1.32.2 zod@4.6.7 >/dev/null

cat >server.mjs <<'END'
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

const note = (line) => appendFileSync(process.env.NOTES, `${line}\n`);
const server = new McpServer({ name: 'rows', version: '1.0.0' });
server.registerTool('count', {}, async ({ signal }) => {
  note('begun');
  await sleep(4000, undefined, { signal }).then(() => note('ended'), () => note('stopped by its signal'));
  return { content: [] };
});
server.server.oninitialized = () => note('a server starts');
await server.connect(new StdioServerTransport());
END

cat >program.mjs <<'END'
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const findPort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
const read = () => (existsSync('notes') ? readFileSync('notes', 'utf8').trim().split('\n') : []);
const until = async (isDone) => {
  while (!isDone()) await sleep(20);
};
for (const mode of [[], ['--stateful']]) {
  rmSync('notes', { force: true });
  const port = await findPort();
  const options = ['--stdio', 'node server.mjs', '--outputTransport', 'streamableHttp', '--port', port, '--healthEndpoint', '/up', ...mode];
  const gateway = spawn(process.execPath, ['node_modules/.bin/supergateway', ...options], {
    stdio: 'ignore',
    env: { ...process.env, NOTES: 'notes' },
  });
  while (!(await fetch(`http://127.0.0.1:${port}/up`).catch(() => undefined))) await sleep(100);
  const client = new Client({ name: 'client', version: '1.0.0' });
  let late = 'nothing';
  client.onerror = (error) => (late = error.message.split(':')[0]);
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
  const controller = new AbortController();
  const call = client.callTool({ name: 'count' }, undefined, { signal: controller.signal }).catch((error) => error);
  await until(() => read().includes('begun'));
  const before = read().length;
  controller.abort();
  await call;
  await until(() => read().some((line) => line === 'ended' || line.startsWith('stopped')));
  await sleep(500);
  console.log(`${mode[0] ?? 'default'}, after the cancellation: ${read().slice(before).join(', ')}; the client hears: ${late}`);
  gateway.kill();
}
process.exit();
END

cat >expected.txt <<'END'
default, after the cancellation: a server starts, ended; the client hears: Received a response for an unknown message ID
--stateful, after the cancellation: stopped by its signal; the client hears: nothing
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: by default supergateway starts another process for a cancellation, and the tool works on'
