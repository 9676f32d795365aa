import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer, ResourceTemplate } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as types from "@modelcontextprotocol/sdk/types.js";
import { expose } from "comlink";
import * as errorContract from "error-contract";
import * as detect from "error-contract/detect";
import * as contracts from "virtual:playground/contracts";
import * as zod from "zod";

/** A script that is run, and the tool that is called. */
export interface RunRequest {
  readonly script: string;
  readonly contract: string;
  /** Default: the first tool. */
  readonly tool?: string | undefined;
  /** Default: made from the schema of the tool. */
  readonly args?: Arguments | undefined;
}

export interface RunAnswer {
  readonly tools: readonly string[];
  readonly tool: string;
  readonly args: Arguments;
  /** What the client receives without the boundary, and behind it. */
  readonly plain: Received;
  readonly guarded: Received;
}

/** The result of a call, or the error of the protocol that the client throws. */
export interface Received {
  readonly isFailure: boolean;
  readonly text: string;
  readonly whole: unknown;
}

type Arguments = Readonly<Record<string, unknown>>;

const NO_TOOL = "There is nothing to call: the code registers no tool and exports no function.";

/** A reason why nothing is called, as a sentence. */
class NothingToRun extends Error {}

async function run(request: RunRequest): Promise<RunAnswer | string> {
  try {
    const { received: plain, ...called } = await call(request, () => undefined);
    const { received: guarded } = await call({ ...request, ...called }, (server) => {
      guard(server, request.contract);
    });
    return { ...called, plain, guarded };
  } catch (error) {
    return error instanceof NothingToRun ? error.message : `The code ends with an error: ${String(error)}`;
  }
}

function guard(server: McpServer, contract: string): void {
  try {
    contracts[contract]?.wrapServer(server, { audit: "none" });
  } catch {
    // The code has put its server behind a boundary itself.
  }
}

async function call({ script, tool: name, args }: RunRequest, prepare: (server: McpServer) => void) {
  const client = new Client({ name: "playground", version: "1.0.0" });
  await client.connect(await startServer(script, prepare));
  // A server without tools offers none, and the SDK refuses the request.
  const tools = client.getServerCapabilities()?.tools ? (await client.listTools()).tools : [];
  const tool = tools.find((each) => each.name === name) ?? tools[0];
  if (!tool) throw new NothingToRun(NO_TOOL);
  const given = args ?? createSample(tool.inputSchema);
  const received = await client.callTool({ name: tool.name, arguments: given }).then(readResult, readProtocolError);
  return { tools: tools.map((each) => each.name), tool: tool.name, args: given, received };
}

/** Runs a script and returns the client's end of the connection to its server. */
async function startServer(script: string, prepare: (server: McpServer) => void): Promise<InMemoryTransport> {
  const servers: McpServer[] = [];
  const ends: InMemoryTransport[] = [];
  const Traced = class extends McpServer {
    constructor(...args: ConstructorParameters<typeof McpServer>) {
      super(...args);
      servers.push(this);
    }
  };
  const connectHere = function () {
    const [near, far] = InMemoryTransport.createLinkedPair();
    ends.push(near);
    return far;
  };
  const exported = await evaluate(script, {
    ...MODULES,
    "@modelcontextprotocol/sdk/server/mcp.js": { McpServer: Traced, ResourceTemplate },
    "@modelcontextprotocol/sdk/server/stdio.js": { StdioServerTransport: connectHere },
  });
  const server = servers[0] ?? createServer(exported);
  prepare(server);
  if (ends[0]) return ends[0];
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  return near;
}

const MODULES: Readonly<Record<string, object>> = {
  "@modelcontextprotocol/sdk/types.js": types,
  "error-contract": errorContract,
  "error-contract/detect": detect,
  ...Object.fromEntries(Object.entries(contracts).map(([name, module]) => [`error-contract/${name}`, module])),
  zod,
  "zod/v4": zod,
};

type Script = (require: (specifier: string) => unknown, exports: object) => Promise<void>;

async function evaluate(script: string, modules: typeof MODULES): Promise<Readonly<Record<string, unknown>>> {
  const AsyncFunction = evaluate.constructor as new (...texts: string[]) => Script;
  const exports = {};
  const load = (specifier: string) => {
    if (modules[specifier]) return modules[specifier];
    throw new NothingToRun(`The code is not run: it imports "${specifier}", which is not in the playground.`);
  };
  await new AsyncFunction("require", "exports", script)(load, exports);
  return exports;
}

/** Returns a server whose tools are the exported functions. */
function createServer(exported: Readonly<Record<string, unknown>>): McpServer {
  const server = new McpServer({ name: "playground", version: "1.0.0" });
  for (const [name, handler] of Object.entries(exported)) {
    if (typeof handler !== "function" || /^class\b/.test(String(handler))) continue;
    server.registerTool(name, { inputSchema: zod.looseObject({}) }, async (args: unknown, extra: unknown) =>
      toResult(await (handler as (...values: unknown[]) => unknown)(args, extra)),
    );
  }
  return server;
}

function toResult(value: unknown): types.CallToolResult {
  if (Array.isArray((value as { content?: unknown } | undefined)?.content)) return value as types.CallToolResult;
  return { content: [{ type: "text", text: typeof value === "string" ? value : JSON.stringify(value ?? null) }] };
}

function readResult(result: Awaited<ReturnType<Client["callTool"]>>): Received {
  const content = result.content as types.CallToolResult["content"];
  const texts = content.map((each) => (each.type === "text" ? indent(each.text) : `(${each.type})`));
  return { isFailure: result.isError === true, text: texts.join("\n"), whole: result };
}

function readProtocolError(error: unknown): Received {
  const { code, message, data } = error as types.McpError;
  return { isFailure: true, text: indent(JSON.stringify({ code, message, data })), whole: { code, message, data } };
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    // Most texts are no JSON.
    return text;
  }
}

/** Returns arguments that a schema accepts, as far as types and required members say so. */
function createSample({ properties = {}, required = [] }: types.Tool["inputSchema"]): Arguments {
  const SAMPLES: Readonly<Record<string, unknown>> = { string: "tomorrow", boolean: true, array: [], object: {} };
  const members = required.map((name) => {
    const { type = "", enum: values } = properties[name] as { readonly type?: string; readonly enum?: unknown[] };
    return [name, values?.[0] ?? SAMPLES[type] ?? 1] as const;
  });
  return Object.fromEntries(members);
}

const api = { run, prepare: () => undefined };
export type RunWorker = typeof api;
self.addEventListener("message", ({ ports: [port] }) => {
  if (port) expose(api, port);
});
