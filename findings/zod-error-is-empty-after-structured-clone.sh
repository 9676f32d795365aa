#!/usr/bin/env bash
# The error of a failed parse goes through structuredClone (as between threads) and through JSON.
# Version: zod 4.6.7. An error with a code is cloned beside it for comparison.
# Expected by most: the clone is an Error with its message, and loses `issues`, as any error's own fields are lost.
# What happens: the clone is an Error with the message "" and no issues, so nothing says what failed but the first
# line of the stack ("ZodError: ["). JSON of the error has name and message; the issues are only in the message, as
# JSON in JSON.
# Seen on 2026-11-28: message "" and issues undefined from parse and safeParse.
# What follows: a worker that parses must send z.treeifyError or error.issues, never the error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts zod@4.6.7 >/dev/null

cat >program.mjs <<'END'
import * as z from 'zod';

const schema = z.object({ port: z.number() });
const thrown = () => {
  try {
    return schema.parse({ port: 'x' });
  } catch (error) {
    return error;
  }
};
const errors = {
  parse: thrown(),
  safeParse: schema.safeParse({ port: 'x' }).error,
  'plain Error': Object.assign(new Error('no port'), { code: 'E_PORT' }),
};
for (const [name, error] of Object.entries(errors)) {
  const clone = structuredClone(error);
  console.log(`${name}: class ${clone.constructor.name}, message ${JSON.stringify(clone.message)}, issues ${clone.issues}`);
  console.log(`  JSON keys before: ${Object.keys(JSON.parse(JSON.stringify(error)))}`);
}
END

cat >expected.txt <<'END'
parse: class Error, message "", issues undefined
  JSON keys before: name,message
safeParse: class Error, message "", issues undefined
  JSON keys before: name,message
plain Error: class Error, message "no port", issues undefined
  JSON keys before: code
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: the clone of a ZodError has an empty message and no issues, its JSON has the message and no issues'
