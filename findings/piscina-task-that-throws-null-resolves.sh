#!/usr/bin/env bash
# Tasks of a pool throw values of four kinds, or a promise of theirs rejects later; the caller looks at what it gets.
# Version: piscina 5.3.2.
# Expected by most: whatever is thrown rejects, with what a structured clone keeps of it: the message, no code, no
# class of one's own.
# What happens: `throw null` resolves with null. An error that the task throws loses `code` and own name; one that
# nobody awaits ends the worker, rejects the call that happens to run there, and keeps both.
# Seen on 2026-11-28: see the table below.
# What follows: a task must throw errors alone; code that branches on error.code works only for the failures that nobody
# meant, so a test with an unawaited rejection proves nothing about a thrown error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts piscina@5.3.2 >/dev/null

cat >worker.mjs <<'END'
class RowError extends Error {
  name = 'RowError';
  code = 'E_ROW';
}
const values = { null: null, undefined: undefined, text: 'bad', 'own error': new RowError('no row') };
export default async function run(kind) {
  if (kind in values) throw values[kind];
  if (kind === 'rejected later') void Promise.reject(values['own error']);
  return new Promise((resolve) => setTimeout(resolve, 200, 'done'));
}
END

cat >program.mjs <<'END'
import { Piscina } from 'piscina';

const pool = new Piscina({ filename: new URL('worker.mjs', import.meta.url).href, maxThreads: 1 });
pool.on('error', () => {});
const show = (value) =>
  value instanceof Error ? `${value.name} ${JSON.stringify(value.message)} code ${value.code}` : `${typeof value} ${value}`;
for (const kind of ['null', 'undefined', 'text', 'own error', 'rejected later']) {
  const told = await pool.run(kind).then(
    (value) => `resolved with ${show(value)}`,
    (error) => `rejected with ${show(error)}`,
  );
  console.log(`${kind}: ${told}`);
}
await pool.destroy();
END

cat >expected.txt <<'END'
null: resolved with object null
undefined: rejected with undefined undefined
text: rejected with string bad
own error: rejected with Error "no row" code undefined
rejected later: rejected with RowError "no row" code E_ROW
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: null resolves, a thrown error loses its code, and one that is rejected later keeps it'
