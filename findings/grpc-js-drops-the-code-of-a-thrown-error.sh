#!/usr/bin/env bash
# One error with `code: 5` leaves a unary handler twice: by callback(error) and by throw.
# Version: @grpc/grpc-js 1.14.7, client and server on loopback.
# Expected by most: the same status both ways, or INTERNAL with the message for the throw.
# What happens: called back it is 5 NOT_FOUND with the message. Thrown it is 2 UNKNOWN with the fixed text "Unknown
# error": code, message and metadata are gone and nothing is logged. `details` wins over `message` where both are set.
# Seen on 2026-11-28: NOT_FOUND "no such row" and UNKNOWN "Unknown error".
# What follows: a shared helper that throws status errors works in no handler of this library; catch and call back.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts @grpc/grpc-js@1.14.7 >/dev/null

cat >program.mjs <<'END'
import grpc from '@grpc/grpc-js';

const text = (value) => Buffer.from(value);
const method = {
  path: '/test.Rows/Read',
  requestStream: false,
  responseStream: false,
  requestSerialize: text,
  requestDeserialize: String,
  responseSerialize: text,
  responseDeserialize: String,
};
const failure = () => Object.assign(new Error('no such row'), { code: grpc.status.NOT_FOUND });
const server = new grpc.Server();
server.addService(
  { Read: method },
  {
    Read(call, callback) {
      if (call.request === 'throw') throw failure();
      const error = failure();
      if (call.request === 'callback with details') error.details = 'row 7';
      callback(error);
    },
  },
);
const port = await new Promise((resolve, reject) => {
  server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
    error ? reject(error) : resolve(bound),
  );
});
const Rows = grpc.makeGenericClientConstructor({ Read: method }, 'Rows');
const client = new Rows(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
for (const way of ['callback', 'callback with details', 'throw']) {
  const error = await new Promise((resolve) => {
    client.Read(way, resolve);
  });
  console.log(`${way}: ${error.code} ${grpc.status[error.code]} ${JSON.stringify(error.details)}`);
}
client.close();
server.forceShutdown();
END

cat >expected.txt <<'END'
callback: 5 NOT_FOUND "no such row"
callback with details: 5 NOT_FOUND "row 7"
throw: 2 UNKNOWN "Unknown error"
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: called back the code arrives, thrown it becomes UNKNOWN with the text Unknown error'
