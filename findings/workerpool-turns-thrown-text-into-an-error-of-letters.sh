#!/usr/bin/env bash
# A task of a pool throws values of seven kinds; the caller looks at what it gets. The same is done by structuredClone.
# Version: workerpool 10.0.3, worker threads.
# Expected by most: what structured clone does, since the workers are threads: text stays text, TypeError stays, codes
# go.
# What happens: the error travels as JSON of its own properties and is put on a new Error. Codes and own names stay;
# the name of a TypeError or an AbortError (on the prototype) goes, a DOMException loses its message as well, and text
# becomes an Error without message that has properties 0, 1, 2 ...
# Seen on 2026-11-28: see the table below.
# What follows: neither `name === "AbortError"` nor `typeof error === "string"` works behind this pool; throw errors
# with own name and code.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts workerpool@10.0.3 >/dev/null

cat >program.mjs <<'END'
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import workerpool from 'workerpool';

const values = {
  text: () => 'bad',
  object: () => ({ code: 5, message: 'm' }),
  TypeError: () => new TypeError('m'),
  'Error with code': () => Object.assign(new Error('m'), { code: 'ENOENT' }),
  'Error with own name': () => Object.assign(new Error('m'), { name: 'QuotaError' }),
  AggregateError: () => new AggregateError([new Error('a')], 'm'),
  AbortError: () => new DOMException('m', 'AbortError'),
};
function show(value) {
  if (typeof value !== 'object') return `${typeof value} ${value}`;
  const keys = Object.keys(value).filter((key) => key !== 'stack' && key !== 'name');
  const kind = value instanceof Error ? 'Error' : 'no Error';
  return `${kind} name=${value.name} message=${JSON.stringify(value.message)} keys=[${keys}]`;
}
function fail(kind) {
  throw values[kind]();
}
if (isMainThread) {
  const pool = workerpool.pool(fileURLToPath(import.meta.url), { maxWorkers: 1, workerType: 'thread' });
  for (const kind of Object.keys(values)) {
    const caught = await pool.exec('fail', [kind]).catch((error) => error);
    console.log(`${kind}: ${show(caught)}`);
    if (kind !== 'AbortError') console.log(`  structuredClone: ${show(structuredClone(values[kind]()))}`);
  }
  await pool.terminate();
} else workerpool.worker({ fail });
END

cat >expected.txt <<'END'
text: Error name=Error message="" keys=[0,1,2]
  structuredClone: string bad
object: Error name=Error message="m" keys=[code]
  structuredClone: no Error name=undefined message="m" keys=[code,message]
TypeError: Error name=Error message="m" keys=[]
  structuredClone: Error name=TypeError message="m" keys=[]
Error with code: Error name=Error message="m" keys=[code]
  structuredClone: Error name=Error message="m" keys=[]
Error with own name: Error name=QuotaError message="m" keys=[]
  structuredClone: Error name=Error message="m" keys=[]
AggregateError: Error name=Error message="m" keys=[errors]
  structuredClone: Error name=Error message="m" keys=[]
AbortError: Error name=Error message="" keys=[]
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: thrown text has its letters as properties, built-in classes lose their names, codes are kept'
