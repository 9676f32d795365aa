import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { root } from "./page.js";
import { runNode } from "./run-node.js";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/** Builds the site into a folder, beside other builds. */
export async function buildSite(folder: string): Promise<void> {
  const vitepress = path.join(root, "node_modules/vitepress/bin/vitepress.js");
  const env = { ...process.env, SITE_BASE: undefined, SITE_CACHE: `.cache/${path.basename(folder)}` };
  const { status, stdout, stderr } = await runNode([vitepress, "build", "--outDir", folder], {
    cwd: path.join(root, "site"),
    env,
  });
  if (status !== 0) throw new Error(stdout + stderr);
}

export interface ServedSite {
  readonly address: string;
  /** The files that were asked for. */
  readonly requested: Set<string>;
  readonly close: () => void;
}

/** Serves a folder as a host of static files does, with addresses that need no `.html`. */
export async function serveSite(folder: string): Promise<ServedSite> {
  const requested = new Set<string>();
  const server = http.createServer(({ url = "/" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const names = [pathname, `${pathname}.html`, `${pathname}index.html`];
    const file = names.map((name) => path.join(folder, name)).find((name) => fs.statSync(name, NONE)?.isFile());
    if (file) requested.add(file);
    response.writeHead(file ? 200 : 404, { "content-type": TYPES[path.extname(file ?? "")] ?? "text/plain" });
    response.end(file && fs.readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://localhost:${port}`, requested, close: () => server.close().closeAllConnections() };
}

const NONE = { throwIfNoEntry: false } as const;
