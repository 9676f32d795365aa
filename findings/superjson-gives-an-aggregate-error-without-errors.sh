#!/usr/bin/env bash
# superjson writes and reads errors; seroval and structuredClone are given the same ones.
# Versions: superjson 2.2.7, seroval 1.8.2.
# Expected by most: superjson keeps what makes the error; what is named AggregateError has `errors`.
# What happens: superjson keeps name, message and cause. An AggregateError comes back with its name, without `errors`,
# as no instance of AggregateError; a TypeError is no instance of TypeError; codes go. structuredClone keeps the class
# of a TypeError and makes AggregateError a plain Error; seroval keeps all of it.
# Seen on 2026-11-28: see the table below.
# What follows: code that tests the name and then walks error.errors breaks behind superjson; allowedErrorProps has to
# list `errors` and `code`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts superjson@2.2.7 seroval@1.8.2 >/dev/null

cat >program.mjs <<'END'
import { deserialize, serialize } from 'seroval';
import superjson from 'superjson';

const errors = {
  AggregateError: new AggregateError([new Error('a')], 'm', { cause: new Error('c') }),
  TypeError: Object.assign(new TypeError('m'), { code: 'ERR_INVALID_ARG_TYPE' }),
};
const carriers = {
  superjson: (error) => superjson.parse(superjson.stringify(error)),
  seroval: (error) => deserialize(serialize(error)),
  structuredClone,
};
for (const [carrier, carry] of Object.entries(carriers)) {
  for (const [kind, error] of Object.entries(errors)) {
    const { name, errors: parts, code, cause, constructor } = carry(error);
    console.log(
      `${carrier} ${kind}: class ${constructor.name}, name ${name}, errors ${parts?.length}, code ${code}, cause ${cause?.message}`,
    );
  }
}
END

cat >expected.txt <<'END'
superjson AggregateError: class Error, name AggregateError, errors undefined, code undefined, cause c
superjson TypeError: class Error, name TypeError, errors undefined, code undefined, cause undefined
seroval AggregateError: class AggregateError, name AggregateError, errors 1, code undefined, cause c
seroval TypeError: class TypeError, name TypeError, errors undefined, code ERR_INVALID_ARG_TYPE, cause undefined
structuredClone AggregateError: class Error, name Error, errors undefined, code undefined, cause c
structuredClone TypeError: class TypeError, name TypeError, errors undefined, code undefined, cause undefined
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: superjson keeps name and cause without errors, code and class; seroval keeps all; structuredClone keeps a built-in class'
