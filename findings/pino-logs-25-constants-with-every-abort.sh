#!/usr/bin/env bash
# pino logs the reason of an aborted signal, and an error that has it as its cause.
# Version: pino 10.4.0 with its own error serializer.
# Expected by most: type, message, stack, name and code of the DOMException.
# What happens: the serializer copies every enumerable property, inherited ones too, so the 25 constants of
# DOMException (INDEX_SIZE_ERR: 1 ...) are written with each abort. `type` is DOMException while `name` is AbortError.
# As a cause it adds only its message.
# Seen on 2026-11-28: 25 constants, type DOMException, name AbortError, code 20.
# What follows: a log of cancelled calls grows by about 600 bytes a line and gets 25 columns in a collector; name, not
# type, tells an abort; write such errors by a serializer of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts pino@10.4.0 >/dev/null

cat >program.mjs <<'END'
import pino from 'pino';

const lines = [];
const logger = pino({ base: null, timestamp: false }, { write: (line) => lines.push(JSON.parse(line).err) });
const controller = new AbortController();
controller.abort();
logger.error(controller.signal.reason);
logger.error(new Error('call failed', { cause: controller.signal.reason }));
for (const err of lines) {
  const constants = Object.keys(err).filter((key) => key.endsWith('_ERR'));
  console.log(`type=${err.type} name=${err.name} code=${err.code} constants=${constants.length}`);
  console.log(`  message: ${err.message}`);
}
END

cat >expected.txt <<'END'
type=DOMException name=AbortError code=20 constants=25
  message: This operation was aborted
type=Error name=undefined code=undefined constants=0
  message: call failed: This operation was aborted
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: an AbortError of the platform is logged with its 25 class constants; as a cause it adds only its message'
