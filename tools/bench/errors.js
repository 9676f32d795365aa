// What one failure costs: created with a cause and written for the wire, here and by others; and a call that fails.
import { Boom } from "@hapi/boom";
import { TRPCError } from "@trpc/server";
import { Data } from "effect";
import { HTTPException } from "hono/http-exception";
import createHttpError from "http-errors";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { median } from "./median.js";

const message = "There is no such note";
const cause = new Error("ENOENT: no such file");
const OWN = path.resolve(import.meta.dirname, "../..");

class Tagged extends Data.TaggedError("NotFound") {}

class HandWritten extends Error {
  name = "NotFound";
  code = "NOT_FOUND";

  toJSON() {
    const { code, message: text, cause: reason } = this;
    return { error: { code, message: text, cause: reason && { name: reason.name, message: reason.message } } };
  }
}

const load = (checkout, contract) =>
  import(pathToFileURL(path.join(checkout, `src/dist/contracts/${contract}/index.js`)).href);

/** Keeps what is created, so that nothing is optimised away. */
const sink = { last: undefined };

/** A server is deeper than this; V8 keeps ten calls of a stack. */
const within = (depth, run) => (depth === 0 ? run() : within(depth - 1, run));

/** Microseconds of each job, in each of these rounds: the jobs take turns, so that a busy machine hits all of them. */
async function takeTurns(jobs, { rounds, calls }) {
  const times = Object.fromEntries(Object.keys(jobs).map((name) => [name, []]));
  const warmUp = Math.ceil(rounds / 5);
  for (let round = -warmUp; round < rounds; round++) {
    const turns = Object.entries(jobs);
    for (const [name, job] of round % 2 === 0 ? turns : turns.reverse()) {
      const start = process.hrtime.bigint();
      await within(10, () => job(calls));
      if (round >= 0) times[name].push(Number(process.hrtime.bigint() - start) / calls / 1000);
    }
  }
  return times;
}

/** The median of the ratios within each round. */
const ratioOf = (times, base) => median(times.map((time, round) => time / base[round]));

const repeat = (run) => (calls) => {
  for (let call = 0; call < calls; call++) sink.last = run();
};

/**
 * One failure with a cause, created and written: the text that each library sends, where it has one.
 *
 * @param {{ rounds: number, calls: number }} effort
 * @returns {Promise<readonly { name: string, time: number, ratio: number }[]>} ratios to `new Error` with a cause
 */
export async function errorFigures(effort) {
  const { serialize, toolError } = await load(OWN, "standard");
  const { serialize: serializeKaiza, SystemError } = await load(OWN, "kaiza");
  const jobs = {
    "new Error with a cause, not written": () => new Error(message, { cause }),
    "class by hand, JSON.stringify": () => JSON.stringify(new HandWritten(message, { cause })),
    "toolError, serialize": () => serialize(toolError("NOT_FOUND", message, { cause })),
    "SystemError.toolFailure, serialize": () =>
      serializeKaiza(SystemError.toolFailure("FILE_NOT_FOUND", { human_message: message, cause })),
    "http-errors, JSON of status and message": () => {
      const { status, message: text } = createHttpError(404, message, { cause });
      return JSON.stringify({ status, message: text });
    },
    "@hapi/boom, JSON of its payload": () =>
      JSON.stringify(new Boom(message, { statusCode: 404, cause }).output.payload),
    "hono HTTPException, getResponse": () => new HTTPException(404, { message, cause }).getResponse(),
    "TRPCError, JSON of code and message": () => {
      const { code, message: text } = new TRPCError({ code: "NOT_FOUND", message, cause });
      return JSON.stringify({ code, message: text });
    },
    "effect TaggedError, JSON.stringify": () => JSON.stringify(new Tagged({ message, cause })),
  };
  const repeated = Object.entries(jobs).map(([name, run]) => [name, repeat(run)]);
  const times = await takeTurns(Object.fromEntries(repeated), effort);
  const [base] = Object.keys(jobs).map((name) => times[name]);
  return Object.entries(times).map(([name, own]) => ({ name, time: median(own), ratio: ratioOf(own, base) }));
}

/**
 * A call of a wrapped handler that fails, without audit.
 *
 * @param {{ rounds: number, calls: number }} effort
 * @param {string} [other] the folder of a built checkout to compare with
 * @returns {Promise<readonly { name: string, time: number, ratio: number | undefined }[]>} ratios to the other checkout
 */
export async function callFigures(effort, other) {
  const own = await createCalls(OWN);
  const others = other === undefined ? {} : await createCalls(path.resolve(other));
  const jobs = [own, others].flatMap((calls, index) =>
    Object.entries(calls).map(([name, run]) => [`${index} ${name}`, run]),
  );
  const times = await takeTurns(Object.fromEntries(jobs), effort);
  return Object.keys(own).map((name) => {
    const [ours, theirs] = [times[`0 ${name}`], times[`1 ${name}`]];
    return { name, time: median(ours), ratio: theirs && ratioOf(ours, theirs) };
  });
}

async function createCalls(checkout) {
  const { toolError, wrapHandler } = await load(checkout, "standard");
  const { SystemError, wrapHandler: wrapKaiza } = await load(checkout, "kaiza");
  const fails = {
    "Error, standard": [wrapHandler, () => new Error(message, { cause })],
    "ToolError, standard": [wrapHandler, () => toolError("NOT_FOUND", message, { cause })],
    "Error, kaiza": [wrapKaiza, () => new Error(message, { cause })],
    "SystemError, kaiza": [
      wrapKaiza,
      () => SystemError.toolFailure("FILE_NOT_FOUND", { human_message: message, cause }),
    ],
  };
  return Object.fromEntries(
    Object.entries(fails).map(([name, [wrap, create]]) => {
      const fail = async () => {
        throw create();
      };
      const handler = wrap(fail, { tool_name: "read_note", audit: "none" });
      return [`call that fails with ${name}`, (calls) => awaitFailures(handler, calls)];
    }),
  );
}

async function awaitFailures(handler, calls) {
  for (let call = 0; call < calls; call++) {
    try {
      await handler();
    } catch (error) {
      sink.last = error;
    }
  }
}
