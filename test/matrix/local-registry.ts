import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll } from "vitest";
import { packedTarballs } from "../kit/installed.js";
import { temporaryFolder, writeFiles } from "../kit/project.js";
import { runNpm } from "../kit/run-node.js";
import { VERSIONS } from "./versions.js";

/** A registry on this machine, and a home for those who install from it. */
export interface LocalRegistry {
  readonly url: string;
  /** Keeps package managers away from the settings and caches of whoever runs the tests. */
  readonly env: NodeJS.ProcessEnv;
}

const servers: ChildProcess[] = [];

// Before their folders are removed.
afterAll(async () => {
  for (const server of servers) {
    const isOver = once(server, "exit");
    if (server.kill()) await isOver;
  }
});

/**
 * A registry that has our packages, both unless told otherwise, and all others from where npm gets them. It ends with
 * the test file.
 */
export async function localRegistry(tarballs?: readonly string[]): Promise<LocalRegistry> {
  const url = await startedServer();
  const home = temporaryFolder();
  const registry = { url, env: environment(home) };
  const token = await tokenOf(url);
  writeFiles(home, {
    ".npmrc": [`registry=${url}`, `${url.replace("http:", "")}:_authToken=${token}`, "update-notifier=false"].join(
      "\n",
    ),
  });
  for (const tarball of tarballs ?? (await packedTarballs())) await publish(tarball, registry);
  return registry;
}

/** Provenance is for builds of the repository's own workflow. */
const NO_PROVENANCE = "--provenance=false";

/**
 * Publishes a tarball or a folder.
 *
 * @throws where the registry is not on this machine.
 */
export async function publish(what: string, { url, env }: LocalRegistry, flags = [NO_PROVENANCE]): Promise<void> {
  if (new URL(url).hostname !== "127.0.0.1") throw new Error("Tests publish to 127.0.0.1 and nowhere else.");
  const args = ["publish", what, "--registry", url, "--loglevel=error", ...flags];
  await succeeded(runNpm(args, { cwd: path.dirname(what), env }));
}

async function startedServer(): Promise<string> {
  const folder = temporaryFolder();
  const { verdaccio, nodeFetch } = VERSIONS;
  writeFiles(folder, {
    "package.json": JSON.stringify({
      private: true,
      dependencies: { verdaccio },
      overrides: { "node-fetch": nodeFetch },
    }),
  });
  const install = ["install", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  await succeeded(runNpm(install, { cwd: folder }));

  const server = spawn(process.execPath, [path.join(import.meta.dirname, "registry-server.js"), folder], {
    cwd: folder,
    // Where npm gets its packages is said to the process, and written nowhere.
    env: { ...process.env, UPLINK: await npmSetting("registry"), UPLINK_CA: await npmSetting("cafile") },
    stdio: ["pipe", "pipe", "ignore"],
  });
  servers.push(server);
  const [url] = (await Promise.race([once(createInterface(server.stdout), "line"), ended(server)])) as [string];
  return url;
}

async function ended(server: ChildProcess): Promise<never> {
  const [status] = (await once(server, "exit")) as [number | null];
  throw new Error(`the registry ended with ${String(status)}`);
}

async function npmSetting(key: string): Promise<string> {
  const { stdout } = await runNpm(["config", "get", key], { cwd: import.meta.dirname });
  const value = stdout.trim();
  return ["null", "undefined"].includes(value) ? "" : value;
}

async function tokenOf(url: string): Promise<string> {
  const response = await fetch(`${url}-/user/org.couchdb.user:publisher`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "publisher", password: "for this test only" }),
  });
  return ((await response.json()) as { token: string }).token;
}

function environment(home: string): NodeJS.ProcessEnv {
  const inherited = Object.keys(process.env).filter((name) => /^(?:npm_config|pnpm|yarn|xdg)_/i.test(name));
  return { ...Object.fromEntries(inherited.map((name) => [name, undefined])), HOME: home, USERPROFILE: home };
}

async function succeeded(run: ReturnType<typeof runNpm>): Promise<void> {
  const { status, stdout, stderr } = await run;
  if (status === 0) return;
  const output = `${stdout}${stderr}`.replace(/https:\/\/[^\s/]+/g, "https://…");
  throw new Error(`npm ended with ${String(status)}:\n${output}`);
}
