#!/usr/bin/env bash
# gaxios meets failing answers of four kinds, a refused connection, its own timeout and an abort with a reason.
# Version: gaxios 8.3.3, server on loopback.
# Expected by most: error.code is a text like ECONNREFUSED and the status stands in error.status only.
# What happens: code is the field `error.code` of the body where it has one, else the status as a number, else an
# errno name, else the name of an error ("TimeoutError", "AbortError"). `name` is Error for all of them; the cause of
# an answer is a plain object, no Error; an OAuth answer gives only its `error` as message, a page its whole HTML.
# Seen on 2026-11-28: codes 7, 404 (with status 400), 502, 400, ECONNREFUSED, TimeoutError, AbortError.
# What follows: the server that answers chooses error.code, which may look like a status; decide by error.status.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts gaxios@8.3.3 >/dev/null

cat >program.mjs <<'END'
import { createServer } from 'node:http';
import { request } from 'gaxios';

const answers = {
  '/code': [400, { error: { code: 7, message: 'bad row' } }],
  '/other': [400, { error: { code: 404, message: 'no row' } }],
  '/page': [502, '<p>Bad gateway</p>'],
  '/oauth': [400, { error: 'invalid_grant', error_description: 'Token expired' }],
};
const server = createServer((incoming, outgoing) => {
  const answer = answers[incoming.url];
  if (answer === undefined) return;
  const [status, body] = answer;
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  outgoing.writeHead(status, { 'content-type': type });
  outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${server.address().port}`;
const controller = new AbortController();
const ways = {
  ...Object.fromEntries(Object.keys(answers).map((path) => [path, { url: base + path }])),
  refused: { url: 'http://127.0.0.1:1/' },
  timeout: { url: `${base}/silent`, timeout: 50 },
  abort: { url: `${base}/silent`, signal: controller.signal },
};
for (const [way, options] of Object.entries(ways)) {
  if (way === 'abort') setTimeout(() => controller.abort(new Error('user left')), 50);
  const error = await request({ ...options, retry: false }).catch((reason) => reason);
  const cause = error.cause instanceof Error ? error.cause.name : typeof error.cause;
  console.log(`${way}: ${error.name} code ${JSON.stringify(error.code)} status ${error.status} cause ${cause}`);
  if (way !== 'refused') console.log(`  ${error.message}`);
}
server.closeAllConnections();
server.close();
END

cat >expected.txt <<'END'
/code: Error code 7 status 400 cause object
  bad row
/other: Error code 404 status 400 cause object
  no row
/page: Error code 502 status 502 cause object
  <p>Bad gateway</p>
/oauth: Error code 400 status 400 cause object
  invalid_grant
refused: Error code "ECONNREFUSED" status undefined cause FetchError
timeout: Error code "TimeoutError" status undefined cause AbortError
  The operation was aborted due to timeout
abort: Error code "AbortError" status undefined cause AbortError
  The operation was aborted.
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: the code is a number of the body, the status as a number, an errno name or the name of an error'
