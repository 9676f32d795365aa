// What the boundary costs: a success against the bare handler, a failure against what the SDK does with a thrown error,
// and the audited failures of a second against pino.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import pino from "pino";
import { openAuditLog } from "../../src/dist/audit-log/index.js";
import { guardProcess } from "../../src/dist/boundary/guard-process.js";
import * as contextResolve from "../../src/dist/contracts/context-resolve/index.js";
import * as jsonRpc from "../../src/dist/contracts/json-rpc/index.js";
import { SystemError, wrapHandler } from "../../src/dist/contracts/kaiza/index.js";
import * as mcpAql from "../../src/dist/contracts/mcp-aql/index.js";
import * as standard from "../../src/dist/contracts/standard/index.js";
import * as typedMcp from "../../src/dist/contracts/typed-mcp/index.js";
import { median } from "./median.js";

const answer = { content: [{ type: "text", text: "done" }] };
const args = { path: "notes.md" };
const extra = { requestId: 1 };

// Whatever is answered is stored here, so that no compiler can leave the call out.
export const sink = { last: undefined };

/** The contracts whose boundary is measured, by name. */
const wrappers = {
  standard: standard.wrapHandler,
  kaiza: wrapHandler,
  "json-rpc": jsonRpc.wrapHandler,
  "context-resolve": contextResolve.wrapHandler,
  "typed-mcp": typedMcp.wrapHandler,
  "mcp-aql": mcpAql.wrapHandler,
};

/**
 * Nanoseconds that a wrapped handler takes more than the bare one, when it succeeds.
 *
 * @param {{ rounds: number, calls: number }} effort
 * @returns {Promise<readonly { name: string, bare: number, wrapped: number, extra: number }[]>}
 */
export async function successFigures({ rounds, calls }) {
  const sync = () => answer;
  const async = async () => answer;
  const jobs = [
    ["success, asynchronous handler", async, wrapHandler(async, "read_file"), timedAsync],
    ...Object.entries(wrappers).map(([name, wrap]) => [
      `success, synchronous handler, ${name}`,
      sync,
      wrap(sync, "read_file"),
      timed,
    ]),
  ];
  const figures = [];
  for (const [name, bare, wrapped, time] of jobs)
    figures.push({ name, ...(await compare(bare, wrapped, time, { rounds, calls })) });
  return figures;
}

/**
 * Nanoseconds that `guardProcess` adds to a call of a wrapped handler, and to each `await` in it.
 *
 * @param {{ rounds: number, calls: number }} effort
 */
export async function guardFigures({ rounds, calls }) {
  const wrapped = wrapHandler(() => answer, "read_file");
  const awaiting = wrapHandler(async () => {
    for (let wait = 0; wait < 100; wait++) await undefined;
    return answer;
  }, "read_file");
  const jobs = { "call of a wrapped handler": [wrapped, timed, 1], await: [awaiting, timedAsync, 100] };
  const figures = [];
  for (const [name, [handler, time, parts]] of Object.entries(jobs)) {
    const times = { without: [], guarded: [] };
    for (let round = -5; round < rounds; round++) {
      for (const who of round % 2 === 0 ? ["without", "guarded"] : ["guarded", "without"]) {
        const remove = who === "guarded" ? guardProcess({ contract: SystemError }) : undefined;
        const taken = await time(handler, Math.max(10, calls / parts));
        remove?.();
        if (round >= 0) times[who].push(taken / parts);
      }
    }
    const [bare, guarded] = [median(times.without), median(times.guarded)];
    figures.push({ name: `guardProcess, each ${name}`, bare, wrapped: guarded, extra: guarded - bare });
  }
  return figures;
}

/**
 * Milliseconds of a success with a text of half a megabyte, and of `JSON.parse` of that text.
 *
 * @param {{ rounds: number }} effort
 */
export function largeFigures({ rounds }) {
  const data = Array.from({ length: 8000 }, (_, id) => ({ id, title: `The error "${id}"`, tags: [id, "x"] }));
  const text = JSON.stringify({ success: true, data: { entries: data, error: "none" } });
  const result = { content: [{ type: "text", text }] };
  const parse = () => JSON.parse(text);
  return Object.entries({ ...wrappers, "JSON.parse": undefined }).map(([name, wrap]) => {
    const run = wrap ? wrap(() => result, "read_file") : parse;
    const times = Array.from({ length: rounds + 20 }, () => timed(run, 1) / 1e6).slice(20);
    return {
      name: wrap ? `success of ${text.length} characters, ${name}` : `JSON.parse of ${text.length} characters`,
      time: median(times),
    };
  });
}

async function compare(bare, wrapped, time, { rounds, calls }) {
  const times = { bare: [], wrapped: [], extra: [] };
  for (let round = -5; round < rounds; round++) {
    const taken = {};
    for (const who of round % 2 === 0 ? ["bare", "wrapped"] : ["wrapped", "bare"]) {
      taken[who] = await time(who === "bare" ? bare : wrapped, calls);
    }
    // The first rounds are for the compiler.
    if (round < 0) continue;
    times.bare.push(taken.bare);
    times.wrapped.push(taken.wrapped);
    times.extra.push(taken.wrapped - taken.bare);
  }
  return { bare: median(times.bare), wrapped: median(times.wrapped), extra: median(times.extra) };
}

