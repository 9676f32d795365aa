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
import { getSystemErrorMap } from "node:util";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { envelopeSchema, errorClass, extend, httpStatus, wrapHandler as wrap } from "error-contract";
import {
  CONTEXT_RESOLVE_CODES,
  contextResolve,
  ContextResolveError,
  contextResolveError,
  envelopeProblems,
  fromUnknown,
  parseEnvelope,
  serialize,
  wrapHandler,
  type ContextResolveEnvelope,
  type ContextResolveErrorCode,
} from "error-contract/context-resolve";
import { recoveryFor } from "error-contract/detect";
import { SystemError } from "error-contract/kaiza";
import { toolError } from "error-contract/standard";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, describe, expect, expectTypeOf, it, test } from "vitest";
import { anyMembers, anyValue, hostileValues } from "./hostile-values.js";

const codes = Object.keys(contextResolve.codes) as ContextResolveErrorCode[];

/** The schema as specification 000 prints it. */
const published = String.raw`{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "https://context.dev/schemas/mcp/error-v0.json",
  "title": "MCP Error Response v0",
  "type": "object",
  "required": ["error"],
  "additionalProperties": false,

  "properties": {
    "error": {
      "type": "object",
      "required": ["code", "message"],
      "additionalProperties": false,

      "properties": {
        "code": {
          "type": "string",
          "enum": [
            "cache_missing",
            "cache_invalid",
            "invalid_query",
            "invalid_budget",
            "io_error",
            "internal_error"
          ]
        },
        "message": {
          "type": "string",
          "minLength": 1
        }
      }
    }
  }
}`;

const canonical = {
  cache_missing: "Cache does not exist",
  cache_invalid: "Cache exists but is invalid",
  invalid_query: "Query is invalid",
  invalid_budget: "Budget is invalid",
  io_error: "I/O error occurred",
  internal_error: "Internal error",
} as const;

const meanings = {
  cache_missing: "Cache path does not exist or is not accessible",
  cache_invalid: "Cache exists but violates cache invariants",
  invalid_query: "Query is malformed or invalid",
  invalid_budget: "Budget value is invalid",
  io_error: "Filesystem or OS-level failure",
  internal_error: "Implementation bug or invariant violation",
} as const;

const validate = new Ajv2020({ strict: true }).compile(JSON.parse(published));

describe("the schema of v0", () => {
  it("is the published one, member for member", () => {
    expect(JSON.stringify(envelopeSchema(contextResolve))).toBe(JSON.stringify(JSON.parse(published)));
  });

  // Whoever needs another schema extends the contract: this one is frozen under its `$id`.
  it("does not change under its $id", () => {
    const schema = envelopeSchema(contextResolve);
    const hash = createHash("sha256").update(JSON.stringify(schema)).digest("hex");
    expect({ [schema.$id!]: hash }).toEqual({
      "https://context.dev/schemas/mcp/error-v0.json":
        "323e9645abe87ee166b0feef554f95b8d96bf18f0691487d70007db4091a1784",
    });
  });

  it("ships as a file", () => {
    const file = new URL("../../src/schemas/context-resolve.json", import.meta.url);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(published));
    expect(import.meta.resolve("error-contract/schemas/context-resolve.json")).toMatch(/\.json$/);
  });

  it("cannot change at run time", () => {
    expect(Object.isFrozen(contextResolve.codes)).toBe(true);
    expect(Object.isFrozen(contextResolve.envelopes.failure.properties.error)).toBe(true);
    expect(Object.isFrozen(CONTEXT_RESOLVE_CODES)).toBe(true);
  });

  it("is extended under a new name, version and $id only", () => {
    const codes = {
      stale: { meaning: "The cache is stale", section: "1", condition: "conflict", message: "Cache is stale" },
    } as const;
    const given = {
      name: "context-resolve-1",
      version: "1",
      schemaId: "https://context.dev/schemas/mcp/error-v1.json",
    };
    const extended = extend(contextResolve, { ...given, codes });
    const Extended = errorClass(extended);
    expect(new Extended({ code: "stale" }).toEnvelope()).toEqual({
      error: { code: "stale", message: "Cache is stale" },
    });
    expect(ContextResolveError.is(new Extended({ code: "stale" }))).toBe(true);
    expect(envelopeSchema(extended).$id).toBe(given.schemaId);
    expect(Extended.fromUnknown(JSON.parse('{"code":"ENOSPC"}')).code).toBe("io_error");

    for (const kept of ["name", "version", "schemaId"] as const) {
      expect(() => extend(contextResolve, { ...given, [kept]: contextResolve[kept], codes })).toThrow(TypeError);
    }
    expect(() => extend(contextResolve, { codes })).toThrow(TypeError);
    // Nor does what is frozen come back two extensions later.
    for (const kept of ["name", "schemaId"] as const) {
      const next = { name: "context-resolve-2", version: "2", schemaId: "urn:context-resolve:2", codes: {} };
      expect(() => extend(extended, { ...next, [kept]: contextResolve[kept] })).toThrow(TypeError);
    }
  });
});

