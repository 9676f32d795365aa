#!/usr/bin/env bash
# A transaction inserts one row, a statement in it fails, the program commits all the same and counts the rows.
# Version: @duckdb/node-api 1.5.6-r.1.
# Expected by most: commit() of a failed transaction rejects, or the row is there.
# What happens: commit always resolves. A parser or catalog error leaves the transaction whole (the row stays); an
# error while binding or running aborts it, and the commit then drops the row without an error.
# Seen on 2026-11-28: commit resolved six times; rows 1, 1, 0, 0, 0, 0.
# What follows: a handler that catches a statement's error and commits reports success for lost rows; only the failed
# statement tells. Roll back in every catch.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @duckdb/node-api@1.5.6-r.1 >/dev/null

cat >program.mjs <<'END'
import { DuckDBInstance } from '@duckdb/node-api';

const connection = await (await DuckDBInstance.create(':memory:')).connect();
await connection.run('create table t(i int)');
const failing = [
  'select * from nope',
  'selec 1',
  "select cast('x' as int)",
  "select error('x')",
  'select 9223372036854775807 + 1',
  "select cast(v as int) from (values ('x')) s(v)",
];
for (const statement of failing) {
  await connection.run('begin');
  await connection.run('insert into t values (1)');
  const kind = await connection.run(statement).then(
    () => 'no error',
    (error) => error.message.split(':')[0],
  );
  const commit = await connection.run('commit').then(
    () => 'commit resolved',
    () => 'commit rejected',
  );
  const rows = (await connection.runAndReadAll('select i from t')).getRows().length;
  console.log(`${kind} | ${commit} | rows ${rows}`);
  await connection.run('delete from t');
}
END

cat >expected.txt <<'END'
Catalog Error | commit resolved | rows 1
Parser Error | commit resolved | rows 1
Conversion Error | commit resolved | rows 0
Invalid Input Error | commit resolved | rows 0
Out of Range Error | commit resolved | rows 0
Conversion Error | commit resolved | rows 0
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: commit resolved after every failed statement; the row is kept after parser and catalog errors and lost after the others'
