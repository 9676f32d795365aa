import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { AuditLogError, openAuditLog, verifyAuditLog } from "error-contract/audit-log";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { errorOf, nextWarning, opened, readable, record, temporaryFolder, write } from "./log-folder.js";

describe("a path that cannot be a log is refused at once", () => {
  const refused: [string, string, (folder: string) => string][] = [
    ["its folder is missing", "ENOENT", (folder) => path.join(folder, "no", "audit-log.jsonl")],
    ["it is a folder", "EISDIR", (folder) => folder],
    [
      "it lies in a file",
      "ENOTDIR",
      (folder) =>
        path.join(
          made(folder, (file) => fs.writeFileSync(file, "")),
          "log",
        ),
    ],
    ["it is a symbolic link", "ELOOP", (folder) => made(folder, (file) => fs.symlinkSync("other.jsonl", file))],
    ["it is a device", "EINVAL", () => "/dev/null"],
    ["it is a pipe", "EINVAL", (folder) => made(folder, (file) => execFileSync("mkfifo", [file]))],
  ];

  test.each(refused)("%s", (_, code, pathIn) => {
    const file = pathIn(temporaryFolder());
    const error = errorOf(() => openAuditLog(file));
    expect(error).toBeInstanceOf(AuditLogError);
    expect(error).toMatchObject({ name: "AuditLogError", code, path: file, operation: "open" });
    expect(error.message).toContain(file);
    expect(error.message).toContain(code);
  });

  function made(folder: string, make: (file: string) => unknown): string {
    const file = path.join(folder, "audit-log.jsonl");
    make(file);
    return file;
  }

  test("it may not be written", ({ skip }) => {
    const folder = temporaryFolder();
    const file = path.join(folder, "audit-log.jsonl");
    if (process.getuid?.() === 0) {
      // Root may write everything, except where nobody can.
      const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", folder]);
      skip(status !== 0, "this root may not mount a file system");
      onTestFinished(() => void execFileSync("umount", [folder]));
      expect(errorOf(() => openAuditLog(file))).toMatchObject({ code: "EROFS", operation: "open" });
    } else {
      fs.writeFileSync(file, "", { mode: 0o400 });
      expect(errorOf(() => openAuditLog(file))).toMatchObject({ code: "EACCES", operation: "open" });
    }
  });
});

/** Makes one call of a function of `fs` fail, after doing what it shall do before. */
function failing(name: "writeSync" | "fdatasyncSync" | "fdatasync" | "renameSync", code: string, times = 1) {
  const error = Object.assign(new Error(`${code}: injected, ${name}`), { code });
  const spy = vi.spyOn(fs, name);
  for (let n = 0; n < times; n++) {
    spy.mockImplementationOnce((...args: unknown[]) => {
      const done = args.at(-1);
      if (typeof done === "function") return setImmediate(() => done(error));
      throw error;
    });
  }
  onTestFinished(() => spy.mockRestore());
  return spy;
}

