import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { verifyAuditLog } from "error-contract/audit-log";
import { beforeAll, describe, expect, test } from "vitest";
import fc from "../kit/property.js";
import { entriesOf, linesOf, opened, record, temporaryFolder, write } from "./log-folder.js";

const file = (text: string | Buffer): string => {
  const name = path.join(temporaryFolder(), "audit-log.jsonl");
  fs.writeFileSync(name, text);
  return name;
};

test("the chain is the SHA-256 of the line before, one for each writer", async () => {
  const first = opened({ chain: true, writer: "one" });
  const second = opened({ chain: true, writer: "two" }, first.file);
  await write(first.log, "a");
  await write(second.log, "b");
  await write(first.log, "c");
  const lines = linesOf(first.file);
  const hash = (line: string | undefined) => createHash("sha256").update(line!).digest("hex");
  expect(entriesOf(first.file).map(({ audit }) => [audit.writer, audit.sequence, audit.previous])).toEqual([
    [first.log.writer, 1, null],
    [second.log.writer, 1, hash(lines[0])],
    [first.log.writer, 2, hash(lines[0])],
  ]);
  expect(await verifyAuditLog(first.file)).toEqual({
    ok: true,
    entries: 3,
    problems: [],
    torn: [],
    chains: [
      { writer: first.log.writer, first: 1, last: 2, hash: hash(lines[2]) },
      { writer: second.log.writer, first: 1, last: 1, hash: hash(lines[1]) },
    ],
    files: [first.file],
  });
});

describe("of a log with two writers", () => {
  let lines: string[];
  beforeAll(async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "audit-log-"));
    const name = path.join(folder, "audit-log.jsonl");
    const { openAuditLog } = await import("error-contract/audit-log");
    const logs = ["one", "two"].map((writer) => openAuditLog(name, { chain: true, writer, fsync: false }));
    for (let n = 0; n < 30; n++) logs[n % 3 ? 0 : 1]!.writeSync(record(`entry ${n}`, { cause: { message: "ü" } }));
    lines = linesOf(name);
    fs.rmSync(folder, { recursive: true });
  });

  const check = (changed: readonly string[]) => verifyAuditLog(file(changed.map((line) => `${line}\n`).join("")));
  // Nothing stands behind the last line of a chain that could prove it, nor before the first one that knows its writer.
  const position = fc.integer({ min: 2, max: 25 });

  test("nothing is wrong as it is, nor with empty lines", async () => {
    expect(await check(lines)).toMatchObject({ ok: true, entries: 30 });
    expect(await check(lines.flatMap((line) => ["", line]))).toMatchObject({ ok: true, entries: 30 });
  });

  test("one changed character names its line", async () => {
    const property = fc.asyncProperty(position, fc.nat(), fc.integer({ min: 33, max: 126 }), async (at, nat, code) => {
      const line = lines[at]!;
      const place = nat % line.length;
      const changed = line.slice(0, place) + String.fromCharCode(code) + line.slice(place + 1);
      fc.pre(changed !== line);
      const { ok, problems } = await check(lines.with(at, changed));
      expect(ok).toBe(false);
      expect(problems[0]!.line).toBe(at + 1);
    });
    await fc.assert(property);
  });

  test("a line that was slipped in is found, whatever it is", async () => {
    const { audit, ...envelope } = JSON.parse(lines[3]!);
    const { sequence, previous, ...unchained } = audit;
    const slipped: [unknown, string][] = [
      [{ audit: unchained, ...envelope }, "unchained"],
      [envelope, "foreign"],
      [{ audit: { ...audit, sequence: "4" } }, "foreign"],
      [null, "foreign"],
      [7, "foreign"],
      [{ audit: { ...audit, writer: "me" } }, "missing"],
      [{ audit: { ...audit, writer: "me", sequence: 1, previous: "0".repeat(64) } }, "missing"],
    ];
    for (const [value, kind] of slipped) {
      const { problems } = await check(lines.toSpliced(5, 0, JSON.stringify(value)));
      expect(problems[0]).toMatchObject({ kind, line: 6 });
    }
  });
});

test("a chain that was removed whole is missed by the one that began later", async () => {
  const { log, file: name, entries } = opened({ chain: true });
  await write(log, "a", "b");
  const second = opened({ chain: true }, name);
  await write(second.log, "c");
  expect(entries()).toHaveLength(3);
  fs.writeFileSync(name, `${linesOf(name)[2]!}\n`);
  expect((await verifyAuditLog(name)).problems).toMatchObject([
    { kind: "missing", line: 1, writer: second.log.writer },
  ]);
});

test("a log without chain is checked for its form", async () => {
  const { log, file: name } = opened();
  await write(log, "a", "b");
  expect(await verifyAuditLog(name)).toMatchObject({ ok: true, entries: 2, chains: [] });
  fs.appendFileSync(name, '{"message":"a line of another program"}\n{"audit":{"ti');
  expect(await verifyAuditLog(name)).toMatchObject({
    problems: [{ kind: "foreign", file: name, line: 3 }],
    torn: [{ file: name, line: 4 }],
  });
});

test("an empty log is whole, and no log is an error", async () => {
  const { file: name } = opened();
  expect(await verifyAuditLog(name)).toMatchObject({ ok: true, entries: 0 });
  await expect(verifyAuditLog(`${name}.none`)).rejects.toMatchObject({ code: "ENOENT", operation: "read" });
  await expect(verifyAuditLog(5 as any)).rejects.toBeInstanceOf(TypeError);
  await expect(verifyAuditLog(name, { keep: 0 })).rejects.toBeInstanceOf(TypeError);
});
