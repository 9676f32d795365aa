import fs from "node:fs";
import path from "node:path";
import { openAuditLog, verifyAuditLog } from "error-contract/audit-log";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { entriesOf, errorOf, linesOf, opened, record, temporaryFolder, write } from "./log-folder.js";

function existing(mode = 0o600): string {
  const file = path.join(temporaryFolder(), "audit-log.jsonl");
  fs.writeFileSync(file, "");
  fs.chmodSync(file, mode);
  return file;
}

describe.skipIf(process.platform === "win32")("a file that others can use is refused, with advice", () => {
  test.each([0o640, 0o604, 0o620, 0o660, 0o666, 0o777, 0o611])("for its rights %o", (mode) => {
    const error = errorOf(() => openAuditLog(existing(mode)));
    expect(error).toMatchObject({ code: "ERR_AUDIT_LOG_RIGHTS", operation: "open" });
    expect(error.message).toContain(`0${mode.toString(8)}`);
    expect(error.message).toContain("chmod 600");
  });

  test("for a hard link", () => {
    const file = existing();
    fs.linkSync(file, `${file}.link`);
    expect(errorOf(() => openAuditLog(file))).toMatchObject({ code: "ERR_AUDIT_LOG_LINKED" });
    fs.rmSync(`${file}.link`);
    expect(() => opened({}, file)).not.toThrow();
  });

  test("for another owner", () => {
    const file = existing();
    const owner = process.geteuid!() + 1;
    const spy = vi.spyOn(process, "geteuid").mockReturnValue(owner);
    onTestFinished(() => spy.mockRestore());
    const error = errorOf(() => openAuditLog(file));
    expect(error).toMatchObject({ code: "ERR_AUDIT_LOG_OWNER" });
    expect(error.message).toContain(`user ${owner - 1}`);
    expect(error.message).toContain("chown");
  });

  test("but not one that only its owner can use", async () => {
    const { log, entries } = opened({}, existing());
    await write(log, "a");
    expect(entries()).toHaveLength(1);
  });
});

describe.skipIf(process.platform === "win32")("a file that others can use only later", () => {
  const cases: readonly [
    name: string,
    share: (file: string) => void,
    unshare: (file: string) => void,
    words: string,
  ][] = [
    ["by its rights", (file) => fs.chmodSync(file, 0o644), (file) => fs.chmodSync(file, 0o600), "0644"],
    ["by a hard link", (file) => fs.linkSync(file, `${file}.2`), (file) => fs.rmSync(`${file}.2`), "hard link"],
  ];

  test.each(cases)("is noticed at the next entry, once, and written on: %s", async (_, share, unshare, words) => {
    const onRecovery = vi.fn();
    const { log, file, entries } = opened({ onRecovery });
    await write(log, "a");
    share(file);
    expect(onRecovery).not.toHaveBeenCalled();
    await write(log, "b");
    log.writeSync(record("c"));
    expect(onRecovery.mock.calls).toEqual([
      [{ kind: "shared", path: file, message: expect.stringContaining(words) as string }],
    ]);
    unshare(file);
    await write(log, "d");
    share(file);
    await write(log, "e");
    expect(onRecovery).toHaveBeenCalledTimes(2);
    expect(entries()).toHaveLength(5);
  });

  test("is noticed again where it is used in another way", async () => {
    const onRecovery = vi.fn();
    const { log, file } = opened({ onRecovery });
    for (const rights of [0o640, 0o640, 0o666]) {
      fs.chmodSync(file, rights);
      await write(log, "a");
    }
    expect(onRecovery).toHaveBeenCalledTimes(2);
  });

  test("is noticed in the file that is in use, and not in a full one", async () => {
    const onRecovery = vi.fn();
    const { log, folder } = opened({ onRecovery, rotate: { size: 1 } });
    await write(log, "a");
    await write(log, "b");
    const [full = ""] = fs.readdirSync(folder).filter((name) => /\.\d{6}-/.test(name));
    fs.chmodSync(path.join(folder, full), 0o644);
    await write(log, "c");
    expect(onRecovery).not.toHaveBeenCalled();
  });
});

describe("marks that a terminal or an editor obeys", () => {
  // eslint-disable-next-line no-control-regex -- these are the subject
  const unescaped = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
  const text = `a${[
    0x00, 0x1b, 0x7f, 0x85, 0x9b, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069, 0xfeff,
  ]
    .map((code) => String.fromCharCode(code))
    .join("b")}c`;

  test.each([false, true])("are escaped, and read back as they were; redaction: %s", async (redact) => {
    const { log, file, entries } = opened({ chain: true, redact, writer: `w${text}` });
    await log.write(record(text, { [text]: [text], cause: { password: "x", [`password${text}`]: "y" } }));
    await log.write({ contract: text, envelope: { audit: text } });
    expect(fs.readFileSync(file, "utf8")).not.toMatch(unescaped);
    expect(entries()[0]).toMatchObject({ human_message: text, [text]: [text] });
    expect(entries()[1]!.audit).toMatchObject({ contract: text, envelope: { audit: text } });
    expect(await verifyAuditLog(file)).toMatchObject({ ok: true, entries: 2 });
  });

  test("do not make a line longer than a full file may be", async () => {
    const { log, folder } = opened({ rotate: { size: 100_000 }, writer: "\u202e".repeat(200) });
    await Promise.all(Array.from({ length: 40 }, () => log.write(record("\u202e".repeat(2_000)))));
    for (const name of fs.readdirSync(folder)) {
      expect(fs.statSync(path.join(folder, name)).size).toBeLessThanOrEqual(100_000);
    }
  });
});

test("no number is used twice after an fstat that failed behind a write", async () => {
  const { log, file } = opened({ chain: true });
  await write(log, "a");
  const { fstatSync } = fs;
  let calls = 0;
  const spy = vi.spyOn(fs, "fstatSync").mockImplementation(((descriptor: number, options: any) => {
    // The size before, then where the lines have landed.
    if (options?.bigint !== true && ++calls === 2)
      throw Object.assign(new Error("EIO: i/o error, fstat"), { code: "EIO" });
    return fstatSync(descriptor, options);
  }) as typeof fstatSync);
  onTestFinished(() => spy.mockRestore());
  await expect(log.write(record("b"))).rejects.toMatchObject({ code: "EIO" });
  spy.mockRestore();
  await write(log, "c");

  const signed = entriesOf(file).map(({ audit }) => `${audit.writer} ${audit.sequence}`);
  expect(new Set(signed).size).toBe(signed.length);
  expect(linesOf(file)).toHaveLength(3);
  expect(await verifyAuditLog(file)).toMatchObject({ ok: true, entries: 3 });
});
