import { createHash } from "node:crypto";
import assert from "node:assert";
import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { access, readFile } from "node:fs/promises";
import { execFileSync, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { fromUnknown, type ContextResolveErrorCode } from "error-contract/context-resolve";
import { SystemError } from "error-contract/kaiza";
import { toolError } from "error-contract/standard";
import { afterAll, describe, expect, test } from "vitest";
import { caughtFrom, fail } from "../kit/thrown.js";
import { canonical } from "./context-resolve-printed.js";

describe("fromUnknown", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "context-resolve-")));
  const cachePath = join(folder, "cache");
  const missing = join(folder, "missing", "cache");
  mkdirSync(join(cachePath, "documents"), { recursive: true });
  writeFileSync(join(cachePath, "broken.json"), '{"documents": [');
  writeFileSync(join(folder, "file"), "");
  symlinkSync("loop", join(cachePath, "loop"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const inCache = join(cachePath, "manifest.json");
  const manifest = '{"hash": "x"}';
  const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

  /** Calls that fail, by the code with the cache at `cachePath`, each with the errno where the system gives one. */
  const calls: Readonly<Partial<Record<ContextResolveErrorCode, Readonly<Record<string, () => unknown>>>>> = {
    cache_invalid: {
      "a manifest that is missing (ENOENT)": () => readFileSync(inCache),
      "a folder that is missing (ENOENT)": () => readdirSync(join(cachePath, "a", "b")),
      "a copy of what is missing (ENOENT)": () => copyFileSync(inCache, join(folder, "copy")),
      "a folder that is a file (ENOTDIR)": () => readdirSync(join(cachePath, "broken.json")),
      "a file below a file (ENOTDIR)": () => readFileSync(join(cachePath, "broken.json", "x")),
      "a file that is a folder (EISDIR)": () => readFileSync(join(cachePath, "documents")),
      "a link to itself (ELOOP)": () => readFileSync(join(cachePath, "loop")),
      "malformed JSON": () => JSON.parse(readFileSync(join(cachePath, "broken.json"), "utf8")),
      "an empty file": () => JSON.parse(""),
      "JSON with more behind it": () => JSON.parse("{} x"),
      "two hashes that an assertion compared": () => assert.equal(hashOf(manifest), hashOf("")),
      "a hash mismatch": fail(new Error("Hash mismatch for a.md: expected 1, got 2")),
      "a checksum that differs": fail(new Error("The checksum of a.md differs")),
      "a failed integrity check": fail(Object.assign(new Error("x"), { code: "EINTEGRITY" })),
      "a HashMismatchError": fail(Object.assign(new Error("x"), { name: "HashMismatchError" })),
      "damaged gzip": () => gunzipSync(Buffer.from("no gzip at all")),
      "gzip that was cut": () => gunzipSync(gzipSync(manifest).subarray(0, 20)),
      "damaged Brotli": () => brotliDecompressSync(Buffer.from("no brotli at all")),
      "text that is no UTF-8": () => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from([0xff])),
    },
    io_error: {
      "a file that is missing elsewhere (ENOENT)": () => readFileSync(join(folder, "settings.json")),
      "a folder beside the cache with its name in front (ENOENT)": () => readFileSync(`${cachePath}-2`),
      "a program that is not installed (ENOENT)": () => execFileSync(join(folder, "no-such-program")),
      "too few file handles (EMFILE)": () => fail(outOfHandles())(),
      "a full disk (ENOSPC)": () => writeSync(openSync("/dev/full", "w"), "x"),
      "a folder that is in use": () => rmdirSync("/proc/self"),
      "a folder that is not empty (ENOTEMPTY)": () => rmdirSync(cachePath),
      "a link that is none (EINVAL)": () => readlinkSync(cachePath),
      "a closed file (EBADF)": () => fail(closedTwice())(),
    },
    internal_error: {
      "code that does not compile": () => new Function("{"),
      "an expression that does not compile": () => new RegExp(["JSON", "("].join("")),
      "a wrong argument": () => readFileSync({} as never),
      "a null byte in a path": () => readFileSync("\0"),
      "a bug": () => (undefined as never as { x: 1 }).x,
      "an assertion": () => assert.equal(1, 2),
      "a stack that is exhausted": () => endless(),
    },
  };

  function endless(): number {
    return endless() + 1;
  }

  function closedTwice(): Error {
    const file = openSync(join(folder, "file"), "r");
    closeSync(file);
    return caughtFrom(() => closeSync(file));
  }

  /** A process of its own, so that this one keeps its handles. */
  function outOfHandles(): Error {
    const script = `
      const fs = require("node:fs");
      try { for (;;) fs.openSync(process.execPath, "r"); }
      catch (error) { fs.closeSync(20); console.log(JSON.stringify({ ...error, message: error.message })); }`;
    const { stdout } = spawnSync("sh", ["-c", 'ulimit -n 64; exec "$0" -e "$1"', process.execPath, script]);
    const { message, ...fields } = JSON.parse(String(stdout)) as { message: string };
    return Object.assign(new Error(message), fields);
  }

  const rows = Object.entries(calls).flatMap(([code, calls]) =>
    Object.entries(calls).map(([name, call]) => {
      const [, what, errno] = /^(.*?)(?: \((E[A-Z]+)\))?$/.exec(name)!;
      return [what, errno, code as ContextResolveErrorCode, call] as const;
    }),
  );
  test.each(rows)("%s (%s): %s", (_, errno, code, call) => {
    const thrown = caughtFrom(call);
    if (errno !== undefined) expect(thrown.code).toBe(errno);
    const error = fromUnknown(thrown, { cachePath });
    expect(error.toEnvelope()).toEqual({ error: { code, message: canonical[code] } });
    expect(error.cause).toBe(thrown);
    // However it is wrapped.
    expect(
      fromUnknown(new Error("Could not load", { cause: new Error("x", { cause: thrown }) }), { cachePath }).code,
    ).toBe(code);
  });

  test.each<[string, () => unknown]>([
    ["its folder is listed", () => readdirSync(missing)],
    ["it is resolved", () => realpathSync(missing)],
    ["the folder around it is", () => readdirSync(join(folder, "missing"))],
    ["it is copied", () => cpSync(missing, join(folder, "copy"), { recursive: true })],
  ])("a cache that is missing is seen when %s", (_, call) => {
    const thrown = caughtFrom(call);
    expect(fromUnknown(thrown, { cachePath: missing }).code).toBe("cache_missing");
  });

  test("a cache that is missing is seen by a promise", async () => {
    const thrown: unknown = await access(missing).catch((error: unknown) => error);
    expect(fromUnknown(thrown, { cachePath: missing }).code).toBe("cache_missing");
    const inside: unknown = await readFile(inCache).catch((error: unknown) => error);
    expect(fromUnknown(inside, { cachePath }).code).toBe("cache_invalid");
  });

  test.each<[string, string | URL]>([
    ["a trailing slash", `${missing}/`],
    ["dots", `${folder}/./x/../missing//cache`],
    ["a URL", pathToFileURL(missing)],
    ["the text of a URL", pathToFileURL(missing).href],
    ["a relative path", relative(process.cwd(), missing)],
  ])("the cache may be given with %s", (_, given) => {
    expect(
      fromUnknown(
        caughtFrom(() => readdirSync(missing)),
        { cachePath: given },
      ).code,
    ).toBe("cache_missing");
    const inside = caughtFrom(() => readFileSync(join(missing, "manifest.json")));
    expect(fromUnknown(inside, { cachePath: given }).code).toBe("cache_invalid");
    const relatively = caughtFrom(() => readFileSync(join(relative(process.cwd(), missing), "manifest.json")));
    expect(fromUnknown(relatively, { cachePath: given }).code).toBe("cache_invalid");
  });

  test("paths of Windows are told apart without a difference of case", () => {
    const absent = (path: string): unknown => Object.assign(new Error("ENOENT"), { code: "ENOENT", path });
    expect(fromUnknown(absent("C:\\Cache\\a.md"), { cachePath: "c:\\cache" }).code).toBe("cache_invalid");
    expect(fromUnknown(absent("\\\\?\\C:\\Cache"), { cachePath: "C:/cache/" }).code).toBe("cache_missing");
    expect(fromUnknown(absent("C:\\other"), { cachePath: "file:///C:/cache" }).code).toBe("io_error");
  });

  test("ENOENT is a missing cache where nobody says where the cache is", () => {
    const thrown = caughtFrom(() => readFileSync(inCache));
    for (const context of [undefined, {}, { cachePath: "" }, { cachePath: 1 as never }]) {
      expect(fromUnknown(thrown, context).code).toBe("cache_missing");
    }
    expect(fromUnknown(Object.assign(new Error("x"), { code: "ENOENT" }), { cachePath }).code).toBe("cache_missing");
    expect(fromUnknown(caughtFrom(() => readFileSync(join(cachePath, "documents")))).code).toBe("cache_invalid");
  });

  test("a folder without permission is an I/O error, at the root too", () => {
    chmodSync(join(cachePath, "documents"), 0);
    let denied: unknown;
    try {
      readdirSync(join(cachePath, "documents"));
      // The superuser is denied nothing.
      denied = Object.assign(new Error("EACCES"), { code: "EACCES", errno: -13, syscall: "scandir" });
    } catch (error) {
      denied = error;
    }
    chmodSync(join(cachePath, "documents"), 0o755);
    expect(denied).toMatchObject({ code: "EACCES" });
    expect(fromUnknown(denied, { cachePath }).code).toBe("io_error");
    expect(fromUnknown(Object.assign(new Error("x"), { code: "EACCES", path: cachePath }), { cachePath }).code).toBe(
      "io_error",
    );
  });

  test.each([
    "EACCES",
    "EPERM",
    "EBUSY",
    "ENOSPC",
    "EMFILE",
    "ENFILE",
    "EIO",
    "EROFS",
    "EDQUOT",
    "EAGAIN",
    "ETXTBSY",
    "ETIMEDOUT",
  ])("%s is an I/O error wherever it happens", (errno) => {
    for (const path of [cachePath, inCache, folder, undefined]) {
      const thrown = Object.assign(new Error(errno), { code: errno, syscall: "open", path });
      expect(fromUnknown(thrown, { cachePath }).code).toBe("io_error");
      expect(fromUnknown(thrown).code).toBe("io_error");
    }
  });

  test("what a project knows goes first", () => {
    const thrown = caughtFrom(() => readFileSync(inCache));
    expect(fromUnknown(thrown, { cachePath, code: "invalid_query" }).code).toBe("invalid_query");
    expect(fromUnknown(thrown, { cachePath, classify: () => "invalid_budget" }).code).toBe("invalid_budget");
    expect(fromUnknown(thrown, { cachePath, classify: () => undefined }).code).toBe("cache_invalid");
    expect(fromUnknown(thrown, { cachePath, classify: fail(1) }).code).toBe("cache_invalid");
    const own = Object.assign(new Error("x", { cause: caughtFrom(() => JSON.parse("{")) }), { code: "invalid_query" });
    expect(fromUnknown(own, { cachePath }).code).toBe("invalid_query");
    expect(fromUnknown(thrown, { cachePath, message: "The manifest is missing" }).message).toBe(
      "The manifest is missing",
    );
    expect(fromUnknown(thrown, { cachePath, message: inCache }).message).toBe(canonical.cache_invalid);
  });

  test("an error of another contract tells by its own code", () => {
    const cause = caughtFrom(() => JSON.parse("{"));
    expect(fromUnknown(SystemError.toolFailure("INVALID_INPUT_FORMAT", { cause })).code).toBe("invalid_query");
    expect(fromUnknown(SystemError.toolFailure("FILE_NOT_FOUND")).code).toBe("cache_missing");
    expect(fromUnknown(toolError("DATA_CORRUPT", "x")).code).toBe("cache_invalid");
    expect(fromUnknown(toolError("INTERNAL", "x", { cause })).code).toBe("cache_invalid");
    expect(fromUnknown(toolError("TIMEOUT", "x")).message).toBe(canonical.internal_error);
  });
});
