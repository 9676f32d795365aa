import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { getEnvelopeSchema, createErrorClass, extend, getHttpStatus, wrapHandler as wrap } from "error-contract";
import {
  CONTEXT_RESOLVE_CODES,
  contextResolve,
  ContextResolveError,
  contextResolveError,
  listEnvelopeProblems,
  parseEnvelope,
  serialize,
  wrapHandler,
  type ContextResolveEnvelope,
  type ContextResolveErrorCode,
} from "error-contract/context-resolve";
import { getRecovery } from "error-contract/detect";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, expectTypeOf, it, test } from "vitest";
import fc from "../kit/property.js";
import { canonical, published } from "./context-resolve-printed.js";
import { anyValue } from "./hostile-values.js";
import { fail } from "../kit/thrown.js";

const codes = Object.keys(contextResolve.codes) as ContextResolveErrorCode[];

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
  it("is the published one, member for member", () =>
    expect(JSON.stringify(getEnvelopeSchema(contextResolve))).toBe(JSON.stringify(JSON.parse(published))));

  // Whoever needs another schema extends the contract: this one is frozen under its `$id`.
  it("does not change under its $id", () => {
    const schema = getEnvelopeSchema(contextResolve);
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
    const Extended = createErrorClass(extended);
    expect(new Extended({ code: "stale" }).toEnvelope()).toEqual({
      error: { code: "stale", message: "Cache is stale" },
    });
    expect(ContextResolveError.is(new Extended({ code: "stale" }))).toBe(true);
    expect(getEnvelopeSchema(extended).$id).toBe(given.schemaId);
    expect(Extended.fromUnknown(JSON.parse('{"code":"ENOSPC"}')).code).toBe("io_error");

    for (const kept of ["name", "version", "schemaId"] as const) {
      expect(() => extend(contextResolve, { ...given, [kept]: contextResolve[kept], codes })).toThrow(TypeError);
    }
    expect(() => extend(contextResolve, { codes })).toThrow(TypeError);
    // Nor does the name that is frozen come back two extensions later.
    const next = { name: contextResolve.name, version: "2", schemaId: "urn:context-resolve:2", codes: {} };
    expect(() => extend(extended, next)).toThrow(TypeError);
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
    expect(listEnvelopeProblems(envelope)).toEqual([]);
    expect(parseEnvelope(envelope)).toBe(envelope);
    expect(error).toMatchObject({ name: "ContextResolveError", code, message: canonical[code] });
    expectTypeOf(envelope).toEqualTypeOf<ContextResolveEnvelope>();
  });

  it("say whether a retry can help", () => {
    expect(getRecovery(contextResolve, "io_error")).toMatchObject({ retryable: true });
    expect(getRecovery(contextResolve, "cache_invalid")).toMatchObject({ retryable: false });
    expect(codes.filter((code) => getRecovery(contextResolve, code)!.retryable)).toEqual(["io_error"]);
    expect(codes.map((code) => getHttpStatus(contextResolve, code))).toEqual([404, 500, 400, 400, 503, 500]);
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
    expect(contextResolveError("io_error", "").message).toBe("I/O error occurred");
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
    for (const message of ["No /var/cache", "EACCES", "a1b2c3d4e5", " at x (a.js:1:2)"]) {
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
    expect(listEnvelopeProblems(value)).not.toEqual([]);
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
        expect(listEnvelopeProblems(json).length === 0).toBe(validate(json));
      }),
    );
  });
});

describe("determinism", () => {
  it("gives the same bytes for the same failure", () =>
    fc.assert(
      fc.property(fc.constantFrom(...codes), anyValue, (code, { make }) => {
        const expected = JSON.stringify({ error: { code, message: canonical[code] } });
        expect(serialize(contextResolveError(code))).toBe(expected);
        expect(serialize(contextResolveError(code, undefined, { cause: make() }))).toBe(expected);
        expect(JSON.stringify(contextResolveError(code))).toBe(expected);
      }),
    ));

  it("gives the same bytes for what is thrown twice", () =>
    fc.assert(
      fc.property(anyValue, ({ make }) => {
        const [first, second] = [serialize(make()), serialize(make())];
        expect(first).toBe(second);
        expect(validate(JSON.parse(first))).toBe(true);
      }),
    ));
});

describe("wrapHandler", () => {
  const absent = Object.assign(new Error("ENOENT"), { code: "ENOENT", path: "/cache/manifest.json" });
  const fails = fail(absent);

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
