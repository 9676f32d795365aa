import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { openAuditLog, verifyAuditLog } from "error-contract/audit-log";
import { describe, expect, test } from "vitest";
import { entriesOf, linesOf, opened, record, temporaryFolder, write } from "./log-folder.js";

test("a log that is written and rotated while it is read has no problem", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "audit-log.jsonl");
  const options = { chain: true, fsync: false, rotate: { size: 2_000, keep: 4 } };
  const writers = ["one", "two"].map((writer) => openAuditLog(file, { ...options, writer }));
  let isRunning = true;
  const writing = Promise.all(
    writers.map(async (log) => {
      while (isRunning) {
        await log.write(record("x".repeat(200)));
        await new Promise(setImmediate);
      }
      await log.close();
    }),
  );
  for (let check = 0; check < 60; check++) {
    const { problems } = await verifyAuditLog(file, { keep: 4 });
    expect(problems).toEqual([]);
  }
  isRunning = false;
  await writing;
});

describe("a file beside the log", () => {
  test.skipIf(process.platform === "win32")("that is a pipe is foreign, and holds nobody up", async () => {
    const { log, file } = opened({ chain: true, rotate: { size: 300 } });
    await write(log, "a", "b");
    execFileSync("mkfifo", [file.replace(".jsonl", ".000002-01234567.jsonl")]);
    expect(await verifyAuditLog(file)).toMatchObject({
      ok: false,
      problems: [{ kind: "foreign" }, { kind: "missing" }],
    });
  });

  test.each(["000000-01234567", "0000001-01234567"])("of the number %s hides no deleted file", async (number) => {
    const { log, file, folder } = opened({ chain: true, rotate: { size: 300 } });
    await write(log, "a", "b", "c");
    const first = fs.readdirSync(folder).find((name) => name.includes("000001"))!;
    fs.renameSync(path.join(folder, first), path.join(folder, `audit-log.${number}.jsonl`));
    expect(await verifyAuditLog(file)).toMatchObject({ ok: false });
  });
});

describe("the next entry vouches for a torn line", () => {
  const fragment = '{"audit":{"time":"2026-01-19T00:00:00.000Z","contract":"kaiza","wri';

  test.each([true, false])("with its hash (chain: %s)", async (chain) => {
    const { log, file, entries } = opened({ chain });
    await write(log, "a");
    fs.appendFileSync(file, fragment);
    await write(log, "b");
    const [, torn] = linesOf(file);
    expect(torn).toBe(fragment);
    expect(JSON.parse(linesOf(file)[2]!).audit.torn).toBe(createHash("sha256").update(fragment).digest("hex"));
    expect(await verifyAuditLog(file)).toMatchObject({ ok: true, entries: 2, torn: [{ line: 2 }] });
    expect(() => entries()).toThrow();
  });

  test("and for no other", async () => {
    const { log, file } = opened({ chain: true });
    await write(log, "a");
    fs.appendFileSync(file, fragment);
    await write(log, "b");
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace(fragment, `${fragment}evil`));
    const { problems, torn } = await verifyAuditLog(file);
    expect({ problems, torn }).toMatchObject({ problems: [{ kind: "altered", line: 2 }], torn: [] });
  });

  test("as does a later entry of its writer with its number", async () => {
    const { log, file } = opened({ chain: true });
    await write(log, "a", "b");
    const [first, second] = linesOf(file) as [string, string];
    fs.writeFileSync(file, [first, second.slice(0, -5), second, ""].join("\n"));
    expect(await verifyAuditLog(file)).toMatchObject({ ok: true, entries: 2, torn: [{ line: 2 }] });
  });

  test("but none for an entry that its writer has not written again", async () => {
    const { log, file } = opened({ chain: true });
    await write(log, "a", "b", "c");
    const lines = linesOf(file);
    fs.writeFileSync(file, lines.with(1, fragment + lines[1]!).join("\n") + "\n");
    expect(await verifyAuditLog(file)).toMatchObject({ ok: false, problems: [{ kind: "altered", line: 2 }] });
  });
});

test("a log in which no entry is whole has a problem", async () => {
  const file = path.join(temporaryFolder(), "audit-log.jsonl");
  fs.writeFileSync(file, '{"audit":{"time":"x');
  expect(await verifyAuditLog(file)).toMatchObject({ ok: false, entries: 0, torn: [] });
});

describe("a key", () => {
  const key = Buffer.from("00112233445566778899aabbccddeeff", "hex");

  test("turns the chain on, and refuses to do without", async () => {
    const { log, file } = opened({ key });
    await write(log, "a", "b");
    expect(entriesOf(file).map(({ audit }) => [audit.sequence, audit.mac?.length])).toEqual([
      [1, 64],
      [2, 64],
    ]);
    expect(() => openAuditLog(file, { key, chain: false })).toThrow(/chain: expected true beside a `key`/);
    for (const wrong of ["", "\n", 7, new Uint8Array()]) {
      expect(() => openAuditLog(file, { key: wrong as any })).toThrow(/key: expected a text or bytes/);
      await expect(verifyAuditLog(file, { key: wrong as any })).rejects.toThrow(TypeError);
    }
  });

  test("signs each entry, whatever stands in it", async () => {
    const { log, file } = opened({ key, writer: '","mac":"\u202e' });
    await log.write(record(',"mac":"', { audit: { mac: "x" } }));
    await log.write(record("b", { details: { mac: "0".repeat(64) } }));
    expect(await verifyAuditLog(file, { key })).toMatchObject({ ok: true, entries: 2 });
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace('"b"', '"B"'));
    expect((await verifyAuditLog(file)).ok).toBe(true);
    expect(await verifyAuditLog(file, { key })).toMatchObject({ problems: [{ kind: "unsigned", line: 2 }] });
  });
});

describe("an earlier check", () => {
  test("holds in a log that has grown, and after `keep` has deleted files", async () => {
    const { log, file } = opened({ chain: true, rotate: { size: 600, keep: 2 } });
    await write(log, "a");
    const earlier = await verifyAuditLog(file);
    await write(log, "b", "c");
    expect(await verifyAuditLog(file, { earlier })).toMatchObject({ ok: true });
    await write(log, "d", "e", "f", "g", "h", "i", "j", "k", "l");
    expect(await verifyAuditLog(file, { earlier, keep: 2 })).toMatchObject({ ok: true });
  });

  test.each([5, "chains", [{ writer: "w" }], [{ writer: "w", last: 0, hash: "" }], { chain: [] }])(
    "is refused where it is none: %j",
    async (earlier) => {
      const { file } = opened();
      await expect(verifyAuditLog(file, { earlier: earlier as any })).rejects.toThrow(/earlier: expected the chains/);
    },
  );
});
