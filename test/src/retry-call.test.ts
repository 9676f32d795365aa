import {
  createDetector,
  detectError,
  retryCall,
  type DetectedFailure,
  type Retry,
  type RetryOptions,
} from "error-contract/detect";
import { standard, toolError, wrapServer, type ToolErrorCode } from "error-contract/standard";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { connect, info, sdks, type Any, type Sdk } from "../kit/sdks.js";

const done = { content: [{ type: "text", text: "done" }] };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A server with a tool that fails in these ways, one after the other, and then succeeds. */
async function serve(sdk: Sdk, failures: readonly unknown[]) {
  const server = wrapServer(new sdk.McpServer(info), { audit: "none" });
  const left = [...failures];
  const times: number[] = [];
  const begin = Date.now();
  server.registerTool("read", {}, () => {
    times.push(Date.now() - begin);
    const failure = left.shift();
    if (failure !== undefined) throw failure;
    return done;
  });
  const client: Any = await connect(sdk, server);
  const call = (signal?: AbortSignal): Promise<any> => {
    const options = { signal };
    const args = sdk.version === 1 ? [undefined, options] : [options];
    return client.callTool({ name: "read", arguments: {} }, ...args);
  };
  return { call, times };
}

/** Repeats the calls of a client, and lets the time pass. Returns when each attempt began, and what came of all. */
async function repeat(sdk: Sdk, failures: readonly unknown[], options: RetryOptions = {}) {
  const { call, times } = await serve(sdk, failures);
  const outcome = retryCall(() => call(), options).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  await vi.runAllTimersAsync();
  const answer = await outcome;
  return { times, code: "value" in answer ? detectError(answer.value)?.code : answer.error };
}

const idempotent = { isIdempotent: true };
const many = (failure: () => unknown, count: number) => Array.from({ length: count }, failure);
const away = () => toolError("UNAVAILABLE", "The store is away");
const limited = (retry_after?: number) => toolError("RATE_LIMITED", "Too often", { retry_after });

describe.each(sdks)("a client of SDK $version", (sdk) => {
  test.each<[string, readonly unknown[], RetryOptions, readonly number[], ToolErrorCode | undefined]>([
    ["a success is not repeated", [], {}, [0], undefined],
    ["a limit is repeated when it says so", [limited(7)], {}, [0, 7000], undefined],
    [
      "a limit that does not say when is repeated after a wait that doubles",
      many(limited, 3),
      {},
      [0, 1000, 3000, 7000],
      undefined,
    ],
    ["the first wait is an option", many(limited, 2), { wait: 10 }, [0, 10, 30], undefined],
    ["four attempts are made", many(limited, 9), {}, [0, 1000, 3000, 7000], "RATE_LIMITED"],
    ["the attempts are an option", many(limited, 9), { attempts: 2 }, [0, 1000], "RATE_LIMITED"],
    ["a lasting failure is not repeated", [toolError("NOT_FOUND", "No note")], idempotent, [0], "NOT_FOUND"],
    [
      "the server may say that its failure lasts",
      [toolError("UNAVAILABLE", "No", { retryable: false })],
      idempotent,
      [0],
      "UNAVAILABLE",
    ],
    ["a failure may have done a part", [away()], {}, [0], "UNAVAILABLE"],
    ["which does not matter to a call that may run twice", [away()], idempotent, [0, 1000], undefined],
    [
      "the server may say when to repeat",
      [toolError("UNAVAILABLE", "No", { retry_after: 2 })],
      {},
      [0, 2000],
      undefined,
    ],
    ["a cancelled call is not repeated", [toolError("CANCELLED", "Enough")], idempotent, [0], "CANCELLED"],
    ["no wait passes the budget", [limited(61)], {}, [0], "RATE_LIMITED"],
    ["the waits are one budget", many(() => limited(25), 9), {}, [0, 25_000, 50_000], "RATE_LIMITED"],
    ["the budget is an option", [limited(61)], { budget: Infinity }, [0, 61_000], undefined],
    ["no timer is that long", [limited(9e6)], { budget: Infinity }, [0], "RATE_LIMITED"],
  ])("%s", async (_, failures, options, times, code) => {
    expect(await repeat(sdk, failures, options)).toEqual({ times, code });
  });

  test("what a server says in words alone is not repeated", async () => {
    const server = new sdk.McpServer(info);
    let calls = 0;
    server.registerTool("read", {}, () => {
      calls++;
      throw new Error("Too many requests, try again in 5 seconds");
    });
    const client = await connect(sdk, server);
    const answer: any = await retryCall(() => client.callTool({ name: "read", arguments: {} }), idempotent);
    expect([calls, answer.isError]).toEqual([1, true]);
  });

  test("a call that the client itself aborts is not repeated, and its error is thrown", async () => {
    const { call } = await serve(sdk, []);
    const stop = new AbortController();
    let attempts = 0;
    const outcome = retryCall(
      () => {
        attempts++;
        stop.abort();
        return call(stop.signal);
      },
      { ...idempotent, signal: stop.signal },
    );
    await expect(outcome).rejects.toThrow(/abort/i);
    expect(attempts).toBe(1);
  });

  test("an abort ends the wait, without another attempt", async () => {
    const { call, times } = await serve(sdk, many(limited, 3));
    const stop = new AbortController();
    const outcome = retryCall(() => call(stop.signal), { signal: stop.signal });
    const refused = expect(outcome).rejects.toThrow("enough");
    await vi.advanceTimersByTimeAsync(500);
    stop.abort(new Error("enough"));
    await refused;
    await vi.runAllTimersAsync();
    expect([times, vi.getTimerCount()]).toEqual([[0], 0]);
  });
});

