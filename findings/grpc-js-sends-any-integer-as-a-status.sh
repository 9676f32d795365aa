#!/usr/bin/env bash
# A unary handler calls back errors whose codes are of another family: HTTP, JSON-RPC, errno, 0, text.
# Version: @grpc/grpc-js 1.14.7, client and server on loopback.
# Expected by most: a code outside of 0 to 16 becomes 2 UNKNOWN; code 0 with an error becomes UNKNOWN or success.
# What happens: every whole number goes over the wire as it is and the client names it "undefined"; a fraction or text
# becomes UNKNOWN with the message kept; code 0 arrives as 12 UNIMPLEMENTED "No message received", as if the method
# were missing.
# Seen on 2026-11-28: "404 undefined: m", "-32602 undefined: m", "12 UNIMPLEMENTED: No message received".
# What follows: error.code of a gRPC client need not be a key of grpc.status, so a table without a default has a hole;
# and UNIMPLEMENTED is no proof that the method is missing.
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
const codes = { http: 404, 'json-rpc': -32602, errno: -2, above: 17, zero: 0, fraction: 5.5, text: '5', system: 'ENOENT' };
const server = new grpc.Server();
server.addService(
  { Read: method },
  {
    Read(call, callback) {
      callback(Object.assign(new Error('m'), { code: codes[call.request] }));
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
for (const family of Object.keys(codes)) {
  const error = await new Promise((resolve) => {
    client.Read(family, resolve);
  });
  console.log(`${family} ${codes[family]}: ${error.message}`);
}
client.close();
server.forceShutdown();
END

cat >expected.txt <<'END'
http 404: 404 undefined: m
json-rpc -32602: -32602 undefined: m
errno -2: -2 undefined: m
above 17: 17 undefined: m
zero 0: 12 UNIMPLEMENTED: No message received
fraction 5.5: 2 UNKNOWN: m
text 5: 2 UNKNOWN: m
system ENOENT: 2 UNKNOWN: m
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: any whole number is sent as the status, and an error with code 0 arrives as UNIMPLEMENTED'
