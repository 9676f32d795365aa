import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import type { AuditRecord, AuditSink } from "error-contract";
import { parseEnvelope, SystemError, wrapHandler } from "error-contract/kaiza";
import * as standard from "error-contract/standard";
import { describe, expect, it, vi } from "vitest";
import { explode, MemorySink, notFound, thrownBy } from "./boundary-contracts.js";
import { hostileValues } from "./hostile-values.js";
import { unhandledDuring } from "../kit/thrown.js";
import { fail } from "../kit/thrown.js";

const rejectsLater = () => Promise.reject(notFound());
const throwsNotFound = fail(notFound());
const read = (thrown: any): unknown => parseEnvelope(JSON.parse(thrown.message as string));

describe("a result that fails when it is awaited", () => {
  const asyncOnly = Object.assign(Promise.resolve(1), { then: explode });
  const results: readonly [string, () => unknown][] = [
    ["a thenable that rejects, then resolves", () => ({ then: (yes: any, no: any) => (no(notFound()), yes(1)) })],
    ["a thenable that resolves with one that rejects", () => ({ then: (yes: any) => yes({ then: throwsNotFound }) })],
    ["a function that is a thenable", () => Object.assign(() => 1, { then: (_: unknown, no: any) => no(notFound()) })],
    [
      "a promise whose constructor cannot be read",
      () => Object.defineProperty(Promise.resolve(1), "constructor", { get: explode }),
    ],
    [
      "a subclass of Promise whose then throws",
      () =>
        new (class extends Promise<unknown> {
          override then = explode as never;
        })((yes) => {
          yes(1);
        }),
    ],
    ["an object whose then cannot be read", () => Object.defineProperty({}, "then", { get: explode })],
    ["a proxy that was revoked", () => hostileValues["revoked proxy"]],
  ];

  it.each(results)("%s", async (_, result) => {
    const thrown = await thrownBy(async () => await wrapHandler(result, "x")());
    expect(thrown).toBeInstanceOf(SystemError);
    expect(read(thrown)).toMatchObject({ tool_name: "x" });
  });

  it("but not one of which only the method is broken: nobody who awaits it calls that", async () =>
    expect(await wrapHandler(() => asyncOnly, "x")()).toBe(1));
});

describe("an error", () => {
  it("thrown twice is two failures: each is recorded, neither is changed by the other", async () => {
    const error = notFound();
    const audit = new MemorySink();
    const handler = fail(error);
    const first = await thrownBy(wrapHandler(handler, { tool_name: "first", audit }));
    const second = await thrownBy(wrapHandler(handler, { tool_name: "second", audit }));
    expect(audit.envelopes).toEqual([read(first), read(second)]);
    expect(audit.envelopes).toMatchObject([{ tool_name: "first" }, { tool_name: "second" }]);
    expect(error.tool_name).toBe("unknown");
  });

  it.each([
    ["frozen", (error: Error) => Object.freeze(error)],
    ["sealed", (error: Error) => Object.seal(error)],
    ["closed to extensions", (error: Error) => Object.preventExtensions(error)],
  ])("that is %s is filled in all the same", async (_, close) => {
    const thrown = await thrownBy(wrapHandler(fail(close(notFound())), "x"));
    expect(thrown).toMatchObject({ error_code: "FILE_NOT_FOUND", tool_name: "x" });
    expect(read(thrown)).toMatchObject({ error_code: "FILE_NOT_FOUND", tool_name: "x" });
  });

  it("of a stack that is full leaves as an envelope", async () => {
    const endless = (): unknown => [endless()];
    expect(read(await thrownBy(wrapHandler(endless, "x")))).toMatchObject({ error_code: "INTERNAL_ERROR" });
    const wrapped: () => unknown = wrapHandler(() => [wrapped()], "x");
    expect(await thrownBy(wrapped)).toBeInstanceOf(SystemError);
  });
});

describe("time", () => {
  it("that runs out after the success changes nothing", async () => {
    const audit = new MemorySink();
    const unhandled = await unhandledDuring(async () => {
      const late = wait(5).then(explode);
      const handler = wrapHandler(() => Promise.race([Promise.resolve("done"), late]), { tool_name: "x", audit });
      expect(await handler()).toBe("done");
    });
    expect(unhandled).toEqual([]);
    expect(audit.records).toEqual([]);
  });

  it("leaves no listener on the signal of a call", async () => {
    const { signal } = new AbortController();
    const add = vi.spyOn(signal, "addEventListener");
    await thrownBy(() =>
      wrapHandler(rejectsLater as (...args: unknown[]) => unknown, "x")({}, { signal, requestId: 1 }),
    );
    expect(add).not.toHaveBeenCalled();
  });
});

describe("a generator that is left midway", () => {
  it("ends, and what its cleanup throws is a failure", async () => {
    const cleaned = vi.fn();
    const sync = wrapHandler(function* () {
      try {
        yield 1;
        yield 2;
      } finally {
        cleaned();
        throwsNotFound();
      }
    }, "x");
    const leave = () => {
      for (const value of sync()) if (value === 1) break;
    };
    expect(read(await thrownBy(leave))).toMatchObject({ error_code: "FILE_NOT_FOUND" });
    expect(cleaned).toHaveBeenCalledOnce();
  });

  it("may be told of an error by its consumer", async () => {
    const values = wrapHandler(async function* () {
      try {
        yield await Promise.resolve(1);
      } catch (error) {
        throw SystemError.toolFailure("FILE_READ_FAILED", { cause: error });
      }
    }, "x")();
    await values.next();
    expect(read(await thrownBy(() => values.throw(new Error("enough"))))).toMatchObject({
      error_code: "FILE_READ_FAILED",
      cause: { message: "enough" },
    });
  });
});

