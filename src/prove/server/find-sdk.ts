import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ProveError } from "./prove-error.js";
import type { Transport } from "./server-process.js";
import { packageFolder } from "./preload-address.js";

interface RequestOptions {
  readonly timeout: number;
  readonly onprogress: () => void;
}

/** The part of the SDK's client that is used; `rest` differs between its versions. */
interface Client {
  connect(transport: Transport, options: { readonly timeout: number }): Promise<void>;
  request(request: object, ...rest: unknown[]): Promise<unknown>;
  close(): Promise<void>;
  getServerVersion(): { readonly name: string; readonly version: string } | undefined;
  getServerCapabilities(): Readonly<Record<string, unknown>> | undefined;
}

/** The MCP SDK of the project, which is no dependency of this package. */
export interface Sdk {
  /** Its package and version. */
  readonly name: string;
  readonly createClient: () => Client;
  readonly createHttpTransport: (url: URL, headers: Readonly<Record<string, string>>) => Transport;
  readonly request: (client: Client, request: object, options: RequestOptions) => Promise<unknown>;
}

type Constructor<T> = new (...args: unknown[]) => T;

/**
 * Loads the SDK that the project has: 2.x, else 1.x; else the one that stands beside this package.
 *
 * @throws ProveError saying what to install.
 */
export async function loadSdk(cwd: string): Promise<Sdk> {
  for (const folder of [cwd, packageFolder]) {
    const require = createRequire(path.join(folder, "package.json"));
    const sdk = (await loadSecond(require)) ?? (await loadFirst(require));
    if (sdk) return sdk;
  }
  throw new ProveError(
    "prove needs the MCP SDK's client, which is not installed: `npm install --save-dev @modelcontextprotocol/client`.",
  );
}

async function loadSecond(require: NodeJS.Require): Promise<Sdk | undefined> {
  const name = "@modelcontextprotocol/client";
  const main = find(require, name);
  if (main === undefined) return undefined;
  const { Client, StreamableHTTPClientTransport } = await load(main);
  return {
    name: describePackage(main, name),
    createClient: () => new (Client as Constructor<Client>)(clientInfo),
    createHttpTransport: createHttp(StreamableHTTPClientTransport),
    request: (client, request, options) => client.request(request, options),
  };
}

async function loadFirst(require: NodeJS.Require): Promise<Sdk | undefined> {
  const name = "@modelcontextprotocol/sdk";
  const main = find(require, `${name}/client/index.js`);
  // Before 1.10 it has no Streamable HTTP.
  const http = find(require, `${name}/client/streamableHttp.js`);
  if (main === undefined || http === undefined) return undefined;
  const { Client } = await load(main);
  const { StreamableHTTPClientTransport } = await load(http);
  const { ResultSchema } = await load(require.resolve(`${name}/types.js`));
  return {
    name: describePackage(main, name),
    createClient: () => new (Client as Constructor<Client>)(clientInfo),
    createHttpTransport: createHttp(StreamableHTTPClientTransport),
    request: (client, request, options) => client.request(request, ResultSchema, options),
  };
}

const clientInfo = { name: "error-contract prove", version: "1" };

const createHttp =
  (transport: unknown): Sdk["createHttpTransport"] =>
  (url, headers) =>
    new (transport as Constructor<Transport>)(url, { requestInit: { headers } });

function find(require: NodeJS.Require, module: string): string | undefined {
  try {
    return require.resolve(module);
  } catch {
    return undefined;
  }
}

async function load(file: string): Promise<Readonly<Record<string, unknown>>> {
  return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
}

function describePackage(main: string, name: string): string {
  const folder = main.slice(0, main.lastIndexOf(path.normalize(name)) + name.length);
  const { version } = createRequire(main)(path.join(folder, "package.json")) as { readonly version: string };
  return `${name} ${version}`;
}
