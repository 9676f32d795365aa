#!/usr/bin/env bash
# recordException is given errors with and without codes.
# Versions: @opentelemetry/sdk-trace-base 2.12.1, @opentelemetry/api 1.9.1.
# Expected by most: exception.type is the name of the class, as the semantic conventions say.
# What happens: a truthy code takes its place, as text ("-32602", "ENOENT"); code 0 does not; a subclass that sets no
# name is "Error" (error.name, not the class); an AggregateError keeps none of its errors and no cause is kept; an
# object without code, name and message leaves no event at all.
# Seen on 2026-11-28: ENOENT, -32602, Error, Error, AggregateError, 5, no event.
# What follows: dashboards grouped by exception.type mix class names, errno names and JSON-RPC numbers.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @opentelemetry/sdk-trace-base@2.12.1 @opentelemetry/api@1.9.1 >/dev/null

cat >program.mjs <<'END'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';

const exporter = new InMemorySpanExporter();
const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer('t');
class QuotaError extends Error {}
const thrown = {
  'TypeError with code ENOENT': Object.assign(new TypeError('m'), { code: 'ENOENT' }),
  'Error with code -32602': Object.assign(new Error('m'), { code: -32602 }),
  'Error with code 0': Object.assign(new Error('m'), { code: 0 }),
  'class QuotaError': new QuotaError('m'),
  'AggregateError with a cause': new AggregateError([new Error('a')], 'm', { cause: new Error('c') }),
  'object with code 5': { code: 5 },
  'object without fields': { reason: 'm' },
};
for (const [name, value] of Object.entries(thrown)) {
  const span = tracer.startSpan(name);
  span.recordException(value);
  span.end();
  const [event] = exporter.getFinishedSpans().at(-1).events;
  const attributes = event?.attributes ?? {};
  const fields = Object.keys(attributes).map((key) => key.replace('exception.', ''));
  console.log(`${name}: ${event ? `type=${attributes['exception.type']} [${fields.sort()}]` : 'no event'}`);
}
END

cat >expected.txt <<'END'
TypeError with code ENOENT: type=ENOENT [message,stacktrace,type]
Error with code -32602: type=-32602 [message,stacktrace,type]
Error with code 0: type=Error [message,stacktrace,type]
class QuotaError: type=Error [message,stacktrace,type]
AggregateError with a cause: type=AggregateError [message,stacktrace,type]
object with code 5: type=5 [type]
object without fields: no event
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: exception.type is the code as text, the name for code 0, and never the name of an unnamed subclass'
