import { execFile, execFileSync, spawnSync } from "node:child_process";
import { once, EventEmitter } from "node:events";
import { readFile } from "node:fs/promises";
import https from "node:https";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { gunzip } from "node:zlib";

export const packages = { execa: "9.6.1", "simple-git": "4.0.2", dockerode: "5.0.1" };

export async function run({ load, trial, serve, serveLines }) {
  const start = promisify(execFile);
  const program = "node:child_process";
  await trial(program, "a program that is not installed", "UNAVAILABLE", () => start("nosuchprogram"));
  await trial(program, "a program that is not installed, awaited", "UNAVAILABLE", () => {
    throw spawnSync("nosuchprogram").error;
  });
  await trial(program, "a working directory that is not there", "NOT_FOUND", () =>
    start("ls", [], { cwd: "/no/such/folder" }),
  );
  await trial(program, "a program that takes too long", "TIMEOUT", () => start("sleep", ["5"], { timeout: 100 }));
  await trial(program, "the same, awaited", "TIMEOUT", () => execFileSync("sleep", ["5"], { timeout: 100 }));
  await trial(program, "an abort because a time was over", "TIMEOUT", () =>
    start("sleep", ["5"], { signal: AbortSignal.timeout(80) }),
  );
  await trial(program, "an exit code of 1", "INTERNAL", () => start("sh", ["-c", "exit 1"]));

  const { execa } = await load("execa");
  await trial("execa", "a program that is not installed", "UNAVAILABLE", () => execa("nosuchprogram"));
  await trial("execa", "a program that takes too long", "TIMEOUT", () => execa("sleep", ["5"], { timeout: 100 }));
  await trial("execa", "an abort", "CANCELLED", () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    return execa("sleep", ["5"], { cancelSignal: controller.signal });
  });
  const { simpleGit, GitPluginError } = await load("simple-git");
  await trial("simple-git", "git is not installed", "UNAVAILABLE", () => simpleGit({ binary: "nosuchgit" }).status());
  await trial("simple-git", "the time of its plugin is over", "TIMEOUT", () => {
    throw new GitPluginError(undefined, "timeout", "m");
  });
  const { default: Docker } = await load("dockerode");
  await trial("dockerode", "a socket that is not there", "UNAVAILABLE", () =>
    new Docker({ socketPath: "/no/such.sock" }).listContainers(),
  );

  await trial("node:events", "a time that was over", "TIMEOUT", () =>
    once(new EventEmitter(), "x", { signal: AbortSignal.timeout(30) }),
  );
  await trial("node:timers", "a time that was over", "TIMEOUT", () =>
    sleep(900, undefined, { signal: AbortSignal.timeout(30) }),
  );
  await trial("node:vm", "a script that takes too long", "TIMEOUT", () =>
    runInNewContext("for (;;);", {}, { timeout: 50 }),
  );
  await trial("node:zlib", "damaged data", "DATA_CORRUPT", () => promisify(gunzip)(Buffer.from("nonsense")));
  await trial("node:fs", "a file that is not there", "NOT_FOUND", () => readFile("/no/such/file"));
  await trial("node:fs", "a path with a null byte", "INVALID_INPUT", () => readFile("a\0b"));
  const get = (protocol, url) => new Promise((done, fail) => protocol.get(url, done).on("error", fail));
  await trial("node:http", "an answer that is no HTTP", "UPSTREAM_FAILED", async () =>
    get(http, `http://127.0.0.1:${await serveLines("SSH-2.0-x", () => undefined)}`),
  );
  await trial("node:https", "a port without TLS", "UPSTREAM_FAILED", async () =>
    get(https, (await serve(200)).replace("http:", "https:")),
  );
  await trial("JSON.parse", "a text that the tool reads", "INTERNAL", () => JSON.parse("{x"));
  await trial("new URL", "an address that is none", "INVALID_INPUT", () => new URL("not a url"));
}
