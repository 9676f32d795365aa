import fs from "node:fs";
import { auditEntrySchema, openAuditLog } from "error-contract/audit-log";
import { SystemError, wrapHandler } from "error-contract/kaiza";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test, vi } from "vitest";
import fc from "../kit/property.js";
import { entriesOf, errorOf, linesOf, opened, record, write } from "./log-folder.js";
import { fail } from "../kit/thrown.js";

const ajv = new Ajv2020({ strict: true, validateFormats: false });
const isEntry = ajv.compile(auditEntrySchema);

describe("an entry", () => {
  test("is the whole envelope and, under `audit`, what the log adds", async () => {
    const { log, entries } = opened({ writer: "server-1", now: () => Date.UTC(2026, 0, 19) });
    const error = SystemError.toolFailure("FILE_READ_FAILED", {
      tool_name: "read_file",
      plan_hash: "abc",
      cause: new Error("first"),
    });
    const envelope = error.toEnvelope();
    await log.write({ contract: "kaiza", envelope: { ...envelope } });
    const time = "2026-01-19T00:00:00.000Z";
    expect(entries()).toEqual([{ audit: { time, contract: "kaiza", writer: log.writer }, ...envelope }]);
    expect(log.writer).toMatch(/^server-1\/[0-9a-f]{12}$/);
  });

  test("has what specification 001 section 6 asks for, when the boundary writes it", async () => {
    const { log, entries } = opened({ chain: true });
    const handler = fail(SystemError.invariantViolation("MANDATORY_DIAGNOSTICS", { phase_id: "P1", plan_hash: "h" }));
    const asynchronous = wrapHandler(() => Promise.reject(new Error("late")), {
      tool_name: "b",
      audit: log,
    });
    expect(errorOf(wrapHandler(handler, { tool_name: "a", audit: log }))).toBeInstanceOf(SystemError);
    await expect(asynchronous()).rejects.toBeInstanceOf(SystemError);
    expect(entries()).toMatchObject([
      {
        tool_name: "a",
        error_code: "INVARIANT_VIOLATION",
        invariant_id: "MANDATORY_DIAGNOSTICS",
        phase_id: "P1",
        plan_hash: "h",
      },
      { tool_name: "b", cause: { message: "late", code: null, name: "Error" }, timestamp: expect.any(String) },
    ]);
  });

  test("follows its schema and gives the envelope back, whatever the envelope", async () => {
    const { log, entries } = opened({ chain: true });
    const envelopes = fc.sample(fc.dictionary(fc.string(), fc.jsonValue()), 200);
    const given = [{}, { audit: "mine" }, JSON.parse('{"__proto__":1}'), { text: "\u2028\n\ud800" }, ...envelopes];
    await Promise.all(given.map((envelope) => log.write({ contract: "own", envelope: envelope })));
    for (const [index, entry] of entries().entries()) {
      expect(isEntry(entry)).toBe(true);
      const { audit, ...members } = entry;
      const wrote: unknown = JSON.parse(JSON.stringify(given[index]));
      expect(Object.hasOwn(wrote as object, "audit") ? audit.envelope : members).toEqual(wrote);
    }
  });

  test("is fixed when it is handed over", async () => {
    const { log, entries } = opened();
    const envelope = { human_message: "before" };
    const written = log.write({ contract: "own", envelope });
    envelope.human_message = "after";
    await written;
    expect(entries()).toMatchObject([{ human_message: "before" }]);
  });

  test("is refused when it is no record", async () => {
    const { log, entries } = opened();
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const bad = [undefined, null, 1, {}, { contract: "", envelope: {} }, { contract: "a", envelope: [] }];
    const envelopes = [circular, { big: 1n }, { toJSON: () => "text" }, { toJSON: () => undefined }];
    for (const value of [...bad, ...envelopes.map((envelope) => ({ contract: "a", envelope }))] as any[]) {
      await expect(log.write(value)).rejects.toBeInstanceOf(TypeError);
      expect(errorOf(() => log.writeSync(value))).toBeInstanceOf(TypeError);
    }
    expect(entries()).toEqual([]);
  });

  test("has the system's time where the clock throws or answers nonsense", () => {
    for (const now of [() => NaN, fail(new Error("no clock")), () => "soon" as any]) {
      const { log, entries } = opened({ now });
      log.writeSync(record("a"));
      expect(Math.abs(Date.parse(entries()[0]!.audit.time) - Date.now())).toBeLessThan(60_000);
    }
  });
});

