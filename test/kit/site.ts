import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { root } from "./page.js";
import { temporaryFolder } from "./project.js";
import { runNode } from "./run-node.js";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};
const SITE = path.join(root, "site");
const NONE = { throwIfNoEntry: false } as const;

export interface ServedSite {
  readonly folder: string;
  readonly address: string;
  /** The files that were asked for. */
  readonly requested: Set<string>;
  readonly close: () => void;
}

/** Builds the site beside other builds, and serves it as a host of static files does. */
export async function serveSite(): Promise<ServedSite> {
  const folder = temporaryFolder();
  await buildSite(folder);
  const requested = new Set<string>();
  const server = http.createServer(({ url = "/" }, response) => {
    const file = findFile(folder, url);
    if (file) requested.add(file);
    const served = file ?? path.join(folder, "404.html");
    response.writeHead(file ? 200 : 404, { "content-type": TYPES[path.extname(served)] ?? "text/plain" });
    response.end(fs.readFileSync(served));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => server.close().closeAllConnections();
  return { folder, address: `http://localhost:${port}`, requested, close };
}

async function buildSite(folder: string): Promise<void> {
  const cache = `.cache/${path.basename(folder)}`;
  const vitepress = path.join(root, "node_modules/vitepress/bin/vitepress.js");
  const env = { SITE_BASE: undefined, SITE_CACHE: cache };
  const { status, stdout, stderr } = await runNode([vitepress, "build", "--outDir", folder], { cwd: SITE, env });
  fs.rmSync(path.join(SITE, cache), { recursive: true, force: true });
  if (status !== 0) throw new Error(stdout + stderr);
}

/** The file of an address, which needs no `.html`. */
export function findFile(folder: string, address: string): string | undefined {
  const name = path.join(folder, decodeURIComponent(new URL(address, "http://localhost").pathname));
  const files = [name, `${name}.html`, path.join(name, "index.html")];
  return files.find((file) => fs.statSync(file, NONE)?.isFile());
}
