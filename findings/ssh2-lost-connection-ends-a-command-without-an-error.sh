#!/usr/bin/env bash
# A client runs commands that exit, are killed, end without a status, or lose their connection in the midst of output.
# Version: ssh2 1.17.0, client and server on loopback.
# Expected by most: the channel or the client emits "error" where the connection goes before the command has ended.
# What happens: neither does. The channel emits "end" and "close" with null, as it does for a command whose server sends
# no exit status; the client says "close" alone. A killed command closes with null and the signal.
# Seen on 2026-11-28: see the table below.
# What follows: output that was cut looks complete, and a promise that waits for "error" or "exit" never settles; take
# each close whose first argument is no number as a failure.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' >package.json
npm install --no-audit --no-fund --silent --ignore-scripts ssh2@1.17.0 >/dev/null

cat >program.mjs <<'END'
import ssh2 from 'ssh2';

const { Client, Server, utils } = ssh2;
const ends = {
  exits: (stream) => stream.exit(3),
  'is killed': (stream) => stream.exit('TERM', false, 'stop'),
  'has no status': () => {},
};
const sockets = [];
const server = new Server({ hostKeys: [utils.generateKeyPairSync('ed25519').private] }, (peer) => {
  peer.on('error', () => {}).on('authentication', (context) => context.accept());
  peer.on('session', (accept) => {
    accept().on('exec', (take, refuse, { command }) => {
      const stream = take();
      stream.write('half of the out');
      if (command in ends) {
        ends[command](stream);
        stream.end();
      } else setTimeout(() => sockets.forEach((socket) => socket.destroy()), 50);
    });
  });
});
server._srv.on('connection', (socket) => sockets.push(socket));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const login = { host: '127.0.0.1', port: server.address().port, username: 'u', password: 'p' };
for (const command of [...Object.keys(ends), 'loses its connection']) {
  const seen = [];
  const client = new Client();
  const note = (emitter, owner, kinds) => {
    for (const kind of kinds) emitter.on(kind, (...values) => seen.push(`${owner} ${kind} ${JSON.stringify(values)}`));
  };
  note(client, 'client', ['error', 'close']);
  await new Promise((resolve) => client.on('ready', resolve).connect(login));
  await new Promise((resolve) => {
    client.exec(command, (error, channel) => {
      note(channel.resume(), 'channel', ['error', 'exit', 'end', 'close']);
      channel.on('close', () => setTimeout(resolve, 100));
    });
  });
  console.log(`${command}: ${seen.join(', ')}`);
  client.removeAllListeners().end();
}
process.exit();
END

cat >expected.txt <<'END'
exits: channel exit [3], channel end [], channel close [3]
is killed: channel exit [null,"SIGTERM",false,"stop"], channel end [], channel close [null,"SIGTERM",false,"stop"]
has no status: channel end [], channel close [null]
loses its connection: client close [], channel end [], channel close [null]
END

node program.mjs >seen.txt
if ! cmp -s expected.txt seen.txt; then
  echo 'Expected:' && cat expected.txt
  echo 'Seen:' && cat seen.txt
  exit 1
fi
echo 'OK: a lost connection closes the channel with null and without an error, as a command without exit status does'
