// What the groups share: servers that fail, and trials that throw what a library made of it.
import { spawn, spawnSync } from "node:child_process";
import http from "node:http";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { wrapHandler } from "../../src/dist/contracts/standard/index.js";

const longest = 15_000;

export function createTrials(group, folder) {
  const results = [];
  const missing = [];
  const ends = [];

  /** Serves one answer for every request: a status with headers and body, or a way to fail. */
  async function serve(status, headers = {}, body = "", way = undefined) {
    const server = http.createServer((request, response) => {
      request.resume().on("end", () => {
        if (way === "hang") return;
        if (way === "reset") {
          request.socket.resetAndDestroy();
          return;
        }
        const text = typeof body === "string" ? body : JSON.stringify(body);
        const type = text.startsWith("<") ? "text/html" : "application/json";
        if (way === "cut") {
          response.writeHead(200, { "content-type": type, "content-length": 1000 });
          response.write("{");
          setTimeout(() => response.socket?.destroy(), 30);
          return;
        }
        response.writeHead(status, { "content-type": type, ...headers }).end(text);
      });
    });
    await listen(server);
    return `http://127.0.0.1:${server.address().port}`;
  }

  /** Serves a protocol of lines: what is said first, and the reply to each line. */
  async function serveLines(greeting, reply) {
    const server = net.createServer((socket) => {
      socket.on("error", () => undefined).write(`${greeting}\r\n`);
      let text = "";
      socket.on("data", (data) => {
        const lines = (text + data).split("\r\n");
        text = lines.pop();
        for (const line of lines) {
          const said = reply(line);
          if (said !== undefined) socket.write(`${said}\r\n`);
        }
      });
    });
    await listen(server);
    return server.address().port;
  }

  /** A server that takes connections, and says nothing or ends them. */
  async function serveSilence(ends = false) {
    const server = net.createServer((socket) => {
      socket.on("error", () => undefined);
      if (ends) socket.end();
    });
    await listen(server);
    return server.address().port;
  }

  async function listen(server) {
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    server.unref();
    ends.push(() => {
      server.closeAllConnections?.();
      server.close();
    });
  }

  async function findPort() {
    const server = net.createServer();
    await new Promise((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address();
    await new Promise((done) => server.close(done));
    return port;
  }

  /** Starts a program that is installed; `undefined` where it is not. */
  async function start(program, programArgs, isReady) {
    if (spawnSync("sh", ["-c", `command -v ${program}`]).status !== 0) {
      missing.push(program);
      return undefined;
    }
    const child = spawn(program, programArgs, { stdio: "ignore" });
    ends.push(() => child.kill("SIGKILL"));
    for (let attempt = 0; attempt < 100; attempt++) {
      if (await isReady()) return child;
      await sleep(100);
    }
    throw new Error(`${program} has not started`);
  }

  const isOpen = (port) =>
    new Promise((done) => {
      const socket = net.connect(port, "127.0.0.1", () => done(true)).on("error", () => done(false));
      socket.on("connect", () => socket.destroy());
    });

  /**
   * Throws what `run` throws in a wrapped tool.
   *
   * @param expected the code that is right, or several; a number behind it is the wait in seconds.
   * @param input the arguments of the call.
   */
  async function trial(library, failure, expected, run, input = {}) {
    let timer;
    const tooLong = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${library}, ${failure}: nothing came`)), longest);
    });
    const missed = new Error(`${library}, ${failure}: nothing was thrown`);
    let thrown = missed;
    try {
      await Promise.race([Promise.resolve().then(() => run(input)), tooLong]);
    } catch (caught) {
      thrown = caught;
    } finally {
      clearTimeout(timer);
    }
    const rethrow = () => Promise.reject(thrown);
    const wrapped = wrapHandler(rethrow, { tool_name: "t", audit: "none", deliver: "envelope" });
    const { error } = await wrapped(input);
    const [code, wait] = expected.split(" ");
    const isRight =
      thrown !== missed && code.split("|").includes(error.code) && error.retry_after === (wait && Number(wait));
    const [name, ...rest] = library.split(": ");
    results.push({
      group,
      library,
      package: name,
      context: rest.join(": "),
      failure,
      thrown: describe(thrown),
      code: error.code,
      wait: error.retry_after,
      expected,
      isRight,
      message: error.message,
    });
  }

  const close = async () => {
    for (const end of ends.reverse()) end();
    await sleep(50);
  };
  return { trial, serve, serveLines, serveSilence, findPort, start, isOpen, close, results, missing, folder };
}

/** What shows of an error: its name or class, and the members that say what it is. */
function describe(thrown) {
  if (typeof thrown !== "object" || thrown === null) return JSON.stringify(thrown) ?? String(thrown);
  const own = thrown.name === "Error" || thrown.name === undefined ? thrown.constructor?.name : thrown.name;
  const told = [
    "code",
    "errno",
    "status",
    "statusCode",
    "responseCode",
    "errcode",
    "type",
    "killed",
    "timedOut",
  ].flatMap((name) => {
    const value = thrown[name];
    const isTold = typeof value === "string" || typeof value === "number" || value === true;
    return isTold && value !== "" ? [`${name}: ${JSON.stringify(value)}`] : [];
  });
  return told.length === 0 ? String(own) : `${own} { ${told.join(", ")} }`;
}
