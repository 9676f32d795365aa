#!/usr/bin/env bash
# sendMail fails by a file that is missing, a refused connection (of the server, of an attachment) and a list without
# an address.
# Version: nodemailer 10.6.1, SMTP server on loopback.
# Expected by most: error.code is ENOENT or ECONNREFUSED, as the message and the fields errno and syscall are those of
# Node.
# What happens: code is nodemailer's own, ESTREAM for every attachment and ESOCKET for the server, and the one before is
# moved to originalCode. A refused fetch of an attachment was renamed twice: originalCode is EFETCH, and ECONNREFUSED
# stands only in the message. A `to` that is no address is EENVELOPE "No recipients defined", as is no `to` at all.
# Seen on 2026-11-28: see the table below.
# What follows: a table of system codes misses every failure of mail, and originalCode need not be one either; errno and
# syscall are left as Node made them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts nodemailer@10.6.1 >/dev/null

cat >program.mjs <<'END'
import { createServer } from 'node:net';
import nodemailer from 'nodemailer';

const replies = { EHLO: '250 localhost', MAIL: '250 ok', RCPT: '250 ok', DATA: '354 go on', QUIT: '221 bye' };
const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.write('220 localhost\r\n');
  socket.on('data', (chunk) => {
    for (const line of String(chunk).split('\r\n').filter(Boolean)) {
      const reply = replies[line.slice(0, 4)];
      if (reply) socket.write(`${reply}\r\n`);
    }
  });
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const working = { host: '127.0.0.1', port: server.address().port, ignoreTLS: true };
const refused = { host: '127.0.0.1', port: 1, ignoreTLS: true };
const to = 'you@example.org';
const ways = {
  'missing file': [working, { to, attachments: [{ path: 'missing.txt' }] }],
  'refused attachment': [working, { to, attachments: [{ path: 'http://127.0.0.1:1/a.txt' }] }],
  'refused server': [refused, { to }],
  'to is no address': [working, { to: 'no address' }],
  'no to': [working, {}],
};
for (const [way, [options, message]] of Object.entries(ways)) {
  const transport = nodemailer.createTransport(options);
  const error = await transport.sendMail({ from: 'me@example.org', text: 't', ...message }).catch((reason) => reason);
  console.log(`${way}: code ${error.code}, originalCode ${error.originalCode}, syscall ${error.syscall}, command ${error.command}`);
}
server.close();
process.exit();
END

cat >expected.txt <<'END'
missing file: code ESTREAM, originalCode ENOENT, syscall open, command API
refused attachment: code ESTREAM, originalCode EFETCH, syscall connect, command API
refused server: code ESOCKET, originalCode ECONNREFUSED, syscall connect, command CONN
to is no address: code EENVELOPE, originalCode undefined, syscall undefined, command API
no to: code EENVELOPE, originalCode undefined, syscall undefined, command API
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: code is ESTREAM or ESOCKET, originalCode is a code of Node for a file and the server and EFETCH for a fetch'
