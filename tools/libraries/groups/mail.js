export const packages = { nodemailer: "10.6.1", "basic-ftp": "6.2.6", ws: "8.23.0", ssh2: "1.17.0" };

export async function run({ load, trial, serve, serveLines, serveSilence, findPort, folder }) {
  const dead = await findPort();
  const { default: nodemailer } = await load("nodemailer");
  const message = { from: "a@example.org", to: "b@example.org", text: "x" };
  const send = (port, more = {}) =>
    nodemailer
      .createTransport({
        host: "127.0.0.1",
        port,
        ignoreTLS: true,
        auth: { user: "u", pass: "p", method: "PLAIN" },
        greetingTimeout: 500,
      })
      .sendMail({ ...message, ...more });
  const replyWith = (command, reply) =>
    serveLines("220 x ESMTP", (line) => {
      if (line.startsWith(command)) return reply;
      if (line.startsWith("EHLO")) return "250-x\r\n250 AUTH PLAIN LOGIN";
      return line.startsWith("AUTH") ? "235 ok" : "250 ok";
    });
  for (const [command, reply, expected] of [
    ["AUTH", "535 5.7.8 bad credentials", "UNAUTHENTICATED"],
    ["RCPT", "550 5.1.1 no such user", "NOT_FOUND"],
    ["MAIL", "421 4.7.0 try again later", "UNAVAILABLE"],
    ["RCPT", "450 4.2.0 greylisted", "UNAVAILABLE"],
    ["RCPT", "452 4.5.3 too many", "UNAVAILABLE"],
  ])
    await trial("nodemailer", `the reply ${reply.slice(0, 3)} to ${command}`, expected, async () =>
      send(await replyWith(command, reply)),
    );
  const mailWith = (more) => async () => {
    // What follows DATA is the mail, up to a point.
    let isMail = false;
    const take = (line) => {
      if (isMail && line !== ".") return undefined;
      isMail = line === "DATA";
      return isMail ? "354 go on" : "250 ok";
    };
    const port = await serveLines("220 x ESMTP", (line) => (line.startsWith("AUTH") ? "235 ok" : take(line)));
    return send(port, more);
  };
  for (const [failure, expected, more] of [
    ["an attachment that is not there", "NOT_FOUND", { attachments: [{ path: `${folder}/none` }] }],
    ["an attachment that is a folder", "INVALID_INPUT", { attachments: [{ path: folder }] }],
    ["an attachment of a dead server", "UNAVAILABLE", { attachments: [{ path: `http://127.0.0.1:${dead}/` }] }],
    ["an attachment with the status 404", "UPSTREAM_FAILED", { attachments: [{ path: await serve(404) }] }],
    ["a file though files are off", "PERMISSION_DENIED", { disableFileAccess: true, text: { path: folder } }],
    ["a list without an address", "INVALID_INPUT", { to: "nobody" }],
  ])
    await trial("nodemailer", failure, expected, mailWith(more));
  await trial("nodemailer", "a connection that is refused", "UNAVAILABLE", () => send(dead));
  await trial("nodemailer", "no greeting in time", "TIMEOUT", async () => send(await serveSilence()));

  const { Client } = await load("basic-ftp");
  const ask = async (port, size = true) => {
    const client = new Client(400);
    try {
      await client.access({ host: "127.0.0.1", port, user: "u", password: "p" });
      return size ? await client.size("x") : undefined;
    } finally {
      client.close();
    }
  };
  const reply = (command, said) =>
    serveLines("220 x", (line) => {
      if (line.startsWith(command)) return said;
      return line.startsWith("USER") ? "331 x" : line.startsWith("PASS") ? "230 in" : "200 ok";
    });
  for (const [command, said, expected] of [
    ["PASS", "530 Login incorrect", "UNAUTHENTICATED"],
    ["SIZE", "550 No such file", "NOT_FOUND"],
    ["SIZE", "421 Service not available", "UNAVAILABLE"],
    ["SIZE", "450 busy", "UNAVAILABLE"],
    ["SIZE", "553 bad name", "INVALID_INPUT"],
  ])
    await trial("basic-ftp", `the reply ${said.slice(0, 3)} to ${command}`, expected, async () =>
      ask(await reply(command, said)),
    );
  await trial("basic-ftp", "no reply in time", "TIMEOUT", async () => ask(await reply("SIZE", undefined)));
  await trial("basic-ftp", "a connection that is refused", "UNAVAILABLE", () => ask(dead));

  const { WebSocket } = await load("ws");
  const open = (url) =>
    new Promise((done, fail) => {
      new WebSocket(url.replace("http", "ws")).on("open", done).on("error", fail);
    });
  for (const [status, expected] of [
    [401, "UNAUTHENTICATED"],
    [429, "RATE_LIMITED"],
    [503, "UNAVAILABLE"],
  ])
    await trial("ws", `the status ${status}`, expected, async () => open(await serve(status)));
  await trial("ws", "a connection that is refused", "UNAVAILABLE", () => open(`http://127.0.0.1:${dead}`));
  await trySsh(await load("ssh2"), { trial, serveSilence, dead });
}

async function trySsh({ default: { Client, Server, utils } }, { trial, serveSilence, dead }) {
  const server = new Server({ hostKeys: [utils.generateKeyPairSync("ed25519").private] }, (peer) => {
    peer.on("error", () => undefined);
    peer.on("authentication", (context) => (context.password === "p" ? context.accept() : context.reject()));
    peer.on("session", (accept) => {
      const session = accept();
      session.on("exec", (_, reject) => reject());
      session.on("sftp", (take) => {
        const sftp = take();
        sftp.on("STAT", (id, name) => sftp.status(id, Number(name)));
      });
    });
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address();
  const connect = (options) =>
    new Promise((done, fail) => {
      const client = new Client();
      client.on("ready", () => done(client)).on("error", fail);
      client.connect({ host: "127.0.0.1", port, username: "u", password: "p", ...options });
    });
  const call = (owner, method, ...values) =>
    new Promise((done, fail) => {
      owner[method](...values, (error, value) => (error ? fail(error) : done(value)));
    });
  await trial("ssh2", "a password that is wrong", "UNAUTHENTICATED", () => connect({ password: "x" }));
  await trial("ssh2", "a connection that is refused", "UNAVAILABLE", () => connect({ port: dead }));
  await trial("ssh2", "no greeting in time", "TIMEOUT", async () =>
    connect({ port: await serveSilence(), readyTimeout: 100 }),
  );
  await trial("ssh2", "a server that hangs up", "UNAVAILABLE", async () => connect({ port: await serveSilence(true) }));
  await trial("ssh2", "a host whose key is another", "UPSTREAM_FAILED", () => connect({ hostVerifier: () => false }));
  const client = await connect();
  await trial("ssh2", "a command that the server refuses", "UPSTREAM_FAILED", () => call(client, "exec", "x"));
  const sftp = await call(client, "sftp");
  for (const [status, expected] of [
    [2, "NOT_FOUND"],
    [3, "PERMISSION_DENIED"],
    [4, "UPSTREAM_FAILED"],
    [7, "UNAVAILABLE"],
  ])
    await trial("ssh2", `the status ${status} of SFTP`, expected, () => call(sftp, "stat", String(status)));
  client.end();
  await new Promise((done) => client.on("close", done));
  await trial("ssh2", "a connection that is over", "UNAVAILABLE", () => call(client, "exec", "x"));
  server.close();
}