describe("the six codes", () => {
  it("are these, with their meanings and canonical messages", () => {
    const entries = Object.entries(contextResolve.codes);
    expect(Object.fromEntries(entries.map(([code, { meaning }]) => [code, meaning]))).toEqual(meanings);
    expect(Object.fromEntries(entries.map(([code, { message }]) => [code, message]))).toEqual(canonical);
    expect(CONTEXT_RESOLVE_CODES).toEqual(Object.fromEntries(codes.map((code) => [code, code])));
    expectTypeOf<ContextResolveErrorCode>().toEqualTypeOf<keyof typeof canonical>();
  });

  test.each(codes)("%s makes an error of two fields", (code) => {
    const error = contextResolveError(code);
    const envelope = error.toEnvelope();
    expect(envelope).toEqual({ error: { code, message: canonical[code] } });
    expect(validate(envelope)).toBe(true);
    expect(envelopeProblems(envelope)).toEqual([]);
    expect(parseEnvelope(envelope)).toBe(envelope);
    expect(error).toMatchObject({ name: "ContextResolveError", code, message: canonical[code] });
    expectTypeOf(envelope).toEqualTypeOf<ContextResolveEnvelope>();
  });

  it("say whether a retry can help", () => {
    expect(recoveryFor(contextResolve, "io_error")).toMatchObject({ retryable: true });
    expect(recoveryFor(contextResolve, "cache_invalid")).toMatchObject({ retryable: false });
    expect(codes.filter((code) => recoveryFor(contextResolve, code)!.retryable)).toEqual(["io_error"]);
    expect(codes.map((code) => httpStatus(contextResolve, code))).toEqual([404, 500, 400, 400, 503, 500]);
  });
});

describe("contextResolveError", () => {
  it("takes a literal message of its own, and a cause that stays on the server", () => {
    const cause = new Error("ENOENT: /cache/manifest.json");
    const error = contextResolveError("cache_invalid", "The manifest is missing", { cause });
    expect(error.cause).toBe(cause);
    expect(serialize(error)).toBe('{"error":{"code":"cache_invalid","message":"The manifest is missing"}}');
    expect(contextResolveError("cache_invalid", undefined, { cause }).message).toBe(canonical.cache_invalid);
  });

  it("refuses a message that is not literal where it is written", () => {
    const text = "Something" as string;
    const part = "x" as "x" | `y${string}`;
    const anything: any = JSON.parse('"Something"');
    // @ts-expect-error not a literal
    contextResolveError("io_error", text);
    // @ts-expect-error a template with a value in it
    contextResolveError("io_error", `Could not read ${text}` as const);
    // @ts-expect-error perhaps a template
    contextResolveError("io_error", part);
    // @ts-expect-error anything at all
    contextResolveError("io_error", anything);
    // @ts-expect-error computed when it runs
    contextResolveError("io_error", text.toUpperCase());
    // @ts-expect-error an empty one
    expect(() => contextResolveError("io_error", "")).toThrow(TypeError);
    // @ts-expect-error it is no string
    expect(() => contextResolveError("io_error", 1)).toThrow(TypeError);
    // @ts-expect-error no such code
    expect(() => contextResolveError("io_eror")).toThrow(/INVALID_ERROR_CODE/);

    const constant = "Could not read";
    contextResolveError("io_error", constant);
    contextResolveError("io_error", Math.random() > 0.5 ? "Could not read" : "Could not write");
    contextResolveError("io_error", `Could not read` as const);
  });

  it("refuses diagnostics when it runs, with an error that carries the cause", () => {
    const cause = new Error("the original");
    for (const message of ["No /var/cache", "EACCES", "a1b2c3d4e5", "", " at x (a.js:1:2)"]) {
      let refusal: unknown;
      try {
        contextResolveError("cache_invalid", message as "x", { cause });
      } catch (error) {
        refusal = error;
      }
      expect(refusal).toBeInstanceOf(TypeError);
      expect(refusal).toHaveProperty("cause", cause);
    }
  });

  it("keeps diagnostics from the wire that were put on the error later", () => {
    const error = Object.assign(contextResolveError("io_error"), { message: "ENOENT: /var/cache" });
    expect(serialize(error)).toBe('{"error":{"code":"io_error","message":"I/O error occurred"}}');
  });
});