describe("a failure while the log is in use", () => {
  test("of one write rejects the whole group, and the next write is a new attempt", async () => {
    const { log, file } = opened({ chain: true });
    await write(log, "a");
    failing("writeSync", "ENOSPC");
    const group = await Promise.allSettled(["b", "c", "d"].map((message) => log.write(record(message))));
    for (const { reason } of group as PromiseRejectedResult[]) {
      expect(reason).toMatchObject({ code: "ENOSPC", operation: "write", path: file, cause: { code: "ENOSPC" } });
    }
    failing("writeSync", "EDQUOT");
    expect(errorOf(() => log.writeSync(record("e"))).code).toBe("EDQUOT");
    await write(log, "f");
    expect(readable(file)).toEqual(["a", "f"]);
    expect(await verifyAuditLog(file)).toMatchObject({ ok: true, entries: 2 });
  });

  test("of fsync is told, and the file is not trusted any more", async () => {
    const { log, file } = opened({ chain: true });
    await write(log, "a");
    const first = log.writer;
    failing("fdatasync", "EIO");
    await expect(log.write(record("b"))).rejects.toMatchObject({ code: "EIO", operation: "sync" });
    failing("fdatasyncSync", "EIO");
    expect(errorOf(() => log.writeSync(record("c"))).code).toBe("EIO");
    await write(log, "d");
    expect(log.writer).not.toBe(first);
    expect(readable(file)).toContain("d");
    expect(await verifyAuditLog(file)).toMatchObject({ ok: true, chains: [{}, {}, {}] });
  });

  test("of fsync while others write loses none of their acknowledged entries", async () => {
    const { log, file } = opened({ chain: true });
    failing("fdatasync", "EIO");
    const lost = log.write(record("a"));
    await Promise.resolve();
    await Promise.resolve();
    log.writeSync(record("b"));
    await expect(lost).rejects.toMatchObject({ code: "EIO" });
    await write(log, "c");
    expect(readable(file)).toEqual(["a", "b", "c"]);
    expect((await verifyAuditLog(file)).ok).toBe(true);
  });

  test("at the limit on file sizes tears a line, and nothing is lost", async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, "audit-log.jsonl");
    const script = path.join(import.meta.dirname, "../../tools/stress/writer.js");
    const task = { log: file, notes: path.join(folder, "notes"), name: "w", entries: 300, bytes: [150, 150] };
    const shell = 'ulimit -f 32; exec "$0" "$1" "$2"';
    const run = spawnSync("bash", [
      "-c",
      shell,
      process.execPath,
      script,
      JSON.stringify({ ...task, options: { chain: true } }),
    ]);
    const notes = fs.readFileSync(task.notes, "utf8").split("\n");
    const told = notes.filter((line) => line.startsWith("written")).map((line) => line.slice("written ".length));
    expect(run.status).toBe(0);
    expect(notes.at(-2)).toContain("EFBIG");
    expect(told.length).toBeGreaterThan(10);

    const again = opened({ chain: true }, file);
    expect(again.notices).toMatchObject([{ kind: "torn-line" }]);
    await write(again.log, "again");
    const lines = fs.readFileSync(file, "utf8");
    for (const id of told) expect(lines.split(`"${id}"`)).toHaveLength(2);
    expect((await verifyAuditLog(file)).ok).toBe(true);
    expect(readable(file).at(-1)).toBe("again");
  });

  test("of the folder is told until it is back", async () => {
    const { log, file, folder } = opened({ chain: true });
    await write(log, "a");
    fs.renameSync(folder, `${folder}-away`);
    await expect(log.write(record("b"))).rejects.toMatchObject({ code: "ENOENT", path: file });
    expect(errorOf(() => log.writeSync(record("c"))).code).toBe("ENOENT");
    fs.renameSync(`${folder}-away`, folder);
    await write(log, "d");
    expect(readable(file)).toEqual(["a", "d"]);
    expect((await verifyAuditLog(file)).ok).toBe(true);
  });

  test("because a link or a folder took the file's place is told", async () => {
    const { log, file } = opened();
    await write(log, "a");
    fs.renameSync(file, `${file}.1`);
    fs.symlinkSync(`${file}.1`, file);
    await expect(log.write(record("b"))).rejects.toMatchObject({ code: "ELOOP" });
    fs.rmSync(file);
    fs.mkdirSync(file);
    await expect(log.write(record("c"))).rejects.toMatchObject({ code: "EISDIR" });
    expect(readable(`${file}.1`)).toEqual(["a"]);
  });
});

describe("a file that others touch", () => {
  test("and move away is followed by a new one, and the chain goes on", async () => {
    const { log, file, notices } = opened({ chain: true });
    await write(log, "a", "b");
    fs.renameSync(file, `${file}.1`);
    await write(log, "c");
    expect([readable(`${file}.1`), readable(file)]).toEqual([["a", "b"], ["c"]]);
    expect(await verifyAuditLog([`${file}.1`, file])).toMatchObject({ ok: true, chains: [{ first: 1, last: 3 }] });
    expect(notices).toEqual([]);
  });

  test("and delete is followed by a new one, and it is told", async () => {
    const { log, file, notices } = opened();
    await write(log, "a");
    fs.rmSync(file);
    await write(log, "b");
    expect(readable(file)).toEqual(["b"]);
    expect(notices).toMatchObject([{ kind: "deleted", path: file }]);
  });

  test("and empty is told", async () => {
    const { log, file, notices } = opened();
    await write(log, "a", "b");
    fs.truncateSync(file);
    await write(log, "c");
    expect(readable(file)).toEqual(["c"]);
    expect(notices).toMatchObject([{ kind: "truncated", path: file }]);
  });

  test.each([
    ["throws", () => errorThrown(new Error("no"))],
    ["rejects", () => Promise.reject(new Error("no")) as never],
  ])("never costs an entry because the listener %s", async (_, onRecovery) => {
    const { log, file } = opened({ onRecovery });
    const warned = nextWarning();
    await write(log, "a");
    fs.rmSync(file);
    await write(log, "b");
    expect(readable(file)).toEqual(["b"]);
    expect(await warned).toMatchObject({ message: 'onRecovery failed: {"message":"no","code":null,"name":"Error"}' });
  });
});

test("a descriptor that still waits for the disk is not closed under it", async () => {
  const { log, file } = opened();
  const original = fs.fdatasync;
  const seen: (string | undefined)[] = [];
  const spy = vi.spyOn(fs, "fdatasync").mockImplementation(((descriptor: number, done: (error: any) => void) =>
    setTimeout(() => {
      seen.push(fs.readlinkSync(`/proc/self/fd/${descriptor}`));
      original(descriptor, done);
    }, 20)) as any);
  onTestFinished(() => spy.mockRestore());
  const first = log.write(record("a"));
  await new Promise((resolve) => setImmediate(resolve));
  fs.renameSync(file, `${file}.1`);
  log.writeSync(record("b"));
  await first;
  expect(seen).toEqual(process.platform === "linux" ? [`${file}.1`] : seen);
});

function errorThrown(error: Error): never {
  throw error;
}
