#!/usr/bin/env bash
# Tasks are given to a pool while it closes, after close() and after destroy().
# Version: piscina 5.3.2; its fork tinypool 2.1.0, which has destroy() alone.
# Expected by most: a pool that is closed or destroyed refuses tasks for good, by an error that says so.
# What happens: only a pool that is in the midst of closing or destroying refuses, by the AbortError of a cancelled task
# ("The task has been aborted", the true reason only as a text in `cause`). When the promise of close() or destroy() is
# fulfilled the pool takes tasks again and starts new threads. tinypool takes all three without a word.
# Seen on 2026-11-28: see the table below.
# What follows: an AbortError of a pool is no proof that a caller cancelled; a request that comes during a shutdown may
# start a thread that nobody ends.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts piscina@5.3.2 tinypool@2.1.0 >/dev/null

cat >worker.mjs <<'END'
export default (kind) => new Promise((resolve) => setTimeout(resolve, 50, kind));
END

cat >program.mjs <<'END'
import { Piscina } from 'piscina';
import { Tinypool } from 'tinypool';

const filename = new URL('worker.mjs', import.meta.url).href;
async function run(pool, kind) {
  const late = new Promise((resolve) => setTimeout(resolve, 1000, 'nothing after a second'));
  const told = pool.run(kind).then(
    (value) => `resolved with ${value}`,
    (error) => `rejected with ${error.name} ${JSON.stringify(error.message)}, cause ${error.cause}`,
  );
  console.log(`  ${kind}: ${await Promise.race([told, late])}`);
}
for (const [Pool, way] of [[Piscina, 'close'], [Piscina, 'destroy'], [Tinypool, 'destroy']]) {
  console.log(`${Pool.name} ${way}`);
  const pool = new Pool({ filename, minThreads: 1, maxThreads: 1 });
  await run(pool, 'before');
  const end = pool[way]();
  await run(pool, 'meanwhile');
  await end;
  await run(pool, 'afterwards');
  console.log(`  threads ${pool.threads.length}`);
}
process.exit();
END

cat >expected.txt <<'END'
Piscina close
  before: resolved with before
  meanwhile: rejected with AbortError "The task has been aborted", cause queue is being terminated
  afterwards: resolved with afterwards
  threads 1
Piscina destroy
  before: resolved with before
  meanwhile: rejected with AbortError "The task has been aborted", cause queue is being terminated
  afterwards: resolved with afterwards
  threads 1
Tinypool destroy
  before: resolved with before
  meanwhile: resolved with meanwhile
  afterwards: resolved with afterwards
  threads 1
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: a pool takes tasks again after close() and destroy(), and refuses them as aborted only in between'