describe("an envelope", () => {
  const error = { code: "internal_error", message: "Internal error" };

  test.each<[string, unknown]>([
    [
      "extra fields in the error",
      { error: { code: "cache_invalid", message: "Cache exists but is invalid", details: {} } },
    ],
    ["success mixed with error", { documents: [], error }],
    ["another code", { error: { ...error, code: "timeout" } }],
    ["an empty message", { error: { ...error, message: "" } }],
    ["no message", { error: { code: "io_error" } }],
    ["no code", { error: { message: "x" } }],
    ["a message that is no string", { error: { ...error, message: 1 } }],
    ["an error that is no object", { error: "internal_error" }],
    ["no error", {}],
    ["an array", [{ error }]],
    ["null", null],
  ])("with %s is refused", (_, value) => {
    expect(validate(value)).toBe(false);
    expect(envelopeProblems(value)).not.toEqual([]);
    expect(parseEnvelope(value)).toBeUndefined();
  });

  test("conforms where the published schema says so", () => {
    const member = fc.oneof(fc.constantFrom(...codes), fc.string(), fc.anything());
    const value = fc.oneof(
      fc.record(
        { error: fc.record({ code: member, message: member, details: fc.anything() }, { requiredKeys: [] }) },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(value, (candidate) => {
        const json: unknown = JSON.parse(JSON.stringify(candidate));
        expect(envelopeProblems(json).length === 0).toBe(validate(json));
      }),
    );
  });
});

describe("determinism", () => {
  it("gives the same bytes for the same failure", () => {
    fc.assert(
      fc.property(fc.constantFrom(...codes), anyValue, (code, { make }) => {
        const expected = JSON.stringify({ error: { code, message: canonical[code] } });
        expect(serialize(contextResolveError(code))).toBe(expected);
        expect(serialize(contextResolveError(code, undefined, { cause: make() }))).toBe(expected);
        expect(JSON.stringify(contextResolveError(code))).toBe(expected);
      }),
    );
  });

  it("gives the same bytes for what is thrown twice", () => {
    fc.assert(
      fc.property(anyValue, ({ make }) => {
        const [first, second] = [serialize(make()), serialize(make())];
        expect(first).toBe(second);
        expect(validate(JSON.parse(first))).toBe(true);
      }),
    );
  });
});

describe("fromUnknown", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "context-resolve-")));
  const cachePath = join(folder, "cache");
  const missing = join(folder, "missing", "cache");
  mkdirSync(join(cachePath, "documents"), { recursive: true });
  writeFileSync(join(cachePath, "broken.json"), '{"documents": [');
  writeFileSync(join(folder, "file"), "");
  symlinkSync("loop", join(cachePath, "loop"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What the operating system makes of a call. */
  function thrownBy(call: () => unknown): NodeJS.ErrnoException {
    try {
      call();
    } catch (error) {
      return error as NodeJS.ErrnoException;
    }
    throw new Error("nothing was thrown");
  }

  const inCache = join(cachePath, "manifest.json");
  const manifest = '{"hash": "x"}';
  const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

  /** Calls that fail, the errno where the system gives one, and the code with the cache at `cachePath`. */
  const calls: readonly (readonly [string, string | undefined, ContextResolveErrorCode, () => unknown])[] = [
    ["a manifest that is missing", "ENOENT", "cache_invalid", () => readFileSync(inCache)],
    ["a folder that is missing", "ENOENT", "cache_invalid", () => readdirSync(join(cachePath, "a", "b"))],
    ["a copy of what is missing", "ENOENT", "cache_invalid", () => copyFileSync(inCache, join(folder, "copy"))],
    ["a folder that is a file", "ENOTDIR", "cache_invalid", () => readdirSync(join(cachePath, "broken.json"))],
    ["a file below a file", "ENOTDIR", "cache_invalid", () => readFileSync(join(cachePath, "broken.json", "x"))],
    ["a file that is a folder", "EISDIR", "cache_invalid", () => readFileSync(join(cachePath, "documents"))],
    ["a link to itself", "ELOOP", "cache_invalid", () => readFileSync(join(cachePath, "loop"))],
    [
      "malformed JSON",
      undefined,
      "cache_invalid",
      () => JSON.parse(readFileSync(join(cachePath, "broken.json"), "utf8")),
    ],
    ["an empty file", undefined, "cache_invalid", () => JSON.parse("")],
    ["JSON with more behind it", undefined, "cache_invalid", () => JSON.parse("{} x")],
    [
      "two hashes that an assertion compared",
      undefined,
      "cache_invalid",
      () => assert.equal(hashOf(manifest), hashOf("")),
    ],
    [
      "a hash mismatch",
      undefined,
      "cache_invalid",
      () => raise(new Error("Hash mismatch for a.md: expected 1, got 2")),
    ],
    ["a checksum that differs", undefined, "cache_invalid", () => raise(new Error("The checksum of a.md differs"))],
    [
      "a failed integrity check",
      undefined,
      "cache_invalid",
      () => raise(Object.assign(new Error("x"), { code: "EINTEGRITY" })),
    ],
    [
      "a HashMismatchError",
      undefined,
      "cache_invalid",
      () => raise(Object.assign(new Error("x"), { name: "HashMismatchError" })),
    ],
    ["damaged gzip", undefined, "cache_invalid", () => gunzipSync(Buffer.from("no gzip at all"))],
    ["gzip that was cut", undefined, "cache_invalid", () => gunzipSync(gzipSync(manifest).subarray(0, 20))],
    ["damaged Brotli", undefined, "cache_invalid", () => brotliDecompressSync(Buffer.from("no brotli at all"))],
    [
      "text that is no UTF-8",
      undefined,
      "cache_invalid",
      () => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from([0xff])),
    ],
    ["a file that is missing elsewhere", "ENOENT", "io_error", () => readFileSync(join(folder, "settings.json"))],
    ["a folder beside the cache with its name in front", "ENOENT", "io_error", () => readFileSync(`${cachePath}-2`)],
    ["a program that is not installed", "ENOENT", "io_error", () => execFileSync(join(folder, "no-such-program"))],
    ["too few file handles", "EMFILE", "io_error", () => raise(outOfHandles())],
    ["a full disk", "ENOSPC", "io_error", () => writeSync(openSync("/dev/full", "w"), "x")],
    ["a folder that is in use", undefined, "io_error", () => rmdirSync("/proc/self")],
    ["a folder that is not empty", "ENOTEMPTY", "io_error", () => rmdirSync(cachePath)],
    ["a link that is none", "EINVAL", "io_error", () => readlinkSync(cachePath)],
    ["a closed file", "EBADF", "io_error", () => raise(closedTwice())],
    ["code that does not compile", undefined, "internal_error", () => new Function("{")],
    ["an expression that does not compile", undefined, "internal_error", () => new RegExp(["JSON", "("].join(""))],
    ["a wrong argument", undefined, "internal_error", () => readFileSync({} as never)],
    ["a null byte in a path", undefined, "internal_error", () => readFileSync("\0")],
    ["a bug", undefined, "internal_error", () => (undefined as never as { x: 1 }).x],
    ["an assertion", undefined, "internal_error", () => assert.equal(1, 2)],
    ["a stack that is exhausted", undefined, "internal_error", () => endless()],
  ];

  function raise(error: unknown): never {
    throw error;
  }

  function endless(): number {
    return endless() + 1;
  }

  function closedTwice(): Error {
    const file = openSync(join(folder, "file"), "r");
    closeSync(file);
    return thrownBy(() => closeSync(file));
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

  test.each(calls)("%s (%s): %s", (_, errno, code, call) => {
    const thrown = thrownBy(call);
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
    const thrown = thrownBy(call);
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
        thrownBy(() => readdirSync(missing)),
        { cachePath: given },
      ).code,
    ).toBe("cache_missing");
    const inside = thrownBy(() => readFileSync(join(missing, "manifest.json")));
    expect(fromUnknown(inside, { cachePath: given }).code).toBe("cache_invalid");
    const relatively = thrownBy(() => readFileSync(join(relative(process.cwd(), missing), "manifest.json")));
    expect(fromUnknown(relatively, { cachePath: given }).code).toBe("cache_invalid");
  });

  test("paths of Windows are told apart without a difference of case", () => {
    const absent = (path: string): unknown => Object.assign(new Error("ENOENT"), { code: "ENOENT", path });
    expect(fromUnknown(absent("C:\\Cache\\a.md"), { cachePath: "c:\\cache" }).code).toBe("cache_invalid");
    expect(fromUnknown(absent("\\\\?\\C:\\Cache"), { cachePath: "C:/cache/" }).code).toBe("cache_missing");
    expect(fromUnknown(absent("C:\\other"), { cachePath: "file:///C:/cache" }).code).toBe("io_error");
  });

  test("ENOENT is a missing cache where nobody says where the cache is", () => {
    const thrown = thrownBy(() => readFileSync(inCache));
    for (const context of [undefined, {}, { cachePath: "" }, { cachePath: 1 as never }]) {
      expect(fromUnknown(thrown, context).code).toBe("cache_missing");
    }
    expect(fromUnknown(Object.assign(new Error("x"), { code: "ENOENT" }), { cachePath }).code).toBe("cache_missing");
    expect(fromUnknown(thrownBy(() => readFileSync(join(cachePath, "documents")))).code).toBe("cache_invalid");
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

  test("every errno that Node has a name for is an I/O error or says something about the cache", () => {
    for (const [number, [errno]] of getSystemErrorMap()) {
      if (!/^E[A-Z]{2}/.test(errno) || errno === "EOF") continue;
      const { code } = fromUnknown(Object.assign(new Error(errno), { code: errno, errno: number, syscall: "read" }));
      expect(["io_error", "cache_missing", "cache_invalid"], errno).toContain(code);
    }
  });

  test("an error of the contract is returned as it is, also out of a wrapper", () => {
    const error = contextResolveError("invalid_query");
    expect(fromUnknown(error)).toBe(error);
    expect(fromUnknown(new Error("x", { cause: error })).code).toBe("invalid_query");
  });

  test("what a project knows goes first", () => {
    const thrown = thrownBy(() => readFileSync(inCache));
    expect(fromUnknown(thrown, { cachePath, code: "invalid_query" }).code).toBe("invalid_query");
    expect(fromUnknown(thrown, { cachePath, classify: () => "invalid_budget" }).code).toBe("invalid_budget");
    expect(fromUnknown(thrown, { cachePath, classify: () => undefined }).code).toBe("cache_invalid");
    expect(fromUnknown(thrown, { cachePath, classify: () => raise(1) }).code).toBe("cache_invalid");
    const own = Object.assign(new Error("x", { cause: thrownBy(() => JSON.parse("{")) }), { code: "invalid_query" });
    expect(fromUnknown(own, { cachePath }).code).toBe("invalid_query");
    expect(fromUnknown(thrown, { cachePath, message: "The manifest is missing" }).message).toBe(
      "The manifest is missing",
    );
    expect(fromUnknown(thrown, { cachePath, message: inCache }).message).toBe(canonical.cache_invalid);
  });

  test("an error of another contract tells by its own code", () => {
    const cause = thrownBy(() => JSON.parse("{"));
    expect(fromUnknown(SystemError.toolFailure("INVALID_INPUT_FORMAT", { cause })).code).toBe("invalid_query");
    expect(fromUnknown(SystemError.toolFailure("FILE_NOT_FOUND")).code).toBe("cache_missing");
    expect(fromUnknown(toolError("DATA_CORRUPT", "x")).code).toBe("cache_invalid");
    expect(fromUnknown(toolError("INTERNAL", "x", { cause })).code).toBe("cache_invalid");
    expect(fromUnknown(toolError("TIMEOUT", "x")).message).toBe(canonical.internal_error);
  });

  test("never throws, and always gives a conforming envelope", () => {
    const context = anyMembers("cachePath", "classify", "code", "message");
    fc.assert(
      fc.property(anyValue, context, ({ make }, { make: given }) => {
        expect(validate(fromUnknown(make(), given() as never).toEnvelope())).toBe(true);
      }),
    );
    for (const value of Object.values(hostileValues)) {
      for (const path of [cachePath, value]) {
        const { code, message } = fromUnknown(value, { cachePath: path as string });
        expect(message).toBe(canonical[code]);
        const thrown = Object.assign(new Error("x"), { code: "ENOENT", path: value, info: value });
        expect(validate(fromUnknown(thrown, { cachePath: path as string }).toEnvelope())).toBe(true);
      }
    }
  });
});

