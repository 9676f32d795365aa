// What a whole server behind the boundary costs: a success on the request handler alone, and making the server.
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { McpServer as McpServer2 } from "@modelcontextprotocol/server";
import { wrapServer } from "../../src/dist/contracts/standard/index.js";
import { median } from "./median.js";

const info = { name: "bench", version: "1.0.0" };
const answer = { content: [{ type: "text", text: "done" }] };
const request = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "read_file", arguments: {} } };
const rounds = 20;

/** The context that each SDK creates for a request. */
const sdks = {
  "SDK 1.x": { McpServer: McpServer1, context: (signal) => ({ signal, requestId: 1 }) },
  "SDK 2.x": {
    McpServer: McpServer2,
    context: (signal) => ({ mcpReq: { id: 1, method: "tools/call", signal, requestState: () => undefined } }),
  },
};

/**
 * Microseconds of the processor that a wrapped server takes more than a bare one: for a success of the request handler,
 * and for being made; medians of 20 rounds.
 *
 * @param {{ calls: number }} effort
 * @returns {Promise<readonly { name: string, bare: number, wrapped: number, extra: number }[]>}
 */
export async function serverFigures({ calls }) {
  const figures = [];
  for (const [name, { McpServer, context }] of Object.entries(sdks)) {
    const wrap = (server) => wrapServer(server, { audit: "none" });
    const [bare, wrapped] = [new McpServer(info), wrap(new McpServer(info))].map((server) => {
      server.registerTool("read_file", {}, () => answer);
      return server.server._requestHandlers.get("tools/call");
    });
    const call = (handler) => () => handler(request, context(new globalThis.AbortController().signal));
    const make = () => new McpServer(info);
    figures.push(
      { name: `success, request handler of ${name}`, ...(await compare(call(bare), call(wrapped), calls)) },
      { name: `making an McpServer of ${name}`, ...(await compare(make, () => wrap(make()), calls / 20)) },
    );
  }
  return figures;
}

async function compare(bare, wrapped, calls) {
  const times = { bare: [], wrapped: [], extra: [] };
  for (let round = -5; round < rounds; round++) {
    const taken = {};
    for (const who of round % 2 === 0 ? ["bare", "wrapped"] : ["wrapped", "bare"]) {
      taken[who] = await timed(calls, who === "bare" ? bare : wrapped);
    }
    // The first rounds are for the compiler.
    if (round < 0) continue;
    times.bare.push(taken.bare);
    times.wrapped.push(taken.wrapped);
    times.extra.push(taken.wrapped - taken.bare);
  }
  return { bare: median(times.bare), wrapped: median(times.wrapped), extra: median(times.extra) };
}

/** The time of the processor, because other work waits on the clock's. */
async function timed(calls, call) {
  const start = process.cpuUsage();
  for (let count = 0; count < calls; count++) await call();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / calls;
}
