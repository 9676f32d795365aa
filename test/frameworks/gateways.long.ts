// What stands between a client and a wrapped server, each of the real package.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { detectError } from "error-contract/detect";
import { expect, it, onTestFinished } from "vitest";
import { findPort } from "../kit/find-port.js";
import { installedFolder } from "../kit/installed.js";
import { root } from "../kit/page.js";

interface Gateway {
  /** The packages of the chain: the one that serves HTTP, and the one that makes stdio of it again. */
  readonly packages: readonly string[];
  readonly serve: (port: string) => readonly string[];
  readonly bridge?: (url: string) => readonly string[];
  /** How a tool ends whose client cancels the call. */
  readonly cancelled: "aborted" | "ended";
}

const bin = (name: string) => `node_modules/.bin/${name}`;
const supergateway: Gateway = {
  packages: ["supergateway@4.0.0"],
  serve: (port) => {
    const output = ["--outputTransport", "streamableHttp", "--port", port];
    return [bin("supergateway"), "--stdio", "node server.mjs", ...output];
  },
  cancelled: "ended",
};
const mcpProxy: Gateway = {
  packages: ["mcp-proxy@6.7.19"],
  serve: (port) => [bin("mcp-proxy"), "--host", "127.0.0.1", "--port", port, "--", "node", "server.mjs"],
  cancelled: "aborted",
};
const gateways: Readonly<Record<string, Gateway>> = {
  supergateway,
  "supergateway with --stateful": {
    ...supergateway,
    serve: (port) => [...supergateway.serve(port), "--stateful"],
    cancelled: "aborted",
  },
  "mcp-proxy": mcpProxy,
  "mcp-remote in front of mcp-proxy": {
    ...mcpProxy,
    packages: [...mcpProxy.packages, "mcp-remote@0.15.1"],
    bridge: (url) => [bin("mcp-remote"), url, "--allow-http"],
  },
};

/** Starts the gateway in a folder of its own, with the server behind it, and connects a client to it. */
async function connect({ packages, serve, bridge }: Gateway): Promise<{ client: Client; folder: string }> {
  const all = [...packages, "@modelcontextprotocol/sdk@1.32.2", "zod@4.6.7"];
  const folder = await installedFolder(all, ["--legacy-peer-deps", "--ignore-scripts"]);
  fs.cpSync(path.join(root, "test/fixtures/gateways"), folder, { recursive: true });
  fs.symlinkSync(path.join(root, "src"), path.join(folder, "node_modules/error-contract"), "junction");
  const port = String(await findPort());
  const gateway = spawn(process.execPath, serve(port), { cwd: folder, stdio: "ignore" });
  onTestFinished(async () => {
    const isOver = once(gateway, "exit");
    if (gateway.kill()) await isOver;
  });
  const url = `http://127.0.0.1:${port}/mcp`;
  while (gateway.exitCode === null && !(await fetch(url).catch(() => undefined))) await sleep(100);
  const client = new Client({ name: "test", version: "1.0.0" });
  onTestFinished(() => client.close());
  // The bridge writes what it knows of servers to this folder.
  const env = { ...(process.env as Record<string, string>), HOME: folder, MCP_REMOTE_CONFIG_DIR: folder };
  await client.connect(
    bridge
      ? new StdioClientTransport({
          command: process.execPath,
          args: [...bridge(url)],
          cwd: folder,
          env,
          stderr: "ignore",
        })
      : new StreamableHTTPClientTransport(new URL(url)),
  );
  return { client, folder };
}

it.each(Object.entries(gateways))("failures come through %s with their envelopes", async (_name, gateway) => {
  const { client, folder } = await connect(gateway);
  const expected = { contract: "standard", code: "CONFLICT", details: { id: 1 } };
  expect(detectError(await client.callTool({ name: "edit" }))).toMatchObject(expected);
  const refusal = await client.readResource({ uri: "file:///note" }).catch((thrown: unknown) => thrown);
  expect(detectError(refusal)).toMatchObject(expected);

  const told = path.join(folder, "told");
  const read = () => (fs.existsSync(told) ? fs.readFileSync(told, "utf8") : "");
  const controller = new AbortController();
  const call = client.callTool({ name: "wait" }, undefined, { signal: controller.signal }).catch(() => undefined);
  await expect.poll(read, { timeout: 60_000 }).toBe("begun");
  controller.abort();
  await call;
  await expect.poll(read, { timeout: 60_000 }).toBe(gateway.cancelled);
});