test("a call is told the number of its attempt, and onRetry each wait", async () => {
  const retries: Retry<DetectedFailure>[] = [];
  const attempts: number[] = [];
  const outcome = retryCall(
    (attempt) => {
      attempts.push(attempt);
      if (attempt < 3) throw limited(attempt);
      return "done";
    },
    { onRetry: (retry) => retries.push(retry) },
  );
  await vi.runAllTimersAsync();
  expect(await outcome).toBe("done");
  expect(attempts).toEqual([1, 2, 3]);
  expect(retries).toMatchObject([
    { attempt: 1, wait: 1000, failure: { code: "RATE_LIMITED" } },
    { attempt: 2, wait: 2000, failure: { code: "RATE_LIMITED" } },
  ]);
});

test("a part of the wait is random, at most half of it", async () => {
  vi.mocked(Math.random).mockReturnValue(0.999);
  const waits: number[] = [];
  const outcome = retryCall(() => Promise.reject(limited()), { onRetry: ({ wait }) => waits.push(wait) });
  const failed = expect(outcome).rejects.toMatchObject({ code: "RATE_LIMITED" });
  await vi.runAllTimersAsync();
  await failed;
  expect(waits.map(Math.round)).toEqual([500, 1001, 2002]);
});

test("another detector knows the codes of its contracts, also to the compiler", async () => {
  const codes: (ToolErrorCode | undefined)[] = [];
  const call = () => Promise.reject(limited(1));
  const options = {
    attempts: 2,
    detect: createDetector([standard]),
    onRetry: ({ failure }: Retry<NonNullable<ReturnType<ReturnType<typeof createDetector<[typeof standard]>>>>>) =>
      void codes.push(failure.code),
  };
  const failed = expect(retryCall(call, options)).rejects.toThrow("Too often");
  await vi.runAllTimersAsync();
  await failed;
  expect(codes).toEqual(["RATE_LIMITED"]);
});

test("no call is made where the signal was aborted before", async () => {
  const call = vi.fn();
  await expect(retryCall(call, { signal: AbortSignal.abort(new Error("gone")) })).rejects.toThrow("gone");
  expect(call).not.toHaveBeenCalled();
});

test.each<[string, object, string]>([
  ["an unknown option", { attempt: 3 }, "retryCall: attempt: no such option; did you mean attempts?"],
  ["no attempt", { attempts: 0 }, "retryCall: attempts: expected a whole number from 1 on, found 0"],
  ["a wait that is no number", { wait: "1s" }, 'retryCall: wait: expected milliseconds, found "1s"'],
  ["a budget below zero", { budget: -1 }, "retryCall: budget: expected milliseconds, or Infinity, found -1"],
  ["no signal", { signal: {} }, "retryCall: signal: expected an AbortSignal, found object"],
])("refuses %s", async (_, options, message) => {
  await expect(retryCall(() => done, options)).rejects.toThrow(new TypeError(message));
});

test("refuses what is no call", async () => {
  await expect(retryCall("read" as never)).rejects.toThrow('retryCall: call: expected a function, found "read"');
});
