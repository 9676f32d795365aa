import fs from "node:fs";
import path from "node:path";
import { verifyAuditLog } from "error-contract/audit-log";
import { expect, test, vi } from "vitest";
import { errorOf, linesOf, nextWarning, opened, readable, record, temporaryFolder, write } from "./log-folder.js";

/** Where a log is cut: all around the ends of lines and letters of two bytes, and at one byte in seven of the rest. */
const cutsOf = (bytes: Buffer): readonly number[] =>
  Array.from({ length: bytes.length + 1 }, (_, length) => length).filter(
    (length) => length % 7 === 0 || bytes.subarray(Math.max(0, length - 3), length + 3).some(isBoundary),
  );
const isBoundary = (byte: number) => byte === 0x0a || byte > 0x7f;

test("a file that was cut at any byte keeps its whole lines and takes the next entry", async () => {
  const source = opened({ chain: true, writer: "w", fsync: false });
  await write(source.log, "a", "b", "ü");
  const bytes = fs.readFileSync(source.file);
  const folder = temporaryFolder();
  for (const length of cutsOf(bytes)) {
    const file = path.join(folder, `${length}.jsonl`);
    fs.writeFileSync(file, bytes.subarray(0, length), { mode: 0o600 });
    const whole = readable(file);
    const { log, notices } = opened({ chain: true, fsync: false }, file);
    const isTorn = length > 0 && bytes[length - 1] !== 0x0a;
    expect(notices.map(({ kind }) => kind)).toEqual(isTorn ? ["torn-line"] : []);
    if (isTorn) {
      const start = bytes.subarray(0, length).lastIndexOf("\n") + 1;
      expect(notices[0]).toMatchObject({ path: file, offset: start, bytes: length - start });
    }
    log.writeSync(record("next"));
    await log.close();
    expect(readable(file)).toEqual([...whole, "next"]);
    expect(fs.readFileSync(file).subarray(0, length)).toEqual(bytes.subarray(0, length));
    const { ok, torn } = await verifyAuditLog(file);
    expect(ok).toBe(true);
    expect(torn.length).toBe(linesOf(file).length - whole.length - 1);
  }
});

test("zeros that a power failure left are a torn line", async () => {
  const { log, file } = opened({ chain: true });
  await write(log, "a");
  await log.close();
  fs.appendFileSync(file, Buffer.alloc(100_000));
  const again = opened({ chain: true }, file);
  await write(again.log, "b");
  expect(again.notices).toMatchObject([{ kind: "torn-line", bytes: 100_000 }]);
  expect(readable(file)).toEqual(["a", "b"]);
  expect(await verifyAuditLog(file)).toMatchObject({ ok: true, torn: [{ line: 2 }] });
});

test("Node's warnings tell of a torn line where nobody else listens", async () => {
  const { log, file } = opened();
  await log.close();
  fs.appendFileSync(file, "{");
  const warned = nextWarning();
  opened({ onRecovery: undefined as any }, file);
  expect(await warned).toMatchObject({ code: "torn-line" });
});

/** Lets something happen between the look at the end of the file and the next `write`. */
function beforeNextWrite(happens: () => void) {
  const original = fs.writeSync;
  const spy = vi.spyOn(fs, "writeSync").mockImplementation((...args: Parameters<typeof fs.writeSync>) => {
    spy.mockRestore();
    happens();
    return original(...args);
  });
}

test.each([true, false])(
  "an entry that lands behind a neighbour's torn line is written again (chain: %s)",
  async (chain) => {
    const { log, file, notices } = opened({ chain });
    await write(log, "a");
    beforeNextWrite(() => fs.appendFileSync(file, '{"audit":{"time":"2026-01-19T00:00:00.000Z","contract":"{\\"audit'));
    await Promise.all(["b", "c"].map((message) => log.write(record(message))));
    await write(log, "d");
    expect(readable(file).sort()).toEqual(["a", "b", "c", "d"]);
    expect(await verifyAuditLog(file)).toMatchObject({ ok: true, entries: 4, torn: [{ line: 2 }] });
    expect(notices).toEqual([]);
  },
);

test("an entry that lands behind a neighbour's whole line is not", async () => {
  const { log, file } = opened({ chain: true });
  await write(log, "a");
  const other = opened({ chain: true }, file);
  beforeNextWrite(() => other.log.writeSync(record("between")));
  await write(log, "b");
  expect(readable(file)).toEqual(["a", "between", "b"]);
  expect(await verifyAuditLog(file)).toMatchObject({ ok: true, entries: 3, torn: [] });
});

test("an entry that lands in a deleted file is written again", async () => {
  const { log, file } = opened();
  beforeNextWrite(() => fs.rmSync(file));
  await write(log, "a");
  expect(readable(file)).toEqual(["a"]);
});

test("an entry that is emptied away at once is written again", async () => {
  const { log, file } = opened();
  await write(log, "a", "b");
  const original = fs.writeSync;
  const spy = vi.spyOn(fs, "writeSync").mockImplementation((...args: Parameters<typeof fs.writeSync>) => {
    spy.mockRestore();
    const written = original(...args);
    fs.truncateSync(file);
    return written;
  });
  await write(log, "c");
  expect(readable(file)).toEqual(["c"]);
});

test("a file that is taken away every time is an error in the end", () => {
  const { log, file } = opened();
  const original = fs.writeSync;
  const spy = vi.spyOn(fs, "writeSync").mockImplementation((...args: Parameters<typeof fs.writeSync>) => {
    fs.rmSync(file);
    return original(...args);
  });
  const error = errorOf(() => log.writeSync(record("a")));
  spy.mockRestore();
  expect(error).toMatchObject({ code: "EAGAIN", path: file, operation: "write" });
  log.writeSync(record("b"));
  expect(readable(file)).toEqual(["b"]);
});

test.each([1, 10, 150, 151, 152, 153, 200, 290, 299])("a write that stops after %i bytes goes on", async (length) => {
  const { log, file } = opened({ chain: true, writer: "w", now: () => 0 });
  const original = fs.writeSync;
  const spy = vi.spyOn(fs, "writeSync").mockImplementation(((descriptor: number, bytes: Buffer) => {
    spy.mockRestore();
    return original(descriptor, bytes, 0, Math.min(length, bytes.length));
  }) as any);
  await Promise.all(["a", "b", "c"].map((message) => log.write(record(message))));
  expect(readable(file)).toEqual(["a", "b", "c"]);
  expect(await verifyAuditLog(file)).toMatchObject({ ok: true, entries: 3 });
  expect(fs.readFileSync(file).at(-1)).toBe(0x0a);
});

test("a write that stops at any byte loses and repeats nothing", async () => {
  const whole = opened({ chain: true, writer: "w", now: () => 0 });
  await Promise.all(["a", "ü"].map((message) => whole.log.write(record(message))));
  for (const length of cutsOf(fs.readFileSync(whole.file)).slice(1)) {
    const { log, file } = opened({ chain: true, writer: "w", now: () => 0, fsync: false });
    const original = fs.writeSync;
    const spy = vi.spyOn(fs, "writeSync").mockImplementation(((descriptor: number, bytes: Buffer) => {
      spy.mockRestore();
      return original(descriptor, bytes, 0, length);
    }) as any);
    await Promise.all(["a", "ü"].map((message) => log.write(record(message))));
    expect(readable(file)).toEqual(["a", "ü"]);
    expect((await verifyAuditLog(file)).ok).toBe(true);
    await log.close();
  }
});