function timed(handler, calls) {
  const start = process.hrtime.bigint();
  for (let call = 0; call < calls; call++) sink.last = handler(args, extra);
  return Number(process.hrtime.bigint() - start) / calls;
}

async function timedAsync(handler, calls) {
  const start = process.hrtime.bigint();
  for (let call = 0; call < calls; call++) sink.last = await handler(args, extra);
  return Number(process.hrtime.bigint() - start) / calls;
}

/**
 * Microseconds of a whole call of a tool that fails, from a client's request to its answer, in memory.
 *
 * @param {{ rounds: number, calls: number }} effort
 * @returns {Promise<readonly { name: string, time: number, ratio: number }[]>} ratios to the SDK's own handling
 */
export async function failureFigures({ rounds, calls }) {
  const fail = () => {
    throw new Error("no such file");
  };
  const failContract = () => {
    throw SystemError.toolFailure("FILE_NOT_FOUND", { human_message: "no such file", tool_name: "read_file" });
  };
  const tools = {
    bare_error: fail,
    bare_system_error: failContract,
    wrapped_error: wrapHandler(fail, "wrapped_error"),
    wrapped_system_error: wrapHandler(failContract, "wrapped_system_error"),
  };
  const titles = {
    bare_error: "failure, the SDK's own handling of an Error",
    bare_system_error: "failure, the SDK's own handling of a SystemError",
    wrapped_error: "failure, wrapped handler that throws an Error",
    wrapped_system_error: "failure, wrapped handler that throws a SystemError",
  };
  const server = new McpServer({ name: "bench", version: "1.0.0" });
  for (const [name, handler] of Object.entries(tools)) server.registerTool(name, {}, handler);
  const client = new Client({ name: "bench", version: "1.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);

  const names = Object.keys(tools);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -2; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const start = process.hrtime.bigint();
      for (let call = 0; call < calls; call++) sink.last = await client.callTool({ name, arguments: {} });
      if (round >= 0) times[name].push(Number(process.hrtime.bigint() - start) / calls / 1000);
    }
  }
  await client.close();
  const base = median(times[names[0]]);
  return names.map((name) => ({ name: titles[name], time: median(times[name]), ratio: median(times[name]) / base }));
}

/**
 * Audited failures of one second, each the same envelope; the disk is the one that holds the temporary folder.
 *
 * @param {{ rounds: number, entries: number, atOnce: number }} effort
 * @returns {Promise<readonly { name: string, perSecond: number }[]>}
 */
export async function auditFigures({ rounds, entries, atOnce }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "error-contract-bench-"));
  const error = SystemError.toolFailure("FILE_NOT_FOUND", { cause: new Error("no such file"), tool_name: "read_file" });
  const record = { contract: "kaiza", envelope: error.toEnvelope() };
  const jobs = Object.fromEntries(
    [true, false].flatMap((fsync) => {
      const with_ = fsync ? "with fsync" : "without fsync";
      const log = () => openAuditLog(path.join(folder, `ours-${fsync}.jsonl`), { fsync });
      const chained = () => openAuditLog(path.join(folder, `chain-${fsync}.jsonl`), { fsync, chain: true });
      return [
        [`audited per second ${with_}, pino with a synchronous destination`, () => pinoOneByOne(folder, fsync, record)],
        [`audited per second ${with_}, one by one`, () => oneByOne(log(), record)],
        [`audited per second ${with_}, one by one, chained`, () => oneByOne(chained(), record)],
        [`audited per second ${with_}, ${atOnce} at once`, () => together(log(), record, atOnce)],
      ];
    }),
  );
  const figures = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [name, open] of Object.entries(jobs)) {
        const { write, close } = open();
        const start = process.hrtime.bigint();
        for (let written = 0; written < entries;) written += await write();
        figures[name].push((entries * 1e9) / Number(process.hrtime.bigint() - start));
        await close();
      }
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  return Object.entries(figures).map(([name, values]) => ({ name, perSecond: median(values) }));
}

/** Each job writes once and says how many entries that were. */
function pinoOneByOne(folder, fsync, record) {
  const destination = pino.destination({ dest: path.join(folder, `pino-${fsync}.jsonl`), sync: true, fsync });
  const logger = pino(destination);
  return { write: () => (logger.error(record, "operation failed"), 1), close: () => destination.end() };
}

function oneByOne(log, record) {
  return { write: () => (log.writeSync(record), 1), close: () => log.close() };
}

function together(log, record, atOnce) {
  const write = async () => {
    await Promise.all(Array.from({ length: atOnce }, () => log.write(record)));
    return atOnce;
  };
  return { write, close: () => log.close() };
}