describe("a sink", () => {
  const failedAudit = { error_code: "AUDIT_LOG_FAILED", cause: { failure: { error_code: "FILE_NOT_FOUND" } } };
  const sinks: readonly [string, () => Partial<AuditSink>, "sync" | "async"][] = [
    ["that throws instead of rejecting", () => ({ write: explode }), "async"],
    [
      "that answers with a thenable that rejects",
      () => ({ write: () => ({ then: (_: unknown, no: any) => no(1) }) as never }),
      "async",
    ],
    [
      "whose method cannot be read any more",
      () => {
        let reads = 0;
        return {
          get writeSync() {
            return reads++ ? explode() : () => undefined;
          },
        };
      },
      "sync",
    ],
    ["that rejects where it should write", () => ({ writeSync: (): any => rejectsLater() }), "sync"],
  ];

  it.each(sinks)("%s has not written", async (_, sink, kind) => {
    const audit = Object.defineProperties(
      { write: () => Promise.resolve(), writeSync: () => undefined },
      Object.getOwnPropertyDescriptors(sink()),
    ) as AuditSink;
    const handler = kind === "sync" ? throwsNotFound : rejectsLater;
    expect(read(await thrownBy(wrapHandler(handler, { tool_name: "x", audit })))).toMatchObject(failedAudit);
  });

  it("that hangs has not written either, after a while", async () => {
    let reject: (reason: unknown) => void = explode;
    const audit = { write: () => new Promise<void>((_, no) => (reject = no)), writeSync: explode };
    const thrown = await thrownBy(wrapHandler(rejectsLater, { tool_name: "x", audit, auditTimeout: 10 }));
    expect(read(thrown)).toMatchObject(failedAudit);
    // What it says later is nobody's business any more.
    const unhandled = once(process, "unhandledRejection", { signal: AbortSignal.timeout(20) });
    reject(new Error("late"));
    await expect(unhandled).rejects.toThrow();
  });

  it("may take its time where it is told so, and leaves no timer behind", async () => {
    const timers = vi.spyOn(globalThis, "clearTimeout");
    const audit = new MemorySink();
    const thrown = await thrownBy(wrapHandler(rejectsLater, { tool_name: "x", audit, auditTimeout: 1_000 }));
    expect(timers).toHaveBeenCalled();
    timers.mockRestore();
    const patient = { write: () => wait(20), writeSync: explode };
    const later = await thrownBy(wrapHandler(rejectsLater, { tool_name: "x", audit: patient, auditTimeout: Infinity }));
    for (const error of [thrown, later]) expect(read(error)).toMatchObject({ error_code: "FILE_NOT_FOUND" });
  });

  it("that changes its record changes nothing else", async () => {
    const spoil = (record: AuditRecord): void => {
      Object.assign(record, { contract: "other" });
      Object.assign(record.envelope, { error_code: "HACKED", cause: record });
      delete (record.envelope as { human_message?: unknown }).human_message;
    };
    const audit = { writeSync: spoil, write: (record: AuditRecord) => Promise.resolve(record).then(spoil) };
    for (const handler of [throwsNotFound, rejectsLater]) {
      const thrown = await thrownBy(wrapHandler(handler, { tool_name: "x", audit }));
      expect(read(thrown)).toMatchObject({ error_code: "FILE_NOT_FOUND", human_message: "No such file", cause: null });
      expect(thrown.toEnvelope()).toEqual(read(thrown));
    }
  });

  it("that calls what it records is called once for each failure, until the stack is full", async () => {
    let [calls, writes] = [0, 0];
    const fails = (): never => {
      calls++;
      throw notFound();
    };
    const writeSync = () => {
      writes++;
      sync();
    };
    const audit = { writeSync, write: () => Promise.resolve() };
    const sync: () => void = wrapHandler(fails, { tool_name: "x", audit });
    expect(read(await thrownBy(sync))).toMatchObject({ error_code: "AUDIT_LOG_FAILED" });
    expect(writes).toBeLessThanOrEqual(calls);
  });

  it("has one record for each of a thousand failures at once, and each caller its own", async () => {
    const audit = new MemorySink();
    const wrapped = wrapHandler(
      async (number: number) => {
        await wait(number % 5);
        throw SystemError.toolFailure("FILE_NOT_FOUND", { human_message: `Number ${number}` });
      },
      { tool_name: "x", audit, session: (number) => ({ session_id: `s-${number}` }) },
    );
    const thrown = await Promise.all(Array.from({ length: 1_000 }, (_, number) => thrownBy(() => wrapped(number))));
    for (const [number, error] of thrown.entries()) {
      expect(read(error)).toMatchObject({ human_message: `Number ${number}`, session_id: `s-${number}` });
    }
    const recorded = audit.records.map(({ envelope }) => envelope.session_id);
    expect(new Set(recorded).size).toBe(1_000);
    expect(recorded).toHaveLength(1_000);
  });
});

it("asks a thrown value once for the names of its members, whatever is looked for among them", async () => {
  const ownKeys = vi.fn((target: object) => Reflect.ownKeys(target));
  const thrown: unknown = new Proxy(new Error("disk full"), { ownKeys });
  const wrapped = standard.wrapHandler(() => Promise.reject(thrown as Error), { tool_name: "x", audit: "none" });
  await thrownBy(() => wrapped());
  expect(ownKeys).toHaveBeenCalledOnce();
});
