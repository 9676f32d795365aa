#!/usr/bin/env bash
# setStatus is called on spans in six orders.
# Versions: @opentelemetry/sdk-trace-base 2.12.1, @opentelemetry/api 1.9.1.
# Expected by most: the last call wins, or the gravest status does.
# What happens: OK is final: an ERROR after it is ignored without a warning, an OK after an ERROR takes the place of
# it and its message. UNSET never changes anything. A later ERROR replaces the message of an earlier one.
# Seen on 2026-11-28: ERROR then OK is OK; OK then ERROR is OK; ERROR then UNSET is ERROR.
# What follows: code that sets OK as its last line before sending the answer hides a failure of the sending; leave OK
# to the outermost caller, and set ERROR alone inside.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @opentelemetry/sdk-trace-base@2.12.1 @opentelemetry/api@1.9.1 >/dev/null

cat >program.mjs <<'END'
import { SpanStatusCode } from '@opentelemetry/api';
import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';

const tracer = new BasicTracerProvider().getTracer('t');
const orders = [['ERROR'], ['ERROR', 'OK'], ['OK', 'ERROR'], ['ERROR', 'UNSET'], ['OK', 'UNSET'], ['ERROR', 'ERROR']];
for (const order of orders) {
  const span = tracer.startSpan('t');
  order.forEach((name, index) => span.setStatus({ code: SpanStatusCode[name], message: `call ${index + 1}` }));
  span.end();
  console.log(`${order.join(' then ')}: ${SpanStatusCode[span.status.code]}, message ${span.status.message}`);
}
END

cat >expected.txt <<'END'
ERROR: ERROR, message call 1
ERROR then OK: OK, message undefined
OK then ERROR: OK, message undefined
ERROR then UNSET: ERROR, message call 1
OK then UNSET: OK, message undefined
ERROR then ERROR: ERROR, message call 2
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: OK is final and drops the message, ERROR gives way to OK and to a later ERROR, UNSET changes nothing'
