#!/usr/bin/env bash
# pRetry runs functions that fail in nine ways, with two retries; the calls are counted.
# Version: p-retry 9.0.0.
# Expected by most: an AbortError ends the retries, programming errors are retried or none is.
# What happens: only the AbortError that p-retry itself exports ends them. The DOMException AbortError of an aborted
# fetch, a TimeoutError and an error named AbortError are tried again. TypeError is the one programming error that is
# not, unless its message is one that a browser gives a failed fetch ("fetch failed", "terminated", "network error").
# Seen on 2026-11-28: see the table below.
# What follows: give pRetry the signal too, or a shouldRetry that tests signal.aborted; else a cancelled call is made
# again.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts p-retry@9.0.0 >/dev/null

cat >program.mjs <<'END'
import pRetry, { AbortError } from 'p-retry';

const raise = (error) => () => {
  throw error;
};
const named = new Error('m');
named.name = 'AbortError';
const ways = {
  'AbortError of p-retry': raise(new AbortError('m')),
  'fetch with an aborted signal': () => fetch('http://127.0.0.1:1/', { signal: AbortSignal.abort() }),
  'DOMException TimeoutError': raise(new DOMException('m', 'TimeoutError')),
  'Error named AbortError': raise(named),
  TypeError: raise(new TypeError('m')),
  'TypeError "fetch failed"': raise(new TypeError('fetch failed')),
  'TypeError "terminated"': raise(new TypeError('terminated')),
  RangeError: raise(new RangeError('m')),
  ReferenceError: raise(new ReferenceError('m')),
};
for (const [name, run] of Object.entries(ways)) {
  let calls = 0;
  const attempt = () => {
    calls += 1;
    return run();
  };
  const error = await pRetry(attempt, { retries: 2, minTimeout: 1 }).catch((reason) => reason);
  console.log(`${name}: ${calls} calls, rejects with ${error.name}`);
}
END

cat >expected.txt <<'END'
AbortError of p-retry: 1 calls, rejects with Error
fetch with an aborted signal: 3 calls, rejects with AbortError
DOMException TimeoutError: 3 calls, rejects with TimeoutError
Error named AbortError: 3 calls, rejects with AbortError
TypeError: 1 calls, rejects with TypeError
TypeError "fetch failed": 3 calls, rejects with TypeError
TypeError "terminated": 3 calls, rejects with TypeError
RangeError: 3 calls, rejects with RangeError
ReferenceError: 3 calls, rejects with ReferenceError
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: the abort of a fetch is tried three times, a TypeError once, every other programming error three times'