describe("wrapHandler", () => {
  const absent = Object.assign(new Error("ENOENT"), { code: "ENOENT", path: "/cache/manifest.json" });
  const fails = (): object => {
    throw absent;
  };

  it("returns the envelope, with the code that the place of the cache decides", () => {
    const envelope = { error: { code: "cache_invalid", message: canonical.cache_invalid } };
    expect(wrapHandler(fails, { tool_name: "resolve", cachePath: "/cache" })()).toEqual(envelope);
    const missing = { error: { code: "cache_missing", message: canonical.cache_missing } };
    expect(wrapHandler(fails, { tool_name: "resolve", cachePath: "/cache/manifest.json" })()).toEqual(missing);
    expect(wrapHandler(fails, "resolve")()).toEqual(missing);
    expect(wrap(fails, { contract: contextResolve, tool_name: "resolve" })()).toEqual(missing);
    expect(
      wrapHandler(fails, { tool_name: "resolve", cachePath: "/cache", classify: () => "invalid_query" as const })(),
    ).toEqual({ error: { code: "invalid_query", message: canonical.invalid_query } });
    expect(
      wrapHandler(fails, { tool_name: "resolve", cachePath: "/cache", classify: () => fails() as never })(),
    ).toEqual(envelope);
  });

  it("passes a success, and does not let one pass that is mixed with an error", () => {
    const documents = { documents: [] };
    expect(wrapHandler(() => documents, "resolve")()).toBe(documents);
    const error = { code: "internal_error", message: "Internal error" };
    expect(wrapHandler(() => ({ ...documents, error }), "resolve")()).toEqual({ error });
    expect(wrapHandler(() => ({ error: { code: "io_error", message: "Could not read" } }), "resolve")()).toEqual({
      error: { code: "io_error", message: "Could not read" },
    });
  });

  it("names the option that is wrong", () => {
    expect(() => wrapHandler(fails, {} as never)).toThrow(TypeError);
    expect(() => wrapHandler(fails, { tool_name: "x", classify: 1 as never, cachePath: "/c" })).toThrow(TypeError);
    expect(() => wrapHandler(1 as never, "x")).toThrow(TypeError);
  });
});