describe("writing", () => {
  test("is over when the entry is on the disk, and shares the way there", async () => {
    const { log, file } = opened();
    const order: string[] = [];
    const original = fs.fdatasync;
    const spy = vi.spyOn(fs, "fdatasync").mockImplementation(((descriptor: number, done: (error: any) => void) => {
      order.push(`sync of ${linesOf(file).length}`);
      original(descriptor, (error) => setTimeout(() => done(error), 5));
    }) as any);
    const writes = [1, 2, 3].map((n) => log.write(record(String(n))).then(() => order.push(`told ${n}`)));
    await new Promise((resolve) => setImmediate(resolve));
    writes.push(...[4, 5].map((n) => log.write(record(String(n))).then(() => order.push(`told ${n}`))));
    await Promise.all(writes);
    spy.mockRestore();
    // The next group sets out before anybody hears of the first.
    expect(order).toEqual(["sync of 3", "sync of 5", "told 1", "told 2", "told 3", "told 4", "told 5"]);
  });

  test("synchronously is on the disk when it returns", () => {
    const { log, entries } = opened();
    const spy = vi.spyOn(fs, "fdatasyncSync");
    log.writeSync(record("a"));
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
    expect(entries()).toHaveLength(1);
  });

  test("leaves the disk alone when `fsync` is off", async () => {
    const spies = (["fdatasyncSync", "fdatasync", "fsyncSync"] as const).map((name) => vi.spyOn(fs, name));
    const { log, entries } = opened({ fsync: false });
    log.writeSync(record("a"));
    await log.write(record("b"));
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
    expect(entries()).toHaveLength(2);
  });

  test("keeps order and chain when handlers of both kinds fail at once", async () => {
    const { log, entries } = opened({ chain: true });
    const writes = [];
    for (let n = 0; n < 500; n++) {
      if (n % 3) writes.push(log.write(record(`a${n}`)));
      else log.writeSync(record(`s${n}`));
      if (n % 50 === 0) await Promise.resolve();
    }
    await Promise.all(writes);
    expect(entries().map(({ audit }) => audit.sequence)).toEqual(Array.from({ length: 500 }, (_, n) => n + 1));
  });

  test("appends to what is there, in a file for its owner only", async () => {
    const { log, file, entries } = opened();
    await write(log, "a");
    await log.close();
    await write(opened({}, file).log, "b");
    expect(entries().map((entry) => entry.human_message)).toEqual(["a", "b"]);
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  test("ends with `close`, which waits for what is under way", async () => {
    const { log, file } = opened();
    const writes = Array.from({ length: 50 }, (_, n) => log.write(record(String(n))));
    await log.close();
    expect(entriesOf(file)).toHaveLength(50);
    await Promise.all(writes);
    await log.close();
    await expect(log.write(record("late"))).rejects.toMatchObject({ code: "ERR_AUDIT_LOG_CLOSED", path: file });
    expect(errorOf(() => log.writeSync(record("late"))).code).toBe("ERR_AUDIT_LOG_CLOSED");
  });

  test("takes entries of many megabytes", async () => {
    const { log, entries } = opened({ chain: true });
    await Promise.all([record("x".repeat(9 * 2 ** 20)), record("y")].map((each) => log.write(each)));
    expect(entries().map((entry) => entry.human_message.length)).toEqual([9 * 2 ** 20, 1]);
  });
});

describe("an option", () => {
  const wrong: [string, any][] = [
    ["options", null],
    ["options", "chain"],
    ["fsnyc", { fsnyc: true }],
    ["fsync", { fsync: "yes" }],
    ["chain", { chain: 1 }],
    ["redact", { redact: ["password"] }],
    ["redact.keys", { redact: { keys: "password" } }],
    ["redact.values", { redact: { values: ["secret"] } }],
    ["values", { redact: { value: [] } }],
    ["rotate", { rotate: 5 }],
    ["rotate.size", { rotate: { size: 0 } }],
    ["rotate.size", { rotate: { size: 1.5 } }],
    ["rotate.size", { rotate: { size: "1 MB" } }],
    ["rotate.age", { rotate: { age: NaN } }],
    ["rotate.keep", { rotate: { size: 1, keep: 0 } }],
    ["rotate.keep", { rotate: { keep: 3 } }],
    ["writer", { writer: "" }],
    ["now", { now: 5 }],
    ["onRecovery", { onRecovery: true }],
  ];

  test.each(wrong)("that is wrong is named: %s %j", (name, options) => {
    const error = errorOf(() => openAuditLog("/nowhere/audit-log.jsonl", options));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toContain(name);
  });

  test.each([undefined, "", 5, new URL("https://example.org"), "a\0b"])(
    "that is no path is refused: %s",
    (path: any) => {
      expect(errorOf(() => openAuditLog(path))).toBeInstanceOf(TypeError);
    },
  );
});
