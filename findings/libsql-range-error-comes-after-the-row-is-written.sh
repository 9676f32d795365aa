#!/usr/bin/env bash
# An insert with `returning` gives back an integer above 2^53, by execute() and inside of batch().
# Version: @libsql/client 0.18.0 (a database in memory).
# Expected by most: a LibsqlError with a code, and a statement that rejects has written nothing.
# What happens: both reject with a bare RangeError (no code, no cause). execute() has written the row before it reads
# the result; batch() rolls back. Without `returning` the same insert succeeds and lastInsertRowid is a bigint.
# Seen on 2026-11-28: RangeError undefined, rows 1 after execute and 0 after batch.
# What follows: a retry of the "failed" execute meets a constraint error; the code of a LibsqlError does not cover
# every failure. Set intMode.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @libsql/client@0.18.0 >/dev/null

cat >program.mjs <<'END'
import { createClient } from '@libsql/client';

const client = createClient({ url: ':memory:' });
await client.execute('create table t(id integer primary key)');
const insert = 'insert into t values (9007199254740993)';
const returning = `${insert} returning id`;
const ways = {
  execute: () => client.execute(returning),
  batch: () => client.batch([returning], 'write'),
  'execute again': async () => {
    await client.execute(returning).catch(() => {});
    return client.execute(returning);
  },
  'without returning': () => client.execute(insert),
};
for (const [way, run] of Object.entries(ways)) {
  const outcome = await run().then(
    (result) => `resolved ${typeof result.lastInsertRowid}`,
    (error) => `${error.name} code=${error.code} cause=${error.cause?.name}`,
  );
  const { rows } = await client.execute('select count(*) as n from t');
  console.log(`${way}: ${outcome} | rows ${rows[0].n}`);
  await client.execute('delete from t');
}
END

cat >expected.txt <<'END'
execute: RangeError code=undefined cause=undefined | rows 1
batch: RangeError code=undefined cause=undefined | rows 0
execute again: LibsqlError code=SQLITE_CONSTRAINT cause=SqliteError | rows 1
without returning: resolved bigint | rows 1
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: the RangeError has no code; execute had written the row, batch had not'
