import fs from "node:fs";
import path from "node:path";
import { verifyAuditLog } from "error-contract/audit-log";
import { expect, onTestFinished, test, vi } from "vitest";
import { opened, readable, record, write } from "./log-folder.js";
import { fail } from "../kit/thrown.js";

const filesIn = (folder: string) => fs.readdirSync(folder).sort();

test("by size keeps every file below it, and the chain", async () => {
  const { log, file, folder } = opened({ chain: true, rotate: { size: 4_000 } });
  await Promise.all(Array.from({ length: 40 }, (_, n) => log.write(record(`ü${n}`))));
  for (let n = 40; n < 60; n++) log.writeSync(record(`ü${n}`));
  const files = filesIn(folder);
  expect(files.length).toBeGreaterThan(3);
  expect(files.slice(0, -1)).toEqual(
    files.slice(0, -1).map((_, n) => expect.stringMatching(`^audit-log\\.00000${n + 1}-[0-9a-f]{8}\\.jsonl$`)),
  );
  for (const name of files) expect(fs.statSync(path.join(folder, name)).size).toBeLessThanOrEqual(4_000);
  expect(files.flatMap((name) => readable(path.join(folder, name)))).toEqual(
    Array.from({ length: 60 }, (_, n) => `ü${n}`),
  );
  const result = await verifyAuditLog(file);
  expect(result).toMatchObject({ ok: true, entries: 60, chains: [{ first: 1, last: 60 }] });
  expect(result.files).toEqual(files.map((name) => path.join(folder, name)));
});

test("lets an entry that is longer have a file of its own", async () => {
  const { log, folder } = opened({ rotate: { size: 1_000 } });
  await write(log, "a", "x".repeat(5_000), "b");
  expect(filesIn(folder)).toHaveLength(3);
});

test("by age counts from the first entry, also after a restart, and not by clocks that jump", async () => {
  let now = Date.now();
  // What no clock changes: the time since the process began.
  let running = performance.now();
  const spy = vi.spyOn(performance, "now").mockImplementation(() => running);
  onTestFinished(() => spy.mockRestore());
  const rotate = { age: 300 };
  const { log, file, folder } = opened({ chain: true, rotate, now: () => now });
  await write(log, "a");
  now += 1e12;
  await write(log, "b");
  now -= 2e12;
  await write(log, "c");
  expect(filesIn(folder)).toHaveLength(1);
  running += 320;
  await write(log, "d");
  expect(filesIn(folder)).toHaveLength(2);
  await log.close();

  now += 500;
  await write(opened({ chain: true, rotate, now: () => now }, file).log, "e");
  expect(filesIn(folder)).toHaveLength(3);
  expect(await verifyAuditLog(file)).toMatchObject({ ok: true, entries: 5 });
});

test("keeps as many full files as it shall", async () => {
  const { log, file, folder, notices } = opened({ chain: true, rotate: { size: 600, keep: 2 } });
  const idle = opened({ chain: true, rotate: { size: 600, keep: 2 } }, file);
  await write(idle.log, "early");
  for (let n = 0; n < 20; n++) await write(log, String(n));
  await write(idle.log, "late");
  expect(filesIn(folder)).toHaveLength(3);
  expect(await verifyAuditLog(file, { keep: 2 })).toMatchObject({ ok: true, problems: [] });
  expect([...notices, ...idle.notices]).toEqual([]);
  const [oldest, , newest] = filesIn(folder).map((name) => path.join(folder, name));
  expect((await verifyAuditLog(file)).problems).toMatchObject([{ kind: "missing", file: oldest, line: 1 }]);
  fs.rmSync(oldest!);
  const { problems } = await verifyAuditLog(file, { keep: 2 });
  expect(problems).toMatchObject([{ kind: "missing", line: 1 }]);
  expect(problems[0]!.file).not.toBe(newest);
});

test("leaves files of other names alone", async () => {
  const { log, folder } = opened({ rotate: { size: 300, keep: 1 } });
  const others = [
    "audit-log.1.jsonl",
    "audit-log.000001-zzzzzzzz.jsonl",
    "audit-log.jsonl.1",
    "other.000001-00000000.jsonl",
  ];
  for (const name of others) fs.writeFileSync(path.join(folder, name), "");
  await write(log, "a", "b", "c", "d");
  expect(filesIn(folder)).toEqual(expect.arrayContaining(others));
  expect(filesIn(folder)).toHaveLength(others.length + 2);
});

test("that fails is told once, and the file grows on", async () => {
  const { log, file, folder, notices } = opened({ chain: true, rotate: { size: 300 } });
  const spy = vi
    .spyOn(fs, "renameSync")
    .mockImplementation(fail(Object.assign(new Error("EPERM: operation not permitted, rename"), { code: "EPERM" })));
  onTestFinished(() => spy.mockRestore());
  await write(log, "a", "b", "c");
  expect(readable(file)).toEqual(["a", "b", "c"]);
  expect(filesIn(folder)).toHaveLength(1);
  expect(notices).toMatchObject([{ kind: "rotation-failed", cause: { code: "EPERM", operation: "rotate" } }]);
});

test("by a slower process never replaces a file, nor puts a younger one before an older", async () => {
  const { log, file, folder } = opened({ chain: true, rotate: { size: 300 } });
  const other = opened({ chain: true, rotate: { size: 300 } }, file);
  await write(log, "a");
  const original = fs.renameSync;
  const spy = vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    spy.mockRestore();
    // Between the look and the rename of this process, the other rotates twice.
    other.log.writeSync(record("b"));
    other.log.writeSync(record("c"));
    original(from, to);
  });
  onTestFinished(() => spy.mockRestore());
  await write(log, "d");
  expect(filesIn(folder).flatMap((name) => readable(path.join(folder, name)))).toEqual(["a", "b", "c", "d"]);
  expect(await verifyAuditLog(file)).toMatchObject({ ok: true, entries: 4 });
});

test("misses the newest file until somebody writes", async () => {
  const { log, file } = opened({ chain: true, rotate: { size: 300 } });
  await write(log, "a", "b");
  fs.renameSync(file, file.replace(".jsonl", ".000002-00000000.jsonl"));
  expect((await verifyAuditLog(file)).problems).toMatchObject([{ kind: "missing", file, line: 1 }]);
  await write(log, "c");
  expect(await verifyAuditLog(file)).toMatchObject({ ok: true, entries: 3 });
});
